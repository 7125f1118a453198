// Questions before irreversible changes, messages about errors, and addresses of servers.
import { createClient } from '@symbolon/client'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIssuer } from '../src/access/authorization-server.ts'
import { confirm } from '../src/commands/call.ts'
import type { Call } from '../src/commands/call.ts'
import { runCommand } from '../src/commands/run.ts'
import { CommandError } from '../src/terminal/outcome.ts'
import type { Terminal } from '../src/terminal/terminal.ts'

interface Heard {
  printed: string
  noticed: string
  readonly asked: string[]
}

function terminal(
  answer: string | undefined,
  environment: Terminal['environment'] = {},
): { readonly terminal: Terminal; readonly heard: Heard } {
  const heard: Heard = { printed: '', noticed: '', asked: [] }
  return {
    heard,
    terminal: {
      environment: { XDG_CONFIG_HOME: '/nowhere', ...environment },
      width: 80,
      interactive: answer !== undefined,
      print: (text) => void (heard.printed += text),
      notify: (text) => void (heard.noticed += text),
      ask: async (question) => {
        heard.asked.push(question)
        return await Promise.resolve(answer ?? '')
      },
    },
  }
}

const given = (...options: readonly string[]) => ({
  words: [],
  has: (option: string) => options.includes(option),
  value: () => undefined,
  values: () => [],
})

const call = (answer: string | undefined, ...options: readonly string[]): Call => ({
  given: given(...options),
  terminal: terminal(answer).terminal,
  issuer: 'https://id.example',
  client: createClient({ issuer: 'https://id.example', token: '' }),
})

test('yes goes on, anything else does not, and no question is asked without a terminal', async () => {
  for (const answer of ['yes', 'y', ' YES ']) await confirm(call(answer), 'Remove it')
  for (const answer of ['', 'no', 'yes, but', 'n']) {
    await assert.rejects(confirm(call(answer), 'Remove it'), (error) => error instanceof CommandError && error.code === 'not_confirmed')
  }
  await assert.rejects(confirm(call(undefined), 'Remove it'), /^CommandError: Remove it\? There is no terminal to ask\. Add --yes\.$/)
  for (const option of ['yes', 'dry-run']) await confirm(call(undefined, option), 'Remove it')
})

test('the question names what is removed, and is asked once', async () => {
  const { terminal: asking, heard } = terminal('yes')
  await confirm({ ...call('yes'), terminal: asking }, 'Remove the project Shop')
  assert.deepEqual(heard.asked, ['Remove the project Shop? Type yes to go on: '])
})

test('a failure is a line for people, and with --json a document as well', async () => {
  const plain = terminal(undefined)
  assert.equal(await runCommand('orgs list', given(), plain.terminal), 1)
  assert.equal(plain.heard.printed, '')
  assert.match(plain.heard.noticed, /^symbolon: You are not signed in\. Run `symbolon login ISSUER`/)
  const json = terminal(undefined)
  assert.equal(await runCommand('orgs list', given('json'), json.terminal), 1)
  assert.equal((JSON.parse(json.heard.printed) as { readonly error: { readonly code: string } }).error.code, 'not_signed_in')
  assert.equal(json.heard.noticed, plain.heard.noticed)
})

test('a malformed token is not sent, and not repeated', async () => {
  const { terminal: own, heard } = terminal(undefined, { SYMBOLON_ISSUER: 'https://id.example', SYMBOLON_TOKEN: 'canary\ncanary' })
  assert.equal(await runCommand('whoami', given(), own), 1)
  assert.match(heard.noticed, /SYMBOLON_TOKEN is not a bearer token/)
  assert.doesNotMatch(heard.noticed, /canary/)
})

test('a server is an issuer: https, or this machine', () => {
  for (const issuer of [
    'https://id.example',
    'https://id.example/path',
    'https://id.example:8443',
    'http://localhost:8080',
    'http://127.0.0.1:1',
    'http://[::1]:1',
  ]) {
    assert.equal(readIssuer(issuer), issuer)
    assert.equal(readIssuer(`${issuer}/`), issuer)
  }
  const wrong = [
    'id.example',
    'ftp://id.example',
    'http://id.example',
    'http://localhost.example',
    'https://a:b@id.example',
    'https://id.example/?a',
  ]
  for (const text of wrong) assert.throws(() => readIssuer(text), CommandError, text)
})
