// https://www.rfc-editor.org/rfc/rfc9700#section-2.1, https://www.rfc-editor.org/rfc/rfc8252#section-7.3
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUsableRedirectUri } from '../src/authorization/redirect-uri.ts'
import type { Client } from '../src/index.ts'
import { client } from './request.ts'

interface Row {
  readonly registered: string
  readonly of?: Partial<Client>
  readonly usable: readonly string[]
  readonly refused: readonly string[]
}

const native = { applicationType: 'native' } as const

const rows: readonly Row[] = [
  {
    registered: 'https://app.example/cb',
    usable: ['https://app.example/cb'],
    refused: [
      '',
      'https://app.example/cb/',
      'https://app.example/cb?',
      'https://app.example/cb#',
      'HTTPS://app.example/cb',
      'https://app.example:443/cb',
      'https://app.example/%63b',
      'http://app.example/cb',
      ' https://app.example/cb',
      'https://app.example/cb\0',
    ],
  },
  { registered: 'http://app.example/cb', usable: [], refused: ['http://app.example/cb'] },
  { registered: 'HTTP://app.example/cb', usable: [], refused: ['HTTP://app.example/cb', 'http://app.example/cb'] },
  { registered: 'http://app.example/cb', of: { devMode: true }, usable: ['http://app.example/cb'], refused: ['http://app.example:80/cb'] },
  { registered: 'http://app.example/cb', of: native, usable: [], refused: ['http://app.example/cb'] },
  { registered: 'http://localhost.evil.tld/cb', of: native, usable: [], refused: ['http://localhost.evil.tld/cb'] },
  { registered: 'http://127.0.0.1/cb', usable: [], refused: ['http://127.0.0.1/cb', 'http://127.0.0.1:1/cb'] },
  {
    registered: 'http://127.0.0.1/cb',
    of: { applicationType: 'user_agent' },
    usable: [],
    refused: ['http://127.0.0.1/cb', 'http://127.0.0.1:1/cb'],
  },
  {
    registered: 'http://127.0.0.1/cb',
    of: native,
    usable: ['http://127.0.0.1/cb', 'http://127.0.0.1:1/cb', 'http://127.0.0.1:65535/cb'],
    refused: [
      'http://127.0.0.1:/cb',
      'http://127.0.0.1:1/',
      'http://127.0.0.1:1/cb?x',
      'http://127.0.0.1:123456/cb',
      'http://127.0.0.1:1@evil.tld/cb',
      'http://127.0.0.1:-1/cb',
      'http://127.0.0.2:1/cb',
      'http://localhost:1/cb',
      'https://127.0.0.1:1/cb',
      'http://127.0.0.1:1/cb\n',
      'HTTP://127.0.0.1:1/cb',
    ],
  },
  {
    registered: 'http://localhost',
    of: native,
    usable: ['http://localhost', 'http://localhost:3000'],
    refused: ['http://localhost/', 'http://localhost:3000/', 'http://localhost.evil.tld', 'http://localhost?x'],
  },
  {
    registered: 'http://[::1]:80/cb?a=1',
    of: native,
    usable: ['http://[::1]/cb?a=1', 'http://[::1]:9/cb?a=1'],
    refused: ['http://[::1]:9/cb', 'http://::1/cb?a=1', 'http://[::2]/cb?a=1'],
  },
  {
    registered: 'http://localhost:3000/cb',
    of: { devMode: true },
    usable: ['http://localhost:3000/cb'],
    refused: ['http://localhost:3001/cb'],
  },
  {
    registered: 'com.example.app:/cb',
    of: native,
    usable: ['com.example.app:/cb'],
    refused: ['com.example.app://cb', 'com.example.app:/cb/'],
  },
]

for (const { registered, of = {}, usable, refused } of rows) {
  test(`registered ${registered}, ${JSON.stringify(of)}`, () => {
    const app = client({ redirectUris: ['https://other.example/', registered], ...of })
    for (const uri of usable) assert.equal(isUsableRedirectUri(uri, app), true, uri)
    for (const uri of refused) assert.equal(isUsableRedirectUri(uri, app), false, JSON.stringify(uri))
  })
}

test('a client without redirect URIs can be answered nowhere', () => {
  for (const uri of ['', 'https://app.example/cb', 'http://localhost:1/', 'undefined'])
    assert.equal(isUsableRedirectUri(uri, client({ ...native, redirectUris: [] })), false)
})
