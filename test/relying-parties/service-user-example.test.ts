// examples/service-user, run as its README says, with key files as they are handed out.
import { createRemoteJWKSet, jwtVerify } from 'jose'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { readKeyFile } from '../../examples/service-user/src/key-file.ts'
import { introspect, requestAccessToken } from '../../examples/service-user/src/provider.ts'
import { root } from '../support/run-command.ts'
import { serviceUserDocument } from '../support/service-users.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

/** RSA in both envelopes, and the other two kinds of keys. */
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const okp = generateKeyPairSync('ed25519').privateKey
const pems: Readonly<Record<string, { readonly key: KeyObject; readonly pem: string | Buffer }>> = {
  'rsa-pkcs1': { key: rsa, pem: rsa.export({ type: 'pkcs1', format: 'pem' }) },
  'rsa-pkcs8': { key: rsa, pem: rsa.export({ type: 'pkcs8', format: 'pem' }) },
  'ec-pkcs8': { key: ec, pem: ec.export({ type: 'pkcs8', format: 'pem' }) },
  'ed25519-pkcs8': { key: okp, pem: okp.export({ type: 'pkcs8', format: 'pem' }) },
}
const portalScope = 'urn:symbolon:iam:org:project:id:portal:aud'

let service: TestService
let directory: string
let api: Server
let apiUrl: string

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'symbolon-service-user-'))
  const publicKey = (key: KeyObject): string => btoa(String(createPublicKey(key).export({ type: 'spki', format: 'pem' })))
  const machineKeys = Object.entries(pems).map(([keyId, { key }]) => ({
    keyId,
    userId: 'robot-jwt',
    type: 'KEY_TYPE_JSON' as const,
    publicKey: publicKey(key),
  }))
  service = await startTestService({
    tls: false,
    document: serviceUserDocument([], {
      more: {
        machineKeys,
        apiApps: [
          {
            appId: 'api',
            clientId: 'api',
            app: { projectId: 'portal', name: 'API', authMethodType: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' },
          },
        ],
        appKeys: [{ id: 'api-key', projectId: 'portal', appId: 'api', clientId: 'api', type: 'KEY_TYPE_JSON', publicKey: publicKey(ec) }],
      },
    }),
  })
  for (const [keyId, { pem }] of Object.entries(pems))
    await writeKeyFile(keyId, { type: 'serviceaccount', keyId, key: String(pem), userId: 'robot-jwt' })
  await writeKeyFile('application', {
    type: 'application',
    keyId: 'api-key',
    key: String(pems['ec-pkcs8']?.pem),
    appId: 'api',
    clientId: 'api',
  })
  ;({ api, apiUrl } = await startApi())
})
after(async () => {
  api.close()
  await service.stop()
  await rm(directory, { recursive: true })
})

const fileOf = (name: string): string => join(directory, `${name}.json`)

async function writeKeyFile(name: string, content: object): Promise<void> {
  await writeFile(fileOf(name), JSON.stringify(content), { mode: 0o600 })
}

/** An API that takes tokens for the project `portal`, and says who calls. */
async function startApi(): Promise<{ api: Server; apiUrl: string }> {
  const keySet = createRemoteJWKSet(new URL(`${service.issuer}/oauth/v2/keys`))
  const api = createServer((request, response) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    jwtVerify(token, keySet, { issuer: service.issuer, audience: 'portal', typ: 'at+jwt' }).then(
      ({ payload }) => response.end(`Hello, ${payload.sub}`),
      () => response.writeHead(401).end('no'),
    )
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const address = api.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { api, apiUrl: `http://127.0.0.1:${address.port}/` }
}

async function run(
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  try {
    const args = ['--disable-warning=ExperimentalWarning', join(root, 'examples/service-user/src/main.ts')]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: { ISSUER: service.issuer, ...environment } })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { readonly code: number; readonly stdout: string; readonly stderr: string }
    return { code, stdout, stderr }
  }
}

for (const name of Object.keys(pems)) {
  test(`the program calls an API with the key file ${name}`, async () => {
    assert.deepEqual(await run({ KEY_FILE: fileOf(name), API_URL: apiUrl, SCOPE: portalScope }), {
      code: 0,
      stdout: '200 Hello, robot-jwt\n',
      stderr: '',
    })
  })
}

test('without an API it asks userinfo who it is', async () => {
  const { code, stdout } = await run({ KEY_FILE: fileOf('rsa-pkcs1'), SCOPE: 'openid profile' })
  assert.equal(code, 0)
  assert.equal((JSON.parse(stdout.slice('200 '.length)) as { readonly name: string }).name, 'Robot JWT')
})

test('an API that the token is not for refuses it, and the program ends with 1', async () => {
  assert.deepEqual(await run({ KEY_FILE: fileOf('rsa-pkcs1'), API_URL: apiUrl }), { code: 1, stdout: '401 no\n', stderr: '' })
})

test('an API learns by its own key file what the token is good for', async () => {
  const token = await requestAccessToken(service.issuer, await readKeyFile(fileOf('rsa-pkcs8')), `openid ${portalScope}`)
  const application = await readKeyFile(fileOf('application'))
  const answer = await introspect(service.issuer, application, token)
  assert.deepEqual([answer['active'], answer['sub'], answer['username']], [true, 'robot-jwt', 'robot-jwt@acme.example'])
  const other = await requestAccessToken(service.issuer, await readKeyFile(fileOf('rsa-pkcs8')), 'openid')
  assert.deepEqual(await introspect(service.issuer, application, other), { active: false })
  await assert.rejects(requestAccessToken(service.issuer, application, 'openid'), /cannot get tokens/)
})

test('an invalid key file is reported without its content', async () => {
  const secret = 'PRIVATE-THING'
  for (const [content, message] of [
    [{ type: 'serviceaccount', keyId: 'k', key: secret, userId: 'robot-jwt' }, /its key is not a private key in PEM/],
    [{ type: secret, keyId: 'k', key: 'x', userId: 'robot-jwt' }, /neither serviceaccount nor application/],
    [{ type: 'serviceaccount', key: String(pems['rsa-pkcs1']?.pem), userId: 'robot-jwt' }, /keyId is missing/],
  ] as const) {
    await writeKeyFile('bad', content)
    const { code, stderr } = await run({ KEY_FILE: fileOf('bad') })
    assert.equal(code, 1)
    assert.match(stderr, message)
    assert.ok(!stderr.includes(secret) && !stderr.includes('BEGIN'))
  }
  await writeFile(fileOf('bad'), `{"key": ${secret}`)
  const { stderr } = await run({ KEY_FILE: fileOf('bad') })
  assert.match(stderr, /it is not JSON/)
  assert.ok(!stderr.includes(secret))
})
