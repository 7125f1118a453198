// One code in many browsers at two servers at once: one of them is let in.
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestProvider } from '../../support/provider.ts'
import { codeAt, documentWithApps, isSignedIn, toCode } from '../../support/second-factor.ts'
import { shared } from '../../support/shared-storage.ts'

test('OT-02 of 50 parallel uses of one code at two servers one succeeds', async () => {
  const storage = shared(libsql({ url: ':memory:' }))
  const document = documentWithApps()
  const first = await startTestProvider({ document, storage })
  const second = await startTestProvider({ document, storage, clock: first.clock })
  try {
    for (const uses of [50, 10]) {
      first.clock.advance(60)
      // One after the other: no user types so many right passwords at once.
      const visits = []
      while (visits.length < uses) visits.push(await toCode(visits.length % 2 === 0 ? first : second))
      const code = codeAt(first)
      const pages = await Promise.all(visits.map(async ({ userAgent, page }) => await userAgent.submit(page, { code })))
      assert.equal(pages.filter(isSignedIn).length, 1)
      // The count of failures that the others left is forgotten with a right code of a later step.
      first.clock.advance(600)
      const { userAgent, page } = await toCode(second)
      assert.ok(isSignedIn(await userAgent.submit(page, { code: codeAt(second) })))
    }
  } finally {
    await first.close()
    await second.close()
  }
})
