// What a test in a browser needs: the service as it is run, an application on another origin, and Chromium.
import assert from 'node:assert/strict'
import type { HumanUser, OrgDocument } from '@symbolon/schema-v2'
import { decodeJwt } from 'jose'
import type { JWTPayload } from 'jose'
import type { BrowserContextOptions } from 'playwright-core'
import { portalApp } from '../acme.ts'
import { documentWithApps } from '../second-factor.ts'
import { bundled } from '../runtimes.ts'
import type { Runtime } from '../runtimes.ts'
import { startTestService } from '../service.ts'
import { startRelyingParty } from './relying-party.ts'
import type { RelyingParty } from './relying-party.ts'
import { openBrowser } from './shared-browser.ts'
import { openVisitor } from './visitor.ts'
import type { Visitor } from './visitor.ts'

export const applicationName = 'Acme Travel'

/** People with an authenticator app. Each of its codes is taken once, so that a test that uses one has a separate user. */
export const appOwners: readonly string[] = ['careful', 'cautious', 'prudent', 'wary', 'watchful']

/** The pair of https://www.rfc-editor.org/rfc/rfc7636#appendix-B */
const pkce = { verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }

export interface Stage {
  readonly issuer: string
  readonly relyingParty: RelyingParty
  /** An authorization request of the application; a member that is undefined is left out. */
  authorizationUrl(parameters?: Readonly<Record<string, string | undefined>>): string
  /** A request to sign out. */
  endSessionUrl(parameters?: Readonly<Record<string, string>>): string
  /** Redeems the code as the application does. @returns the claims of the ID token */
  redeem(code: string | undefined): Promise<JWTPayload>
  /** The same, as it came. */
  idToken(code: string | undefined): Promise<string>
  /** Moves the clock of the service on by so many seconds. @throws Error unless it is held */
  advance(seconds: number): Promise<number>
  /** A new browser, without cookies. */
  newVisitor(options?: BrowserContextOptions): Promise<Visitor>
  close(): Promise<void>
}

/** Nothing is offered. */
const withoutOffers = { allowUsernamePassword: true, mfaInitSkipLifetime: '0s' } as const

export interface StageOptions {
  readonly tls?: boolean
  /** What runs the service; by default Node with a bundle. */
  readonly runtime?: Runtime
  /** Whether the clock of the service stands still until the test moves it. */
  readonly heldClock?: boolean
  readonly settings?: Readonly<Record<string, string>>
  /** Whether people are offered something after the password; by default they are not. */
  readonly offers?: boolean
  /** Whether people may have addresses that are not verified; they are then offered to verify them. By default all are verified. */
  readonly unverified?: boolean
  /** Members of the instance and of the organization of the people, in the document that the service is given. */
  readonly instance?: OrgDocument['instance']
  readonly instanceMembers?: OrgDocument['instanceMembers']
  readonly org?: Parameters<typeof documentWithApps>[1]
}

export async function openStage({
  tls = false,
  runtime = bundled,
  heldClock = false,
  settings = {},
  offers = false,
  unverified = false,
  instance,
  instanceMembers = [],
  org = {},
}: StageOptions = {}): Promise<Stage> {
  const relyingParty = await startRelyingParty()
  const app = portalApp('travel', {
    name: applicationName,
    redirectUris: [relyingParty.redirectUri, relyingParty.hoppingRedirectUri],
    postLogoutRedirectUris: [`${relyingParty.origin}/signed-out`],
    authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
    devMode: true,
  })
  const policy = !offers && instance?.loginPolicy === undefined ? { loginPolicy: withoutOffers } : {}
  const given = documentWithApps(appOwners, { oidcApps: [app], ...policy, ...org })
  const people = unverified ? given : withVerifiedAddresses(given)
  const document = { ...people, ...(instance === undefined ? {} : { instance }), instanceMembers }
  const starting = [startTestService({ document, settings, tls, runtime, heldClock }), openBrowser()] as const
  async function close(): Promise<void> {
    const [service, browser] = await Promise.allSettled(starting)
    // Each of them, whatever happens to the others: nothing may outlive the tests.
    const ended = await Promise.allSettled([
      browser.status === 'fulfilled' ? browser.value.close() : undefined,
      relyingParty.close(),
      service.status === 'fulfilled' ? service.value.stop() : undefined,
    ])
    const failed = ended.find((each) => each.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
  const [{ issuer, advance }, browser] = await Promise.all(starting).catch(async (error: unknown) => {
    await close().catch(() => undefined)
    throw error
  })
  return {
    issuer,
    relyingParty,
    authorizationUrl: (parameters = {}) => authorizationUrl(issuer, relyingParty, parameters),
    endSessionUrl: (parameters = {}) => `${issuer}/oidc/v1/end_session?${new URLSearchParams(parameters)}`,
    redeem: async (code) => decodeJwt(await redeem(issuer, relyingParty, code)),
    idToken: async (code) => await redeem(issuer, relyingParty, code),
    advance,
    newVisitor: async (options = {}) =>
      await openVisitor(browser, [issuer, relyingParty.origin, relyingParty.otherOrigin], {
        locale: 'en-GB',
        ignoreHTTPSErrors: tls,
        ...options,
      }),
    close,
  }
}

/** No user is asked to confirm an address. */
function withVerifiedAddresses({ orgs = [], ...document }: OrgDocument): OrgDocument {
  return {
    ...document,
    orgs: orgs.map((org) => ({ ...org, humanUsers: (org.humanUsers ?? []).map(withVerifiedAddress) })),
  }
}

function withVerifiedAddress({ user, ...entry }: HumanUser): HumanUser {
  return { ...entry, user: user.email === undefined ? user : { ...user, email: { ...user.email, isEmailVerified: true } } }
}

function authorizationUrl(issuer: string, { redirectUri }: RelyingParty, parameters: Readonly<Record<string, string | undefined>>): string {
  const all = {
    client_id: 'travel',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'the-state',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    ...parameters,
  }
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${issuer}/oauth/v2/authorize?${new URLSearchParams(present)}`
}

async function redeem(issuer: string, { redirectUri }: RelyingParty, code = ''): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'travel',
    redirect_uri: redirectUri,
    code,
    code_verifier: pkce.verifier,
  })
  const response = await fetch(`${issuer}/oauth/v2/token`, { method: 'POST', body })
  const answer: unknown = await response.json()
  assert.ok(
    typeof answer === 'object' && answer !== null && 'id_token' in answer && typeof answer.id_token === 'string',
    JSON.stringify(answer),
  )
  return answer.id_token
}
