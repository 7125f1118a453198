// Names and hashes that were made to keep a pattern busy: whatever is read of them is read in a moment.
import { canonicalLoginName } from '@symbolon/core-protocol'
import { inspectHash } from '@symbolon/secret-hashing'
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'

const length = 50 * 1024
const crafted: readonly string[] = [
  'a'.repeat(length),
  `${' '.repeat(length)}x`,
  `${'a@'.repeat(length / 2)}`,
  `${'a.'.repeat(length / 2)}@`,
  `${'\t'.repeat(length)}\n`,
  '\u0301'.repeat(length),
  `$${'6$rounds='.repeat(length / 9)}`,
  '$'.repeat(length),
  `${'9'.repeat(length)}$`,
  '\ud800'.repeat(length),
  `$pbkdf2-sha256$${'1'.repeat(length)}`,
  `$scrypt$ln=${'1,'.repeat(length / 2)}`,
  '-'.repeat(length),
  `${'%'.repeat(length)}`,
]

/** The shortest of five: other work on the machine only makes it longer. */
function shortest(work: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const begin = performance.now()
      work()
      return performance.now() - begin
    }),
  )
}

test('PW-14 crafted names and hashes of 50 KiB are read within 10 ms', () => {
  for (const text of crafted) {
    assert.ok(shortest(() => canonicalLoginName(text)) < 10, `canonicalLoginName ${text.slice(0, 12)}`)
    assert.ok(shortest(() => inspectHash(text)) < 10, `inspectHash ${text.slice(0, 12)}`)
  }
})

test('PW-14 a crafted login name leads to the password page like any other, and no user has it', async () => {
  const provider = await startTestProvider()
  try {
    for (const loginName of crafted.map((text) => text.slice(0, 15_000))) {
      const userAgent = provider.newUserAgent()
      const page = await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName })
      assert.ok([200, 400].includes(page.status), `${page.status} ${loginName.slice(0, 12)}`)
      if (page.forms[0] !== undefined && 'password' in page.forms[0].fields) {
        assert.match((await userAgent.submit(page, { password: alice.password })).text, /User name or password is incorrect/)
      }
    }
  } finally {
    await provider.close()
  }
})
