// The client of the management API: the example of its README is a program, and prints what it says.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'node:test'
import { cleanEnvironment, root, temporaryDirectory } from '../../support/run-command.ts'
import type { Stage } from '../stage.ts'
import { withService } from '../with-service.ts'

const ownerToken = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
const document = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      machineUsers: [{ userId: 'deployer', user: { userName: 'deployer', name: 'Deployer' } }],
      personalAccessTokens: [{ tokenId: 'deployer-token', userId: 'deployer', token: ownerToken }],
    },
  ],
  instanceMembers: [{ userId: 'deployer', roles: ['IAM_OWNER'] }],
}

export function clientSuite({ runtime, test }: Stage): void {
  describe('the client', () => {
    test('the example of its README runs', async () => {
      const readme = await readFile(join(root, 'packages/client/README.md'), 'utf8')
      const example = /^```ts\n(\/\/ tour\.ts\n[^]*?)^```$/m.exec(readme)?.[1]
      assert.ok(example !== undefined)
      // Packages are found from where the file is.
      const program = `test/runtimes/.tour-${process.pid}-${runtime.name}.ts`
      const directory = await temporaryDirectory()
      try {
        await withService({ runtime, document, tls: false }, async ({ issuer }) => {
          await writeFile(join(root, program), example.replace('https://id.acme.example', issuer))
          const [binary, ...args] = runtime.command(program, directory.path)
          const child = spawn(binary, args, { env: cleanEnvironment({ SYMBOLON_TOKEN: ownerToken }), stdio: ['ignore', 'pipe', 'pipe'] })
          let [stdout, stderr] = ['', '']
          child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
          child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
          const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
          assert.equal(code, 0, stderr)
          assert.match(
            stdout,
            /^client id \S+, secret \S{40,}\nweb: Web\nnew secret with 43 characters\ncreated by deployer\n400 entry_invalid\n$/,
          )
        })
      } finally {
        await rm(join(root, program), { force: true })
        await directory.dispose()
      }
    })
  })
}
