// The pages, as plain HTML without scripts. The template escapes every value, because claims and error texts are untrusted.
import { html } from 'hono/html'
import type { Claims, SignedIn, UserInfo } from './login.ts'
import type { Problem } from './problems.ts'
import { describeError } from './problems.ts'

export type Page = ReturnType<typeof html>

/** Shown in the footer of every page: the provider and the client id. */
export interface Setting {
  readonly issuer: string
  readonly clientId: string
}

/** Claims whose value is a time in seconds: https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
const TIME_CLAIMS: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at'])

export function homePage(setting: Setting): Page {
  return layout(
    setting,
    'Sign in',
    html`
    <h1>Who are you?</h1>
    <p class="muted">
      This application has no accounts. It sends you to <strong>${setting.issuer}</strong> to sign in, and shows the claims that it receives.
    </p>
    <div class="actions"><a class="button primary" href="/login">Sign in</a></div>
    <h2>Or try a special request</h2>
    ${choices()}`,
  )
}

export function signedInPage(setting: Setting, signedIn: SignedIn): Page {
  const { tokenResponse } = signedIn
  return layout(
    setting,
    'Signed in',
    html`
    <h1>Hello, ${displayName(signedIn)}</h1>
    <p class="muted">You are signed in. This is everything that the provider returned about you.</p>
    <div class="actions">
      <form method="post" action="/logout"><button class="button primary" type="submit">Sign out</button></form>
    </div>
    <h2>ID token claims</h2>
    ${claimList(signedIn.idTokenClaims)}
    <h2>UserInfo claims</h2>
    ${userInfoSection(signedIn.userInfo)}
    <h2>Token response</h2>
    ${facts([
      ['token_type', tokenResponse.tokenType],
      ['scope', tokenResponse.scope ?? 'as requested'],
      ['expires_in', tokenResponse.expiresIn === undefined ? 'not said' : `${tokenResponse.expiresIn} seconds`],
    ])}
    <details>
      <summary>Tokens, shortened</summary>
      ${facts(signedIn.shortenedTokens.map(({ name, start, length }) => [name, `${start}… (${length} characters)`]))}
    </details>
    <h2>Ask again</h2>
    ${choices()}`,
  )
}

export function problemPage(setting: Setting, problem: Problem): Page {
  return layout(
    setting,
    problem.title,
    html`
    <h1>${problem.title}</h1>
    <p>${problem.explanation}</p>
    ${problem.facts.size === 0 ? '' : facts([...problem.facts])}
    <p class="next"><strong>What to do:</strong> ${problem.next}</p>
    <div class="actions">
      ${problem.retry ? html`<a class="button primary" href="/login">Try again</a>` : ''}
      <a class="button" href="/">Home</a>
    </div>`,
  )
}

function layout(setting: Setting, title: string, content: Page): Page {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Example relying party</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header><a href="/">Example relying party</a></header>
    <main>${content}</main>
    <footer>Provider ${setting.issuer} · client <code>${setting.clientId}</code></footer>
  </body>
</html>
`
}

/** The values of `prompt`: https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest */
function choices(): Page {
  return html`<ul class="choices">
      <li><a href="/login?prompt=login">prompt=login</a><span>Ask for the credentials again, even if a user is signed in.</span></li>
      <li><a href="/login?prompt=select_account">prompt=select_account</a><span>Let me choose the account.</span></li>
      <li><a href="/login?prompt=none">prompt=none</a><span>Show no page at all; fail if one would be needed.</span></li>
    </ul>`
}

function displayName(signedIn: SignedIn): string {
  const userInfo = signedIn.userInfo.outcome === 'received' ? signedIn.userInfo.claims : {}
  const claims: Claims = { ...signedIn.idTokenClaims, ...userInfo }
  for (const name of ['name', 'preferred_username', 'email', 'sub']) {
    const value = claims[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return 'user'
}

function userInfoSection(userInfo: UserInfo): Page {
  switch (userInfo.outcome) {
    case 'received':
      return claimList(userInfo.claims)
    case 'not offered':
      return html`<p class="muted">The provider publishes no UserInfo endpoint.</p>`
    case 'failed':
      return html`<p class="next">The UserInfo endpoint did not answer as it should: ${describeError(userInfo.error)}</p>`
  }
}

function claimList(claims: Claims): Page {
  return html`<dl>${Object.entries(claims).map(([name, value]) => html`<dt>${name}</dt><dd>${claimValue(name, value)}</dd>`)}</dl>`
}

function claimValue(name: string, value: unknown): Page | string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' && TIME_CLAIMS.has(name)) return timeValue(value)
  return html`<code>${JSON.stringify(value)}</code>`
}

function timeValue(seconds: number): Page | string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return String(seconds)
  return html`${seconds}<small>${date.toISOString().replace('T', ' ').replace('.000Z', ' UTC')}</small>`
}

function facts(entries: readonly (readonly [string, string])[]): Page {
  return html`<dl>${entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}
