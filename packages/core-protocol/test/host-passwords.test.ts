// The passwords that a host compares: turns, and what a refused attempt costs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostHash, hostPasswords, isSecretHashingBusy } from '../src/index.ts'
import type { SecretVerification } from '../src/index.ts'

/** A comparison that ends when the test says so. */
function controlled() {
  const asked: { readonly userId: string | undefined; readonly end: (right: boolean) => void }[] = []
  const verify = async (userId: string | undefined): Promise<boolean> =>
    await new Promise((resolve) => void asked.push({ userId, end: resolve }))
  return { asked, verify }
}

const settled = async (): Promise<void> => await new Promise((resolve) => void setImmediate(resolve))

test('as many comparisons run at once as the host allows, in order, and the next ones are refused without being counted', async () => {
  const { asked, verify } = controlled()
  const hashing = hostPasswords(verify, { concurrency: 2, queueLimit: 1 })
  const begun: string[] = []
  const attempt = (id: string): Promise<SecretVerification> =>
    hashing.verify('typed', hostHash(id), {
      begin: async () => {
        begun.push(id)
        return true
      },
    })
  const attempts = ['a', 'b', 'c'].map(attempt)
  await settled()
  assert.deepEqual(begun, ['a', 'b'])
  await assert.rejects(attempt('d'), (error) => isSecretHashingBusy(error) && error.retryAfterSeconds > 0)
  assert.deepEqual(begun, ['a', 'b'], 'an attempt that is refused, or waits, is not counted')

  asked[1]?.end(false)
  await settled()
  assert.deepEqual(begun, ['a', 'b', 'c'])
  asked[0]?.end(true)
  asked[2]?.end(true)
  assert.deepEqual(
    (await Promise.all(attempts)).map(({ valid }) => valid),
    [true, false, true],
  )
})

test('a comparison that fails gives its place to the next one', async () => {
  let asked = 0
  const hashing = hostPasswords(async () => (++asked === 1 ? await Promise.reject(new Error('no connection')) : true), { concurrency: 1 })
  const first = hashing.verifyAbsent('typed')
  const second = hashing.verify('typed', hostHash('a'))
  await assert.rejects(first, /no connection/)
  assert.equal((await second).valid, true)
})

test('an attempt that may not begin compares with no user, and fails', async () => {
  const asked: (string | undefined)[] = []
  const hashing = hostPasswords(async (userId) => {
    asked.push(userId)
    return true
  })
  assert.deepEqual(await hashing.verify('typed', hostHash('a'), { begin: async () => false }), { valid: false, rehash: false })
  assert.deepEqual(asked, [undefined])
  await assert.rejects(hashing.hash('new'), /keeps the passwords/)
  assert.equal(hashing.inspect('$argon2id$v=19$m=1,t=1,p=1$AA$AA').supported, false)
})
