// What may not be stored, each refused in its own row with its path while its object and its neighbours are stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientIdProblem, clientSecretProblem, tokenProblem } from '../src/validate/client-credentials.ts'
import { domainNameProblem, identifierProblem, userIdProblem } from '../src/validate/identifier.ts'
import { publicKeyProblem } from '../src/validate/public-key.ts'
import { originProblem, uriProblem } from '../src/validate/uri.ts'
import { emailProblem, normalizeEmail, passwordProblem, phoneProblem } from '../src/validate/user.ts'
import { person } from './full-document.ts'
import { instances, lines } from './instance.ts'
import { pem, privateKey, publicKey, rsa } from './keys.ts'

const openInstance = instances()

const web = { ownScheme: false }
const native = { ownScheme: true }

const uris: readonly (readonly [string, { readonly ownScheme: boolean }, string | undefined])[] = [
  ['https://app.example/cb', web, undefined],
  ['HTTPS://APP.EXAMPLE:443/cb?', web, undefined],
  ['https://app.example/cb?tenant=1&codes=2', web, undefined],
  ['https://app.example/%C3%BC', web, undefined],
  ['http://app.example/cb', web, undefined],
  ['http://[::1]:8080/cb', native, undefined],
  ['com.example.app:/cb', native, undefined],
  ['com.example.app://cb', native, undefined],
  ['com.example.app:/cb', web, 'uri_scheme_not_native'],
  ['', web, 'uri_empty'],
  ['/cb', web, 'uri_malformed'],
  ['https:evil.example', web, 'uri_malformed'],
  ['https:///cb', web, 'uri_malformed'],
  ['https:/\\evil.example/cb', web, 'uri_malformed'],
  ['https://app.example/<script>', web, 'uri_malformed'],
  ['https://app.example@evil.example/cb', web, 'uri_userinfo'],
  ['https://*.app.example/cb', web, 'uri_wildcard'],
  [`https://app.example/${'x'.repeat(2048)}`, web, 'uri_too_long'],
]
for (const [uri, rules, reason] of uris) {
  test(`the redirect URI ${uri.slice(0, 40)} of a ${rules.ownScheme ? 'native' : 'web'} app is ${reason ?? 'stored'}`, () => {
    assert.equal(uriProblem(uri, rules), reason)
  })
}

const scripts = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://a/b',
  'file:///etc/passwd',
  'about:blank',
  'view-source:https://a',
]
for (const uri of scripts) {
  test(`RU-10 ES-04 ${uri} is refused for every type of app`, () => {
    assert.deepEqual([uriProblem(uri, web), uriProblem(uri, native)], ['uri_scheme_forbidden', 'uri_scheme_forbidden'])
  })
}
const disguised = [
  ' data:text/html,x',
  'java\tscript:alert(1)',
  'https://app.example/c b',
  'https://app.example/\u0000',
  'https://app.example/\u0085',
]
for (const uri of disguised) {
  test(`RU-10 ${JSON.stringify(uri)} is refused before its scheme is looked at`, () =>
    assert.equal(uriProblem(uri, native), 'uri_control_character'))
}
for (const uri of ['https://app.example/cb#', 'https://app.example/cb#x', 'com.example.app:/cb#x']) {
  test(`RU-11 ${uri} is refused for its fragment`, () => assert.equal(uriProblem(uri, native), 'uri_fragment'))
}
for (const name of ['code', 'state', 'iss', 'error', 'access_token', 'id_token', 'response', 'c%6Fde']) {
  test(`RU-16 a redirect URI with ${name} in its query is refused`, () => {
    assert.equal(uriProblem(`https://app.example/cb?x=1&${name}=y`, web), 'uri_response_parameter')
  })
}
for (const uri of ['https://app.example/ü', 'https://ａpp.example/cb', 'https://bücher.example/cb']) {
  test(`RU-21 ${uri} is refused with the advice to encode it`, () => assert.equal(uriProblem(uri, web), 'uri_not_ascii'))
}

test('RU-11 RU-12 redirect URIs are stored byte for byte, plain http included', async () => {
  const instance = await openInstance()
  const redirectUris = ['HTTPS://App.Example:443/cb?', 'http://app.example/cb']
  await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        oidcApps: [
          { appId: 'a', clientId: 'a', app: { projectId: 'p', name: 'a', redirectUris, authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' } },
        ],
      },
    ],
  })
  assert.deepEqual((await instance.stores.clients.find('a'))?.redirectUris, redirectUris)
})

for (const [origin, reason] of [
  ['https://app.example', undefined],
  ['http://localhost:3000', undefined],
  ['capacitor://localhost', undefined],
  ['https://app.example/', 'origin_malformed'],
  ['https://app.example:443', 'origin_malformed'],
  ['https://App.Example', 'origin_malformed'],
  ['https://a@app.example', 'origin_malformed'],
  ['*', 'origin_malformed'],
  ['null', 'origin_malformed'],
  ['file://localhost', 'uri_scheme_forbidden'],
] as const) {
  test(`the origin ${origin} is ${reason ?? 'stored'}`, () => assert.equal(originProblem(origin), reason))
}

for (const [email, reason] of [
  ['ann@shop.example', undefined],
  ['ann+x@localhost', undefined],
  ["Ann.O'Hara@bücher.example", undefined],
  ['ann＠shop.example', undefined],
  ['ann', 'email_malformed'],
  ['ann@', 'email_malformed'],
  ['@shop.example', 'email_malformed'],
  ['ann@shop.example＠evil.example', 'email_malformed'],
  ['ann@@shop.example', 'email_malformed'],
  ['a b@shop.example', 'email_malformed'],
  ['ann@shop.example\r\nBcc: x@evil.example', 'email_malformed'],
  ['ann@shop..example', 'email_malformed'],
  ['an\u200bn@shop.example', 'email_malformed'],
  ['<ann@shop.example>', 'email_malformed'],
  [`${'x'.repeat(65)}@shop.example`, 'email_malformed'],
] as const) {
  test(`UN-02 the email ${JSON.stringify(email.slice(0, 40))} is, once normalised, ${reason ?? 'stored'}`, () => {
    assert.equal(emailProblem(normalizeEmail(email))?.reason, reason)
  })
}
test('UN-02 an email is stored in the form that was validated', async () => {
  const instance = await openInstance()
  const humanUsers = [person('u', 'u', { email: { email: 'ann＠shop.example' } })]
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers }] })
  assert.equal((await instance.stores.users.find('u'))?.email?.address, 'ann@shop.example')
})

for (const [phone, reason] of [
  ['+41 44 000 00 00', undefined],
  ['+1(555)010', undefined],
  ['044 000 00 00', 'phone_malformed'],
  ['+41x', 'phone_malformed'],
] as const) {
  test(`the phone number ${phone} is ${reason ?? 'stored'}`, () => assert.equal(phoneProblem(phone)?.reason, reason))
}

for (const [given, stored] of [
  ['de_CH', 'de-CH'],
  ['EN-us', 'en-US'],
  ['und', undefined],
  ['C', undefined],
  ['i klingon', undefined],
  // Its canonical form has 39 characters, and an export that has more than 35 cannot be read again.
  ['sh_RS_x_abcdefgh_abcdefgh_abcdefgh', undefined],
] as const) {
  test(`the language ${given} is ${stored ?? 'left out'}`, async () => {
    const instance = await openInstance()
    const profile = { firstName: 'A', lastName: 'B', preferredLanguage: given }
    const report = await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'u', { profile })] }] })
    assert.equal((await instance.stores.users.find('u'))?.preferredLanguage, stored)
    const rows = ['C', 'i klingon', 'sh_RS_x_abcdefgh_abcdefgh_abcdefgh'].includes(given)
      ? ['refused orgs[0].humanUsers[0].user.profile.preferredLanguage language_malformed']
      : []
    assert.deepEqual(lines(report, 'refused'), rows)
  })
}

test('client ids are 1 to 255 visible ASCII characters; secrets and tokens in clear have at least 32', () => {
  for (const clientId of ['a', '123@project', 'x'.repeat(255)]) assert.equal(clientIdProblem(clientId), undefined, clientId)
  for (const clientId of ['', 'a b', 'ü', 'a\n', 'x'.repeat(256)]) {
    assert.equal(clientIdProblem(clientId)?.reason, 'client_id_malformed', clientId)
  }
  assert.equal(clientSecretProblem('x'.repeat(31))?.reason, 'client_secret_short')
  assert.equal(clientSecretProblem('x'.repeat(32)), undefined)
  assert.equal(tokenProblem('x'.repeat(31))?.reason, 'token_short')
})

test('passwords in clear have 1 to 1024 bytes', () => {
  assert.deepEqual(
    ['', 'x'.repeat(1025), 'ü'.repeat(513)].map((password) => passwordProblem(password)?.reason),
    ['password_empty', 'password_too_long', 'password_too_long'],
  )
  assert.deepEqual(['x', 'x'.repeat(1024), undefined].map(passwordProblem), [undefined, undefined, undefined])
})

test('ids have 1 to 200 characters without control characters', () => {
  for (const id of ['', '.', '..', 'x'.repeat(201), 'a\nb', '\ud800']) assert.equal(identifierProblem([id])?.reason, 'id_malformed')
  for (const id of ['ü', 'a b', '💥', '']) assert.equal(userIdProblem(id)?.reason, 'user_id_not_ascii')
  assert.equal(userIdProblem('auth0|60425dc43519d90068f82973'), undefined)
  for (const id of ['auth0|60425dc', '🔑'.repeat(200)]) assert.equal(identifierProblem([id]), undefined)
})

test('domains are host names', () => {
  for (const name of ['shop.example', 'localhost', 'xn--bcher-kva.example', '127.0.0.1']) {
    assert.equal(domainNameProblem(name), undefined, name)
  }
  for (const name of ['', 'a b', 'bücher.example', 'shop.example.', '-a.example', 'a@b', 'x'.repeat(64)]) {
    assert.equal(domainNameProblem(name)?.reason, 'domain_malformed', name)
  }
})

const ecPoint = await publicKey({ name: 'ECDSA', namedCurve: 'P-256' })
const keys: readonly (readonly [string, string, string | undefined])[] = [
  ['RSA of 2048 bits', pem(await publicKey(rsa(2048))), undefined],
  ['RSA labelled as exports do', pem(await publicKey(rsa(2048)), 'RSA PUBLIC KEY'), undefined],
  ['EC P-256', pem(ecPoint), undefined],
  ['Ed25519', pem(await publicKey({ name: 'Ed25519' })), undefined],
  ['RSA of 1024 bits', pem(await publicKey(rsa(1024))), 'key_weak'],
  ['RSA with exponent 3', pem(await publicKey(rsa(2048, [3]))), 'key_weak'],
  ['EC P-384', pem(await publicKey({ name: 'ECDSA', namedCurve: 'P-384' })), 'key_unsupported'],
  ['a point off the curve', pem(ecPoint.map((byte, index) => (index === ecPoint.length - 1 ? byte ^ 1 : byte))), 'key_unsupported'],
  ['a private key', pem(await privateKey(), 'PRIVATE KEY'), 'key_private'],
  ['a private key behind a public one', btoa(`${atob(pem(ecPoint))}${atob(pem(await privateKey(), 'PRIVATE KEY'))}`), 'key_private'],
  ['private bytes under a public label', pem(await privateKey()), 'key_unsupported'],
  ['a private JWK', btoa('{"kty":"EC","d":"x"}'), 'key_private'],
  ['a symmetric JWK', btoa('{"kty":"oct","k":"x"}'), 'key_private'],
  ['no PEM', btoa('hello'), 'key_malformed'],
  ['no base64', '%', 'key_malformed'],
]
for (const [title, key, reason] of keys) {
  test(`CA-18 ${title} is ${reason ?? 'stored'}`, async () => assert.equal(await publicKeyProblem(key), reason))
}

test('a refused object is named by path and member, keeps its value to itself, and does not sink its neighbours', async () => {
  const instance = await openInstance()
  const oidcApp = (appId: string, app: object): object => ({
    appId,
    app: { projectId: 'p', name: appId, authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE', ...app },
  })
  const report = await instance.apply({
    instance: {
      securityPolicy: { allowedOrigins: ['https://ok.example', '*'] },
      labelPolicy: { primaryColor: '#123456', logo: `data:image/png;base64,${btoa('<html></html>')}` },
    },
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        domains: [{ domainName: 'no domain' }],
        loginPolicy: { defaultRedirectUri: 'javascript:alert(1)' },
        oidcApps: [
          oidcApp('a', { redirectUris: ['https://ok.example/cb', 'javascript:alert(1)'] }),
          oidcApp('b', { postLogoutRedirectUris: ['data:,x'] }),
          oidcApp('c', { additionalOrigins: ['https://ok.example/'] }),
          oidcApp('d', { backChannelLogoutUri: 'file:///x' }),
          { ...oidcApp('e', {}), clientId: 'ü' },
          oidcApp('f', { redirectUris: ['https://ok.example/cb'] }),
        ],
        machineUsers: [{ userId: 'm', user: { userName: 'm', name: 'M' } }],
        machineKeys: [{ keyId: 'k', userId: 'm', publicKey: btoa('hello') }],
        humanUsers: [
          person('1', 'раypal'),
          person('2', ''),
          person('3', 'a\u200bb'),
          person('4', 'four', { email: { email: 'x' } }),
          person('5', 'five', { phone: { phone: '044' } }),
          person('6', 'six', { password: 'x'.repeat(1025) }),
          person('7', 'seven'),
        ],
      },
    ],
  })
  assert.deepEqual(lines(report, 'refused'), [
    'refused orgs[0].domains[0].domainName domain_malformed',
    'refused orgs[0].loginPolicy.defaultRedirectUri uri_scheme_forbidden',
    'refused orgs[0].humanUsers[0].user.userName user_name_mixed_script',
    'refused orgs[0].humanUsers[1].user.userName user_name_empty',
    'refused orgs[0].humanUsers[2].user.userName user_name_invisible_character',
    'refused orgs[0].humanUsers[3].user.email.email email_malformed',
    'refused orgs[0].humanUsers[4].user.phone.phone phone_malformed',
    'refused orgs[0].humanUsers[5].user.password password_too_long',
    'refused orgs[0].oidcApps[0].app.redirectUris[1] uri_scheme_forbidden',
    'refused orgs[0].oidcApps[1].app.postLogoutRedirectUris[0] uri_scheme_forbidden',
    'refused orgs[0].oidcApps[2].app.additionalOrigins[0] origin_malformed',
    'refused orgs[0].oidcApps[3].app.backChannelLogoutUri uri_scheme_forbidden',
    'refused orgs[0].oidcApps[4].clientId client_id_malformed',
    'refused orgs[0].machineKeys[0].publicKey key_malformed',
    'refused instance.labelPolicy.logo image_unsupported',
    'refused instance.securityPolicy.allowedOrigins[1] origin_malformed',
  ])
  assert.ok(!JSON.stringify(report).includes('alert'))
  assert.notEqual(await instance.content({ kind: 'oidcApp', key: ['f'] }), undefined)
  assert.notEqual(await instance.stores.users.find('7'), undefined)
})
