// `symbolon keys …`: on the database itself when no server holds it, or through a running server.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join } from 'node:path'
import { runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { memberToken, ownedDocument, ownerToken } from '../support/signing-keys.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
before(async () => void (directory = await temporaryDirectory()))
after(async () => await directory.dispose())

async function keys(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const database = { SYMBOLON_DATABASE_URL: `file:${join(directory.path, 'symbolon.db')}` }
  return await runSymbolon(['keys', ...args], { ...database, ...settings }, directory.path)
}

async function start(): Promise<TestService> {
  return await startTestService({ directory: directory.path, tls: false, document: ownedDocument() })
}

/** The ids of the keys in a state, from the table. */
function kidsIn({ stdout }: Finished, state: string): readonly string[] {
  return stdout
    .split('\n')
    .map((line) => line.split(/ {2,}/))
    .filter((cells) => cells[2] === state)
    .map(([kid = '']) => kid)
}

async function publishedBy(service: TestService): Promise<readonly string[]> {
  const response = await service.fetch(new Request(`${service.issuer}/oauth/v2/keys`))
  const { keys: all } = (await response.json()) as { readonly keys: readonly { readonly kid: string }[] }
  return all.map(({ kid }) => kid)
}

test('a command about keys makes no database', async () => {
  const { code, stderr, stdout } = await keys(['list'])
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^symbolon: No database exists at file:[^\n]+Start the service first[^\n]+\n$/)
})

test('while a server holds the database the command says to use --server, and through it the keys rotate and are revoked', async () => {
  const service = await start()
  try {
    const refused = await keys(['rotate'])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^symbolon: [^\n]*--server URL[^\n]*\n$/)
    const through = async (...args: readonly string[]): Promise<Finished> =>
      await keys([...args, '--server', service.issuer], { SYMBOLON_TOKEN: ownerToken })
    const rotated = await through('rotate')
    assert.equal(rotated.code, 0, rotated.stderr)
    assert.equal(rotated.stdout.match(/^Made [A-Za-z0-9_-]{16}\.$/gm)?.length, 3)
    const listed = await through('list')
    assert.equal(kidsIn(listed, 'active').length, 3)
    assert.equal(kidsIn(listed, 'next').length, 3)
    assert.equal((await publishedBy(service)).length, 6)

    const one = await through('rotate', '--algorithm', 'RS256')
    assert.equal(one.stdout.match(/^Made /gm)?.length, 1, one.stderr)
    assert.equal((await publishedBy(service)).length, 7)
    assert.match((await through('rotate', '--algorithm', 'HS256')).stderr, /--algorithm must be one of RS256/)

    const unknown = new Request(`${service.issuer}/admin/v1/keys/rotate?algorithm=HS256`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ownerToken}` },
    })
    const answer = await service.fetch(unknown)
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /algorithm must be one of RS256, ES256, EdDSA/)
    assert.equal((await publishedBy(service)).length, 7)

    const [kid = ''] = kidsIn(listed, 'active')
    const revoked = await through('revoke', kid)
    assert.equal(revoked.code, 0, revoked.stderr)
    assert.match(revoked.stdout, new RegExp(`^Revoked ${kid}\\.`, 'm'))
    assert.equal((await publishedBy(service)).includes(kid), false)
    for (const [result, says] of [
      [await through('revoke', kid), /answered 400: The key is already revoked/],
      [await through('revoke', 'unknown'), /answered 404: No signing key/],
      [await keys(['rotate', '--server', service.issuer]), /--server needs a token/],
      [await keys(['rotate', '--server', service.issuer], { SYMBOLON_TOKEN: memberToken }), /answered 403/],
    ] as const) {
      assert.equal(result.code, 1)
      assert.match(result.stderr, says)
    }
  } finally {
    await service.stop()
  }
})

test('without a server the keys of the database rotate and are revoked, and the server that starts next knows it', async () => {
  const before = await keys(['list'])
  assert.equal(before.code, 0, before.stderr)
  const rotated = await keys(['rotate'])
  assert.equal(rotated.code, 0, rotated.stderr)
  assert.equal(kidsIn(rotated, 'next').length, kidsIn(before, 'next').length + 3)
  const [kid = ''] = kidsIn(rotated, 'active')
  const revoked = await keys(['revoke', kid])
  assert.equal(revoked.code, 0, revoked.stderr)
  assert.ok(kidsIn(revoked, 'revoked').includes(kid))
  assert.match((await keys(['revoke', kid])).stderr, /^symbolon: The signing key [^\n]+ is already revoked\.\n$/)
  assert.match((await keys(['revoke', 'unknown'])).stderr, /^symbolon: No signing key has the id unknown\. [^\n]+\n$/)
  const service = await start()
  try {
    const published = await publishedBy(service)
    assert.deepEqual(published.toSorted(), ['active', 'next', 'superseded'].flatMap((state) => kidsIn(revoked, state)).toSorted())
    const headers = { authorization: `Bearer ${ownerToken}` }
    const response = await service.fetch(new Request(`${service.issuer}/admin/v1/events`, { headers }))
    const { events } = (await response.json()) as { readonly events: readonly Readonly<Record<string, unknown>>[] }
    const ours = events.filter(({ type }) => String(type).startsWith('signing_key_'))
    assert.equal(ours.length, 3 + 1 + 1 + 3 + 1)
  } finally {
    await service.stop()
  }
})

test('an unknown command about keys is refused', async () => {
  for (const args of [[], ['rotate', 'now'], ['revoke'], ['revoke', 'one', 'two'], ['destroy'], ['list', '--dry-run']]) {
    const { code, stderr } = await keys(args)
    assert.equal(code, 1, args.join(' '))
    assert.match(stderr, /^symbolon: [^\n]+\n(?:Usage: symbolon keys [^\n]+\n)+$/)
  }
})
