// The provider that is compared with the model, driven like by its clients, users and operators, on a storage that fails on request.
import { endSession, introspection, revocation, StorageUnavailable, userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import type { OrgDocument } from '@symbolon/schema-v2'
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import { acmeWith, portalApp } from '../support/acme.ts'
import { authorizationUrl, authorize, basicHeader, redeem, userinfoOf } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import { signOut } from '../support/end-session.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { refresh } from '../support/refreshing.ts'
import { introspect, revoke } from '../support/token-endpoints.ts'
import { failingStorage } from './failing-storage.ts'
import type { Fault } from './failing-storage.ts'
import { clockOf } from './clock.ts'
import type { Time } from './clock.ts'
import { jwtClient, lifetimes, successorOf } from './world.ts'
import type { Action, Answer } from './world.ts'

export const users = ['ann', 'ben'] as const
export const clients = ['web', jwtClient] as const
const passwords = ['the first of two passwords', 'the second of two passwords'] as const

/** A provider on which schedules run one after another: to start one takes longer than a schedule. */
export interface Service {
  /** Sets the clock to the time of a schedule, and makes users and clients for it. @param number of the schedule on this provider */
  begin(number: number): Promise<Stage>
  close(): Promise<void>
}

/** What one schedule acts on. The names of its users and clients are its own. */
export interface Stage {
  readonly time: Time
  /** @returns what was seen, and whether the fault occurred */
  perform(action: Action): Promise<Answer>
  /** The next call that this says fails. */
  arm(fault: Fault): void
  /** @returns whether the armed fault has occurred; it does not occur any more */
  disarm(): boolean
  /** What there is to use: names of codes, tokens and browsers. */
  readonly known: Known
}

/** What the clients hold, by the names of the schedule. */
export interface Known {
  readonly browsers: Map<string, UserAgent>
  readonly codes: Map<string, string>
  readonly accessTokens: Map<string, string>
  readonly refreshTokens: Map<string, string>
}

/** Milliseconds from one schedule to the next, which is far more than one takes. */
const distance = 3 * 86_400_000

export async function startService(): Promise<Service> {
  const { storage, arm, disarm } = failingStorage()
  let time = clockOf(Date.UTC(2030, 0, 1))
  const provider = await startTestProvider({
    storage,
    document: acmeWith({ apiApps: [api] }),
    grants: [authorizationCode(), refreshToken()],
    endpoints: [userinfo, introspection, revocation, endSession],
    clock: { now: () => time.now(), advance: () => undefined },
    monotonic: () => time.monotonic(),
    lifetimes: { ...lifetimes, session: 30 * 86_400 },
    timers: false,
  })
  return {
    async begin(number) {
      time = clockOf(Date.UTC(2030, 0, 1) + number * distance)
      const ids = idsOf(number)
      const answer = await apply(provider, {
        humanUsers: users.map((name) => person(ids(name), passwords[0])),
        oidcApps: clients.map((name) => ({ ...app(ids(name), name), clientSecret })),
      })
      if (answer !== 'done') throw new Error(`The schedule cannot begin: ${answer}`)
      const known: Known = { browsers: new Map(), codes: new Map(), accessTokens: new Map(), refreshTokens: new Map() }
      const changes = new Map<string, number>()
      return { time, known, arm, disarm, perform: async (action) => await perform(action, { provider, known, changes, ids }) }
    },
    close: async () => await provider.close(),
  }
}

type Ids = (name: string) => string

/** The users and clients of each schedule are others. */
function idsOf(schedule: number): Ids {
  return (name) => `${name}-${schedule}`
}

const api = {
  appId: 'api',
  clientId: 'api',
  clientSecret,
  app: { projectId: 'portal', name: 'API', authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' },
} as const

function person(userId: string, password?: string): NonNullable<NonNullable<OrgDocument['orgs']>[number]['humanUsers']>[number] {
  return {
    userId,
    user: { userName: userId, ...(password === undefined ? {} : { password }), profile: { firstName: userId, lastName: 'Simulated' } },
  }
}

function app(id: string, name: string): ReturnType<typeof portalApp> {
  return portalApp(id, {
    redirectUris: [redirectUri],
    grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
    ...(name === jwtClient ? { accessTokenType: 'OIDC_TOKEN_TYPE_JWT' } : {}),
  })
}

interface Acting {
  readonly provider: TestProvider
  readonly known: Known
  /** How often the password of a user was changed. */
  readonly changes: Map<string, number>
  readonly ids: Ids
}

async function perform(action: Action, { provider, known, changes, ids }: Acting): Promise<Answer> {
  const text = (all: ReadonlyMap<string, string>, name: string): string => all.get(name) ?? 'unknown'
  switch (action.kind) {
    case 'sign_in': {
      const userAgent = provider.newUserAgent()
      known.browsers.set(action.as, userAgent)
      const password = passwords[(changes.get(action.user) ?? 0) % 2] ?? passwords[0]
      // The client of the fixtures, which no action changes.
      const page = await authorize(provider, {}, userAgent, { loginName: `${ids(action.user)}@acme.example`, password })
      return answerOfPage(page) === 'code' ? 'done' : seen(answerOfPage(page))
    }
    case 'authorize': {
      const userAgent = known.browsers.get(action.session)
      if (userAgent === undefined) throw new Error('No such browser')
      const fields = { client_id: ids(action.client), scope: 'openid offline_access', prompt: 'none' }
      const page = await userAgent.get(authorizationUrl(provider, fields))
      const code = page.redirectedTo?.searchParams.get('code')
      if (typeof code === 'string') known.codes.set(action.as, code)
      return typeof code === 'string' ? 'done' : seen(answerOfPage(page))
    }
    case 'redeem':
      return tokens(await redeem(provider, text(known.codes, action.code), {}, headersOf(ids(action.client))), action.as, action.as, known)
    case 'refresh': {
      const answer = await refresh(provider, text(known.refreshTokens, action.token), {}, headersOf(ids(action.client)))
      return tokens(answer, action.as, successorOf(action.token), known)
    }
    case 'look': {
      const token = text(known.accessTokens, action.token)
      const { status, body } = action.at === 'userinfo' ? await userinfoOf(provider, token) : await introspect(provider, token)
      if (status === 503) return 'unavailable'
      if (action.at === 'introspection' && status === 200) return body['active'] === true ? 'active' : 'inactive'
      if (action.at === 'userinfo' && (status === 200 || status === 401)) return status === 200 ? 'active' : 'inactive'
      throw new Error(`Unexpected: ${status} ${JSON.stringify(body)}`)
    }
    case 'revoke_access_token':
      return plain(await revoke(provider, text(known.accessTokens, action.token), ids(action.client)))
    case 'revoke_refresh_token':
      return plain(await revoke(provider, text(known.refreshTokens, action.token), ids(action.client)))
    case 'sign_out': {
      const userAgent = known.browsers.get(action.session)
      if (userAgent === undefined) throw new Error('No such browser')
      const page = await signOut(provider, userAgent)
      if (page.status !== 200 && page.status !== 503) throw new Error(`Unexpected: ${page.status} ${page.text}`)
      return page.status === 200 ? 'done' : 'unavailable'
    }
    case 'set_user': {
      const state = { active: 'USER_STATE_ACTIVE', inactive: 'USER_STATE_INACTIVE', locked: 'USER_STATE_LOCKED' } as const
      return await apply(provider, { humanUsers: [{ ...person(ids(action.user)), state: state[action.state] }] })
    }
    case 'set_password': {
      const count = (changes.get(action.user) ?? 0) + 1
      const answer = await apply(provider, {
        humanUsers: [{ ...person(ids(action.user), passwords[count % 2]), state: 'USER_STATE_ACTIVE' }],
      })
      if (answer === 'done') changes.set(action.user, count)
      return answer
    }
    case 'set_client':
      return await apply(provider, {
        oidcApps: [{ ...app(ids(action.client), action.client), state: action.active ? 'STATE_ACTIVE' : 'STATE_INACTIVE' }],
      })
    case 'sweep':
      await provider.provider.tick()
      return 'done'
  }
}

function headersOf(clientId: string): Readonly<Record<string, string>> {
  return { authorization: basicHeader(clientId, clientSecret) }
}

async function apply(provider: TestProvider, members: Readonly<Record<string, unknown>>): Promise<Answer> {
  try {
    const { entries } = await provider.apply({ orgs: [{ orgId: 'acme', org: { name: 'Acme' }, ...members }] })
    const refused = entries.filter(({ action }) => action === 'refused')
    if (refused.length === 0) return 'done'
    if (refused.every(({ reason }) => reason === 'storage_failed')) return 'unavailable'
    throw new Error(`Unexpected: ${JSON.stringify(refused)}`)
  } catch (error) {
    if (error instanceof StorageUnavailable) return 'unavailable'
    throw error
  }
}

function answerOfPage({ status, redirectedTo, text }: Page): 'code' | 'unavailable' | 'refused' {
  if (redirectedTo?.searchParams.has('code') === true) return 'code'
  const error = redirectedTo?.searchParams.get('error')
  if (error === 'temporarily_unavailable' || status === 503) return 'unavailable'
  if (error === 'server_error' || status >= 500) throw new Error(`Unexpected: ${status} ${redirectedTo?.href ?? text}`)
  return 'refused'
}

function seen(answer: ReturnType<typeof answerOfPage>): Answer {
  return answer === 'code' ? 'done' : answer
}

/** An answer of the token endpoint. The tokens are kept under their names. */
function tokens({ status, body }: TokenAnswer, accessToken: string, refreshToken: string, known: Known): Answer {
  if (status !== 200) return plain({ status, body })
  keep(known.accessTokens, accessToken, String(body['access_token']))
  keep(known.refreshTokens, refreshToken, String(body['refresh_token']))
  return 'tokens'
}

/** @throws Error when a name has another text already, or the text another name: nothing is issued twice */
function keep(all: Map<string, string>, name: string, text: string): void {
  if ((all.get(name) ?? text) !== text) throw new Error(`${name} was answered before as another token`)
  for (const [other, known] of all) if (known === text && other !== name) throw new Error(`${name} and ${other} are one token`)
  all.set(name, text)
}

function plain({ status, body }: Pick<TokenAnswer, 'status' | 'body'>): Answer {
  if (status === 200) return 'done'
  if (status === 503) return 'unavailable'
  const error = String(body['error'])
  if (['invalid_grant', 'invalid_client'].includes(error)) return 'refused'
  throw new Error(`Unexpected: ${status} ${JSON.stringify(body)}`)
}
