// The set-up texts of applications: each is parsed by a grammar of its language, whatever the values hold.
import type { Parser } from '@lezer/common'
import { parser as go } from '@lezer/go'
import { parser as python } from '@lezer/python'
import { parser as yaml } from '@lezer/yaml'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { parseEnv } from 'node:util'
import { parseSync } from 'oxc-parser'
import { setupsOf } from '../src/applications/setup/setup.ts'
import { shellWord } from '../src/applications/setup/values.ts'
import type { Kind, Method, Setup, SetupValues } from '../src/applications/setup/values.ts'

const methods: Readonly<Record<Kind, readonly Method[]>> = {
  web: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  spa: ['none'],
  native: ['none'],
  api: ['client_secret_basic', 'private_key_jwt'],
  service: ['client_secret_basic'],
}

const plain = { issuer: 'https://id.example', clientId: '301234567890123456', redirectUri: 'https://app.example/callback' }

/** Characters that may occur in a client id and in an address, and end a literal in some language. */
const awkward = {
  issuer: 'http://localhost:8080',
  clientId: `it's"a$client\\{0}\`x\`#%s`,
  redirectUri: `https://app.example/c'b?a=$(id)&b=%22x%22&c=\${HOME}`,
}

function valuesOf(kind: Kind, method: Method, base: typeof plain): SetupValues {
  return { ...base, kind, method, secret: 'xN8-_secret', scopes: ['openid', 'profile', 'offline_access'] }
}

function lezer(parser: Parser, text: string): void {
  const broken: string[] = []
  parser.parse(text).iterate({
    enter({ type, from }) {
      if (type.isError) broken.push(text.slice(from, from + 40))
    },
  })
  assert.deepEqual(broken, [])
}

/** @throws AssertionError unless the text is one of its language */
function parse({ language, text }: Setup): void {
  switch (language) {
    case 'javascript':
    case 'typescript':
      assert.deepEqual(parseSync(`setup.${language === 'javascript' ? 'mjs' : 'ts'}`, text).errors, [])
      break
    case 'go':
      lezer(go, text)
      break
    case 'python':
      lezer(python, text)
      break
    case 'yaml':
      lezer(yaml, text)
      break
    case 'env':
      assert.ok(Object.keys(parseEnv(text)).length > 2)
      break
    case 'shell':
      execFileSync('sh', ['-n'], { input: text })
      break
  }
}

for (const [values, base] of Object.entries({ plain, awkward })) {
  describe(`with ${values} values`, () => {
    for (const [kind, each] of Object.entries(methods)) {
      for (const method of each) {
        for (const setup of setupsOf(valuesOf(kind as Kind, method, base))) {
          test(`${kind} with ${method}: ${setup.title}`, () => {
            parse(setup)
            assert.ok(setup.language === 'env' || !setup.text.includes('xN8-_secret'), 'the secret stands in the environment alone')
          })
        }
      }
    }
  })
}

test('a grammar refuses a text with an open literal', () => {
  const open = { javascript: 'x = ["a', go: 'package main\nvar x = ["a"', python: 'x = ["a', yaml: 'x: ["a' } as const
  for (const language of ['javascript', 'go', 'python', 'yaml'] as const) {
    assert.throws(() => parse({ id: 'x', title: 'x', language, text: open[language] }), assert.AssertionError, language)
  }
})

test('a client without a secret is given no text that reads one', () => {
  for (const kind of ['web', 'spa', 'native'] as const) {
    for (const { title, text } of setupsOf(valuesOf(kind, 'none', plain))) assert.ok(!text.includes('CLIENT_SECRET'), `${kind}: ${title}`)
  }
})

test('the environment block comes first and holds what the application has', () => {
  const [environment] = setupsOf({ ...valuesOf('web', 'client_secret_basic', plain), postLogoutRedirectUri: 'https://app.example/bye' })
  assert.deepEqual(
    { ...parseEnv(environment?.text ?? '') },
    {
      OIDC_ISSUER: 'https://id.example',
      OIDC_DISCOVERY: 'https://id.example/.well-known/openid-configuration',
      OIDC_CLIENT_ID: '301234567890123456',
      OIDC_CLIENT_SECRET: 'xN8-_secret',
      OIDC_REDIRECT_URI: 'https://app.example/callback',
      OIDC_POST_LOGOUT_REDIRECT_URI: 'https://app.example/bye',
      OIDC_SCOPE: 'openid profile offline_access',
    },
  )
})

test('a shell reads a word as it was', () => {
  for (const value of [...Object.values(plain), ...Object.values(awkward)]) {
    const read = execFileSync('sh', ['-c', `printf %s ${shellWord(value)}`], { encoding: 'utf8' })
    assert.equal(read, value)
  }
})
