// The first administrator, set up by the link of a first start.
import { signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'

/** Sets the password by a link that a first start issued, and signs in with it. @returns the page after the sign-in */
export async function setUpByLink(userAgent: UserAgent, link: string, credentials: { loginName: string; password: string }): Promise<Page> {
  const opened = await userAgent.get(link)
  assert.equal(opened.status, 200)
  const form = await userAgent.submit(opened)
  const { password } = credentials
  const asked = await userAgent.submit(form, { newPassword: password, newPasswordAgain: password })
  return await signIn(userAgent, asked, credentials)
}
