// docs/commands.md: every command of it runs against a server, in the order of the guide.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { en as english } from '../../packages/console/src/texts/en.ts'
import { commandNames, formOf } from '../../packages/symbolon/src/command-table.ts'
import { root, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import { ownerToken } from '../support/signing-keys.ts'

const document = {
  orgs: [
    {
      orgId: 'operations',
      org: { name: 'Operations' },
      machineUsers: [{ userId: 'owner', user: { userName: 'owner', name: 'Owner' } }],
      personalAccessTokens: [{ tokenId: 'owner-token', userId: 'owner', token: ownerToken }],
    },
  ],
  instanceMembers: [{ userId: 'owner', roles: ['IAM_OWNER'] }],
}

/** The command lines of the guide. Quotes hold words together. */
async function commandLines(): Promise<readonly (readonly string[])[]> {
  const guide = await readFile(join(root, 'docs/commands.md'), 'utf8')
  return [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.trim().split('\n'))
    .map((line) => [...line.replace(/ > .*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''))
}

test('every command of the guide does what it says', async (t) => {
  const directory = await temporaryDirectory()
  const service = await startTestService({ tls: false, document })
  t.after(async () => {
    await service.stop()
    await directory.dispose()
  })
  const settings = { SYMBOLON_ISSUER: service.issuer, SYMBOLON_TOKEN: ownerToken }
  let ran = 0
  for (const [program, ...args] of await commandLines()) {
    assert.equal(program, 'symbolon')
    // A browser signs in there: command-sign-in.test.ts.
    if (args[0] === 'login') continue
    const name = commandNames.find((each) => each === args.slice(0, 2).join(' ') || each === args[0]) ?? assert.fail(args.join(' '))
    const { options } = formOf(name)
    const link = name === 'users reset' ? ['--server', service.issuer] : []
    const { code, stdout, stderr } = await runSymbolon([...args, ...link, ...('yes' in options ? ['--yes'] : [])], settings, directory.path)
    assert.equal(code, 0, `${args.join(' ')}\n${stdout}${stderr}`)
    assert.notEqual(stdout, '')
    if (args.includes('--json')) assert.ok('items' in (JSON.parse(stdout) as object))
    ran++
  }
  assert.ok(ran > 25)
})

test('each of the ten things for people is one command with options that it has, and presses what the console has', async () => {
  const guide = await readFile(join(root, 'docs/commands.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| [^|]+ \| `symbolon ([^`]+)` \| ([^|]+) \| (\d+) \|$/gm)]
  assert.equal(rows.length, 10)
  const labels = textsIn(english())
  for (const [row, command = '', pressed = '', steps] of rows) {
    const words = command.split(' ')
    const name = commandNames.find((each) => each === words.slice(0, 2).join(' ')) ?? assert.fail(row)
    const { options } = formOf(name)
    for (const word of words.filter((each) => each.startsWith('--'))) assert.ok(word.slice(2) in options, `${word} in ${row}`)
    const labelsOfRow = pressed.split(', ')
    assert.equal(labelsOfRow.length, Number(steps), row)
    for (const label of labelsOfRow) assert.ok(labels.has(label), `${label} in ${row}`)
  }
})

/** Every text without a placeholder. */
function textsIn(value: unknown): ReadonlySet<string> {
  if (typeof value === 'string') return new Set([value])
  return new Set(typeof value === 'object' && value !== null ? Object.values(value).flatMap((each) => [...textsIn(each)]) : [])
}
