// TOTP secrets in documents: what a repeated document does to an app that its user has replaced or removed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otpSecretPurpose } from '@symbolon/core-protocol'
import { person } from './full-document.ts'
import { instances, lines, sealing } from './instance.ts'

const openInstance = instances()

const given = 'JBSWY3DPEHPK3PXP'
const chosen = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const purpose = otpSecretPurpose('u')

const documentOf = (otpCode: string): object => ({
  orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'ursula', { otpCode })] }],
})

type Instance = Awaited<ReturnType<typeof openInstance>>

async function secretOf({ stores }: Instance): Promise<string | undefined> {
  const stored = await stores.oneTimeCodes.find('u')
  return stored === undefined ? undefined : await sealing.open(stored.sealedSecret, purpose)
}

/** The user replaces the app, as in a set-up. */
async function replaceApp({ stores: { factorDrafts, oneTimeCodes, users } }: Instance): Promise<void> {
  const sealedSecret = await sealing.seal(chosen, purpose)
  await factorDrafts.begin({ userId: 'u', browser: 'browser', kind: 'otp', sealed: sealedSecret, expiresAt: 1000 }, 0)
  const replaces = (await oneTimeCodes.find('u'))?.sealedSecret
  const seen = await users.find('u')
  assert.ok(seen !== undefined)
  assert.equal(await oneTimeCodes.enrol({ userId: 'u', browser: 'browser', sealedSecret, step: 1, replaces, seen }, 0), true)
}

test('a document that is applied again changes nothing, however its secret is written', async () => {
  const instance = await openInstance()
  assert.deepEqual(lines(await instance.apply(documentOf(given)), 'ignored'), [])
  assert.equal(await secretOf(instance), given)
  const address = `otpauth://totp/Shop:ursula?secret=${given}&issuer=Shop&algorithm=SHA1&digits=6&period=30`
  const spelt = `otpauth://TOTP/ursula?secret=${given}&algorithm=HMACSHA1&digits=&period=`
  for (const again of [given, 'jbsw y3dp ehpk 3pxp', 'JBSW-Y3DP-EHPK-3PXP==', address, spelt]) {
    const before = await instance.stores.oneTimeCodes.find('u')
    const report = await instance.apply(documentOf(again))
    assert.deepEqual(lines(report, 'changed'), [], again)
    assert.deepEqual(await instance.stores.oneTimeCodes.find('u'), before, again)
  }
})

for (const demand of ['digits=8', 'period=60', 'algorithm=SHA256', 'encoder=steam']) {
  test(`the address of an app with ${demand} is refused: the login verifies codes of six digits over 30 seconds with SHA-1`, async () => {
    const report = await (await openInstance()).apply(documentOf(`otpauth://totp/ursula?secret=${given}&${demand}`))
    assert.deepEqual(lines(report, 'ignored'), ['ignored orgs[0].humanUsers[0].user.otpCode otp_secret_malformed'])
  })
}

test('a document that is applied again leaves the app in place with which its user replaced that of the document', async () => {
  const instance = await openInstance()
  await instance.apply(documentOf(given))
  await replaceApp(instance)
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(lines(await instance.apply(documentOf(given)), 'changed'), [])
    assert.equal(await secretOf(instance), chosen)
  }
})

test('a document that is applied again does not bring an app back that its user has removed', async () => {
  const instance = await openInstance()
  await instance.apply(documentOf(given))
  const { oneTimeCodes } = instance.stores
  assert.equal(await oneTimeCodes.remove('u', (await oneTimeCodes.find('u'))?.sealedSecret ?? ''), 'removed')
  await instance.apply(documentOf(given))
  assert.equal(await secretOf(instance), undefined)
})

test('a document with another secret acts, also after its user has replaced the app', async () => {
  const instance = await openInstance()
  await instance.apply(documentOf(given))
  await replaceApp(instance)
  const other = 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK'
  assert.equal(lines(await instance.apply(documentOf(other)), 'changed').length, 1)
  assert.equal(await secretOf(instance), other)
  assert.deepEqual(lines(await instance.apply(documentOf(other)), 'changed'), [])
  await instance.apply(documentOf(given))
  assert.equal(await secretOf(instance), given, 'the first secret counts as a new one when it returns')
})

test('a document without a secret leaves the app and what is known of its source alone', async () => {
  const instance = await openInstance()
  await instance.apply(documentOf(given))
  await replaceApp(instance)
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'ursula')] }] })
  await instance.apply(documentOf(given))
  assert.equal(await secretOf(instance), chosen)
})
