// What a person does at the login pages.
import type { Page, UserAgent } from './user-agent.ts'

export interface Credentials {
  readonly loginName: string
  readonly password: string
  /** Of an authenticator app, for a user who has one: asked for when the page is there. */
  readonly code?: () => string
}

/** Goes on from any login page until the provider sends the browser away, or shows something else or the same page again. */
export async function signIn(userAgent: UserAgent, start: Page, { loginName, password, code }: Credentials): Promise<Page> {
  let page = start
  for (let steps = 0; steps < 4; steps++) {
    const form = page.forms[0]
    if (page.redirectedTo !== undefined || form === undefined) return page
    if ('password' in form.fields) page = await userAgent.submit(page, { password })
    else if ('loginName' in form.fields) page = await userAgent.submit(page, { loginName })
    else if ('code' in form.fields && code !== undefined) return await userAgent.submit(page, { code: code() })
    else return page
  }
  return page
}
