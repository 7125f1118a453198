// What a start shows: text for people on stdout, the log on stderr, and answers.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { runSymbolon, temporaryDirectory } from '../../support/run-command.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import type { Stage } from '../stage.ts'

export function startSuite({ runtime, test }: Stage): void {
  describe('a start', () => {
    let service: TestService
    before(async () => void (service = await startTestService({ runtime, tls: false })))
    after(async () => await service.stop())

    test('the command tells its version and its settings', async () => {
      const directory = await temporaryDirectory()
      const version = await runSymbolon(['--version'], {}, directory.path, runtime)
      assert.deepEqual({ ...version, stdout: '' }, { code: 0, stdout: '', stderr: '' })
      assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
      const help = await runSymbolon(['--help'], {}, directory.path, runtime)
      assert.equal(help.code, 0)
      assert.match(help.stdout, /^ {2}SYMBOLON_ISSUER=URL /m)
      await directory.dispose()
    })

    test('stdout says where the service runs, and the password of the administrator', async () => {
      assert.match(service.stdout(), new RegExp(`^\\n {2}Symbolon runs at ${service.issuer}\\n\\n {2}An administrator was created\\.`))
      assert.match(service.stdout(), /^ {4}login name {3}admin@symbolon\.localhost\n {4}password {5}\S{20}$/m)
    })

    test('discovery and the key set answer, and the log on stderr is lines of JSON', async () => {
      const discovery = await service.fetch(`${service.issuer}/.well-known/openid-configuration`)
      assert.equal(discovery.status, 200)
      const metadata = (await discovery.json()) as Readonly<Record<string, unknown>>
      assert.equal(metadata['issuer'], service.issuer)
      const keySet = await service.fetch(String(metadata['jwks_uri']))
      const { keys } = (await keySet.json()) as { readonly keys: readonly { readonly kty: string }[] }
      assert.deepEqual(keys.map(({ kty }) => kty).sort(), ['EC', 'OKP', 'RSA'])
      const lines = service
        .stderr()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      const [request] = lines.filter(({ event }) => event === 'request')
      assert.equal(request?.['path'], '/.well-known/openid-configuration')
      assert.equal(request['status'], 200)
    })

    test('Ctrl-C ends it with exit code 0', async () => {
      service.kill('SIGINT')
      assert.deepEqual(await service.ended, { code: 0, signal: null })
    })
  })
}
