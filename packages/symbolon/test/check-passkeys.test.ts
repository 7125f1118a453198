// The RP ID of passkeys is checked before anything is opened.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPasskeys } from '../src/check-passkeys.ts'
import { readConfiguration } from '../src/configuration.ts'

for (const [issuer, rpId] of [
  ['https://id.acme.co.uk', 'id.acme.co.uk'],
  ['https://id.acme.co.uk', 'acme.co.uk'],
  ['https://id.acme.internal', 'acme.internal'],
  ['http://localhost:8080', 'localhost'],
] as const) {
  test(`${rpId} may be the RP ID of ${issuer}`, async () => await checkPasskeys({ issuer, passkeys: { rpId } }))
}

for (const [issuer, rpId, expected] of [
  ['https://id.acme.co.uk', 'co.uk', /public suffix/],
  ['https://acme.github.io', 'github.io', /public suffix/],
  ['https://id.internal', 'internal', /public suffix/],
  ['https://id.acme.example', 'cme.example', /the host of the issuer, or a parent domain/],
  ['https://id.acme.example', 'login.id.acme.example', /the host of the issuer, or a parent domain/],
  ['https://id.acme.example', 'other.example', /the host of the issuer, or a parent domain/],
  ['https://127.0.0.1', '0.1', /the host of the issuer, or a parent domain/],
] as const) {
  test(`${rpId} cannot be the RP ID of ${issuer}`, async () => {
    await assert.rejects(checkPasskeys({ issuer, passkeys: { rpId } }), { code: 'invalid_configuration', message: expected })
  })
}

test('the settings name the RP ID and the related origins', () => {
  const settings = {
    SYMBOLON_PASSKEY_RP_ID: 'acme.example',
    SYMBOLON_PASSKEY_RELATED_ORIGINS: 'https://login.acme.test, https://acme.test:8443',
  }
  const related = ['https://login.acme.test', 'https://acme.test:8443']
  assert.deepEqual(readConfiguration(settings).passkeys, { rpId: 'acme.example', relatedOrigins: related })
  assert.deepEqual(readConfiguration({}).passkeys, {})
})

for (const [name, value] of [
  ['SYMBOLON_PASSKEY_RP_ID', 'https://acme.example'],
  ['SYMBOLON_PASSKEY_RP_ID', 'Acme.example'],
  ['SYMBOLON_PASSKEY_RELATED_ORIGINS', 'http://login.acme.test'],
  ['SYMBOLON_PASSKEY_RELATED_ORIGINS', 'https://login.acme.test/'],
  ['SYMBOLON_PASSKEY_RELATED_ORIGINS', ','],
] as const) {
  test(`${name} cannot be ${value}`, () => {
    assert.throws(() => readConfiguration({ [name]: value }), { code: 'invalid_configuration', message: new RegExp(`^${name} must be`) })
  })
}
