// `symbolon import --server` behind proxies that give up, connections that break, and servers that end: the import continues and is reported.
import { v1ExportText } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { readConfiguration } from '../../packages/symbolon/src/configuration.ts'
import { importAtServer } from '../../packages/symbolon/src/import-at-server.ts'
import type { PollTiming } from '../../packages/symbolon/src/import-at-server.ts'
import { commandProgram } from '../support/bundled-command.ts'
import { moverToken, operations } from '../support/mover.ts'
import { cleanEnvironment, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let service: TestService
const users = 1500
const settings = { SYMBOLON_TOKEN: moverToken }

before(async () => {
  directory = await temporaryDirectory()
  await writeFile(join(directory.path, 'v1.json'), v1ExportText({ humanUsers: users }))
  service = await startTestService({
    tls: false,
    document: { orgs: [operations], instanceMembers: [{ userId: 'mover', roles: ['IAM_OWNER'] }] },
  })
})
after(async () => {
  await service?.stop()
  await directory?.dispose()
})

type Proxied = (given: { readonly incoming: IncomingMessage; readonly answer: ServerResponse; readonly forward: () => void }) => void

/** A proxy that handles requests of the import with `treat`, and forwards all others. */
async function startProxy(t: TestContext, treat: Proxied): Promise<string> {
  const proxy = createServer((incoming, answer) => {
    const forward = (): void => {
      const upstream = request(
        `${service.issuer}${incoming.url ?? ''}`,
        { method: incoming.method, headers: incoming.headers },
        (answered) => {
          if (answer.writableEnded || answer.destroyed) return void answered.resume()
          answer.writeHead(answered.statusCode ?? 502, answered.headers)
          answered.pipe(answer)
        },
      )
      upstream.on('error', () => answer.destroy())
      incoming.pipe(upstream)
    }
    if (incoming.method === 'POST') treat({ incoming, answer, forward })
    else forward()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

/** A loaded machine takes its time to begin an import. */
const quick: PollTiming = { betweenQuestions: 20, unknown: 10_000, silence: 500 }
const configuration = readConfiguration(settings)

async function importInto(server: string, id: string, text = v1ExportText({ humanUsers: users }), timing = quick) {
  const options = { dryRun: true, update: false, withCredentials: false }
  return await importAtServer({ id, format: 'v1', options }, Buffer.from(text), server, configuration, timing)
}

test('the command prints the id of the import at once, and a proxy that answers 504 early does not end the command', async (t) => {
  const proxy = await startProxy(t, ({ incoming, answer, forward }) => {
    forward()
    incoming.once('end', () =>
      setTimeout(() => {
        answer.writeHead(504, { 'content-type': 'text/html' }).end('<h1>504 Gateway Time-out</h1>')
      }, 50),
    )
  })
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', commandProgram(), 'import', 'v1.json', '--v1', '--server', proxy],
    { cwd: directory.path, env: cleanEnvironment(settings), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [stdout, stderr, early] = ['', '', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    early ||= stdout === '' ? text : ''
    stderr += text
  })
  assert.equal(await new Promise((resolve) => child.once('close', resolve)), 0, stderr + stdout)
  const id =
    /^The id of the import is ([0-9a-f-]{36})\. If this command is stopped, run it again with --job-id \1\.\n/.exec(early)?.[1] ?? ''
  assert.match(stdout, /^The import is complete\.\n/)
  // Called again with the id, it answers the same and does nothing.
  const again = await runSymbolon(['import', 'v1.json', '--v1', '--server', service.issuer, '--job-id', id], settings, directory.path)
  assert.equal(again.stdout, stdout)
})

test('a connection that is cut once the server has the document does not end the command', async (t) => {
  const proxy = await startProxy(t, ({ incoming, answer, forward }) => {
    forward()
    incoming.once('end', () => setTimeout(() => answer.destroy(), 50))
  })
  assert.equal((await importInto(proxy, 'cut')).state, 'completed')
})

test('an answer that is cut in the middle is fetched again', async (t) => {
  const proxy = await startProxy(t, ({ incoming, answer }) => {
    incoming.pipe(
      request(`${service.issuer}${incoming.url ?? ''}`, { method: 'POST', headers: incoming.headers }, (answered) => {
        answer.writeHead(200, { 'content-type': 'application/json' })
        answered.once('data', (chunk: Uint8Array) => {
          answer.write(chunk.subarray(0, 20), () => answer.destroy())
          answered.resume()
        })
      }),
    )
  })
  assert.equal((await importInto(proxy, 'half')).state, 'completed')
})

test('an answer that never comes is not waited for: the server says that the import has ended', async (t) => {
  const begun: string[] = []
  const proxy = await startProxy(t, ({ incoming }) => {
    begun.push(incoming.url ?? '')
    incoming.pipe(
      request(
        `${service.issuer}${incoming.url ?? ''}`,
        { method: 'POST', headers: incoming.headers },
        (answered) => void answered.resume(),
      ),
    )
  })
  const report = await importInto(proxy, 'silent')
  assert.deepEqual([report.state, report.dryRun], ['completed', true])
  // The token is that of a service user, who could also call the endpoint that waits for the end.
  assert.deepEqual(begun, ['/manage/v1/imports'])
})

test('when the document never reached the server, the command says so', async (t) => {
  const proxy = await startProxy(t, ({ answer }) => void answer.destroy())
  await assert.rejects(importInto(proxy, 'lost', undefined, { ...quick, unknown: 500 }), {
    code: 'import_refused',
    message: /^Nothing was imported\. http:\/\/127\.0\.0\.1:\d+ cannot be reached: /,
  })
})

test('when the server is gone for long, the command says how to go on', async () => {
  await assert.rejects(importInto('http://127.0.0.1:1', 'gone'), {
    code: 'server_unreachable',
    message: /cannot be reached: [^\n]+ The state of the import is unknown\. Run the command again with --job-id gone\.$/,
  })
})

test('the command reports a refusal of the server at once, and shows the report of a failed import', async () => {
  await assert.rejects(importInto(service.issuer, 'silent', '{"orgs":[]}'), {
    code: 'server_refused',
    message: /answered 409: The id silent belongs to an import of another document/,
  })
  const deep = `{"orgs":[{"orgId":"deep","org":{"name":"Deep"},"humanUsers":[${'['.repeat(40)}${']'.repeat(40)}]}]}`
  const failed = await importInto(service.issuer, 'deep', deep).catch((error: unknown) => error)
  assert.ok(failed instanceof Error || (failed as { readonly state: string }).state === 'failed')
})
