// What a start shows: text for people on stdout, the log on stderr, and answers.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { cleanEnvironment, freePort, runSymbolon, temporaryDirectory } from '../../support/run-command.ts'
import { serviceProgram } from '../../support/runtimes.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import { setUpByLink } from '../../support/setup-link.ts'
import { inTerminal } from '../../support/terminal.ts'
import type { Stage } from '../stage.ts'

export function startSuite({ runtime, test }: Stage): void {
  describe('a start', () => {
    let service: TestService
    before(async () => void (service = await startTestService({ runtime, tls: false })))
    after(async () => await service.stop())

    test('the command prints its version and its settings', async () => {
      const directory = await temporaryDirectory()
      const version = await runSymbolon(['--version'], {}, directory.path, runtime)
      assert.deepEqual({ ...version, stdout: '' }, { code: 0, stdout: '', stderr: '' })
      assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
      const help = await runSymbolon(['--help'], {}, directory.path, runtime)
      assert.equal(help.code, 0)
      assert.match(help.stdout, /^ {2}SYMBOLON_ISSUER=URL /m)
      await directory.dispose()
    })

    test('stdout says where the service runs, and which file has the link of the administrator', async () => {
      assert.match(service.stdout(), new RegExp(`^\\n {2}Symbolon runs at ${service.issuer}\\n\\n {2}An administrator was created\\.`))
      const [, file = ''] = /^ {4}login name {11}admin@symbolon\.localhost\n {4}file with the link {3}(\S+)$/m.exec(service.stdout()) ?? []
      assert.equal((await stat(file)).mode & 0o777, 0o600)
      const link = (await readFile(file, 'utf8')).trim()
      assert.ok(!service.output().includes(new URL(link).searchParams.get('code') ?? ''))
      const credentials = { loginName: 'admin@symbolon.localhost', password: 'a password for the first minutes' }
      assert.equal((await setUpByLink(service.newUserAgent(), link, credentials)).url.href, `${service.issuer}/ui/console`)
    })

    test('a terminal shows the link, and no file has it', async () => {
      const directory = await temporaryDirectory()
      const [binary, ...args] = inTerminal(runtime.command(serviceProgram, directory.path))
      const settings = { SYMBOLON_PORT: String(await freePort()), SYMBOLON_LOG_LEVEL: 'error' }
      const child = spawn(binary, args, { cwd: directory.path, env: cleanEnvironment(settings), stdio: ['pipe', 'pipe', 'inherit'] })
      const ended = once(child, 'exit')
      let [text, interrupted] = ['', false]
      for await (const chunk of child.stdout.setEncoding('utf8')) {
        text += String(chunk)
        if (interrupted || !text.includes('The console: ')) continue
        // Ctrl-C.
        child.stdin.write('\u0003')
        interrupted = true
      }
      assert.match(text, /^ {4}link {8}http:\/\/localhost:\d+\/ui\/login\/invitation\/link\?flow=\S+\r?$/m)
      assert.deepEqual(await ended, [0, null])
      await assert.rejects(stat(join(directory.path, '.symbolon/setup-link')), { code: 'ENOENT' })
      await directory.dispose()
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
      const request = lines.find(({ event, path }) => event === 'request' && path === '/.well-known/openid-configuration')
      assert.equal(request?.['status'], 200)
    })

    test('Ctrl-C ends it with exit code 0', async () => {
      service.kill('SIGINT')
      assert.deepEqual(await service.ended, { code: 0, signal: null })
    })
  })
}
