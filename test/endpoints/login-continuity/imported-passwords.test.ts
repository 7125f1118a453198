// Who comes with a hash from another system signs in with the password of before, and with the same password when the hash is ours.
import { secretHashing } from '@symbolon/secret-hashing'
import { alice } from '@symbolon/test-kit'
import type { Credentials } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { acmeWith } from '../../support/acme.ts'
import { authorize, codeOf, redeem } from '../../support/code-flow.ts'
import { hashesOfOrigins, passwordOfHashes } from '../../support/imported-hashes.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { codeAt, isSignedIn, otpSecret, wrongCode } from '../../support/second-factor.ts'

const people = hashesOfOrigins.map(([scheme, value], index) => ({ scheme, value, userId: `person-${index}` }))
const ours = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

let provider: TestProvider
before(async () => {
  provider = await startTestProvider({
    document: acmeWith({
      humanUsers: people.map(({ userId, value }, index) => ({
        userId,
        user: {
          userName: userId,
          hashedPassword: { value },
          profile: { firstName: 'P', lastName: String(index) },
          // Every other one comes with an authenticator app.
          ...(index % 2 === 0 ? {} : { otpCode: otpSecret }),
        },
      })),
    }),
  })
})
after(async () => await provider.close())

const hashOf = async (userId: string): Promise<string | undefined> => (await provider.storage.stores.passwords?.find(userId))?.hash

/** Through the code flow, in a new browser. */
async function signIn(userId: string, password = passwordOfHashes, code = () => codeAt(provider)) {
  const credentials: Credentials = { loginName: `${userId}@acme.example`, password, code }
  return await authorize(provider, {}, provider.newUserAgent(), credentials)
}

for (const [index, { scheme, userId, value }] of people.entries()) {
  test(`a person who came with ${scheme} (${value.slice(0, 24)}…) signs in, the hash becomes argon2id, and they sign in again`, async () => {
    assert.equal(await hashOf(userId), value)
    assert.ok(!isSignedIn(await signIn(userId, `${passwordOfHashes}!`)))
    assert.equal(await hashOf(userId), value, 'a wrong password changes nothing')
    provider.clock.advance(3600)
    if (index % 2 === 1) {
      assert.ok(!isSignedIn(await signIn(userId, passwordOfHashes, () => wrongCode(provider))))
      provider.clock.advance(3600)
    }
    for (let count = 0; count < 2; count++) {
      const { body } = await redeem(provider, codeOf(await signIn(userId)))
      assert.equal(typeof body['id_token'], 'string')
      assert.match((await hashOf(userId)) ?? '', ours)
      provider.clock.advance(60)
    }
    assert.ok(!isSignedIn(await signIn(userId, `${passwordOfHashes}!`)))
  })
}

test('PW-10 a password that is longer than bcrypt reads stays the password, also after a typing error in what follows', async () => {
  const userId = 'long'
  const value = '$2$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe'
  const user = { userName: userId, hashedPassword: { value }, profile: { firstName: 'L', lastName: 'Ong' } }
  await provider.apply(acmeWith({ humanUsers: [{ userId, user }] }))
  const own = `${'a'.repeat(72)}b`
  for (const password of [`${'a'.repeat(72)}c`, own, own]) {
    assert.ok(isSignedIn(await signIn(userId, password)), password)
    assert.equal(await hashOf(userId), value)
    provider.clock.advance(60)
  }
  await provider.apply(acmeWith({ humanUsers: [{ userId, user, state: 'USER_STATE_DELETED' }] }))
})

test('when the last slow hash is gone, refusals do not wait any more', async () => {
  assert.equal(await provider.storage.stores.passwords?.slowest(), 0)
})

describe('a second factor that came with a document', () => {
  test('protects from the first sign-in on', async () => {
    const person = people.find((_, index) => index % 2 === 1)
    const page = await authorize(provider, {}, provider.newUserAgent(), {
      loginName: `${person?.userId}@acme.example`,
      password: passwordOfHashes,
    })
    assert.match(page.text, /name="code"/)
  })

  test('OT-08 is reported when it cannot be honoured, and spelled in any way that apps write it is the same', async () => {
    const secret = 'jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp'
    const user = { profile: { firstName: 'S', lastName: 'P' }, password: 'a password of another user' }
    const { entries } = await provider.apply(
      acmeWith({
        humanUsers: [
          { userId: 'spelled', user: { ...user, userName: 'spelled', otpCode: secret } },
          ...['no base32!', 'ABC', 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&algorithm=SHA256&digits=8&period=60'].map(
            (otpCode, index) => ({ userId: `bad-${index}`, user: { ...user, userName: `bad-${index}`, otpCode } }),
          ),
        ],
      }),
    )
    const reported = entries.filter(({ reason }) => reason === 'otp_secret_malformed')
    assert.equal(reported.length, 3)
    // The password alone, which was not enough where they come from, is not enough here.
    for (const index of [0, 1, 2]) {
      assert.ok(
        !isSignedIn(
          await authorize(provider, {}, provider.newUserAgent(), { loginName: `bad-${index}@acme.example`, password: user.password }),
        ),
      )
    }
    const plain = secret.replaceAll(' ', '').toUpperCase()
    const page = await authorize(provider, {}, provider.newUserAgent(), {
      loginName: 'spelled@acme.example',
      password: user.password,
      code: () => codeAt(provider, 0, plain),
    })
    assert.ok(isSignedIn(page))
  })
})

test('PW-13 a password that is changed while its old hash is replaced stays the new one', async () => {
  const changed = 'the changed password of alice'
  const hashing = secretHashing()
  const changing = await startTestProvider({
    hashing: {
      ...hashing,
      async hash(secret) {
        const hash = await hashing.hash(secret)
        // The owner of the account changes the password while the sign-in with the old password hashes it again.
        if (secret === passwordOfHashes) await changing.apply(documentOf(changed))
        return hash
      },
    },
    document: acmeWith({ humanUsers: [{ userId: 'slow', user: { userName: 'slow', hashedPassword: { value: bcryptHash }, profile } }] }),
  })
  try {
    const signInWith = async (password: string) =>
      await authorize(changing, {}, changing.newUserAgent(), { loginName: 'slow@acme.example', password })
    // The sign-in that the change overtook ends with the old password, and so does the next one.
    assert.ok(!isSignedIn(await signInWith(passwordOfHashes)))
    assert.ok(!isSignedIn(await signInWith(passwordOfHashes)))
    changing.clock.advance(60)
    assert.ok(isSignedIn(await signInWith(changed)))
    assert.ok(isSignedIn(await authorize(changing, {}, changing.newUserAgent(), alice)))
  } finally {
    await changing.close()
  }
})

const profile = { firstName: 'S', lastName: 'Low' }
const bcryptHash = hashesOfOrigins.find(([scheme]) => scheme === 'bcrypt')?.[1] ?? ''
const documentOf = (password: string) => acmeWith({ humanUsers: [{ userId: 'slow', user: { userName: 'slow', password, profile } }] })
