// The composition in README.md is a program that runs as it stands there.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createUserAgent, signIn } from '@symbolon/test-kit'
import { readComposition } from '../support/readme-composition.ts'
import { freePort } from '../support/run-command.ts'

const here = dirname(fileURLToPath(import.meta.url))

async function discover(issuer: string, alive: () => boolean): Promise<Record<string, unknown>> {
  for (let attempt = 0; attempt < 200 && alive(); attempt += 1) {
    try {
      return (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
    } catch {
      await pause(50)
    }
  }
  throw new Error('The composition of README.md does not serve')
}

test('the composition in README.md is short, runs, serves discovery, and its first user signs in', async () => {
  const text = await readComposition()
  assert.ok(text.split('\n').length <= 32, 'it stays a thing to read at a glance')
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  // Packages are found from where the file is; the database is where the process is.
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-readme-'))
  const file = join(here, `.compose-${process.pid}.ts`)
  await writeFile(file, text.replaceAll('8080', String(port)))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    cwd: directory,
    env: { ...process.env, MASTER_KEY: btoa('a'.repeat(32)) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (said += chunk))
  try {
    const metadata = await discover(issuer, () => child.exitCode === null).catch((error: unknown) =>
      assert.fail(`${String(error)}\n${said}`),
    )
    assert.equal(metadata['issuer'], issuer)
    assert.deepEqual(metadata['grant_types_supported'], ['authorization_code'])
    const userAgent = createUserAgent(fetch)
    const start = await userAgent.get(`${issuer}/ui/account`)
    const page = await signIn(userAgent, start, { loginName: 'alice', password: 'correct horse battery staple' })
    assert.equal(page.url.pathname, '/ui/account')
    assert.match(page.text, /Alice Liddell/)
  } finally {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(file)
    await rm(directory, { recursive: true })
  }
})
