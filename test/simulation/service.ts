// The provider that is compared with the model, driven as its clients, users and operators do, on a storage that fails when it is told to.
import { endSession, introspection, revocation, StorageUnavailable, userinfo } from '@symbolon/core-protocol'
import type { OpenStorage, Storage } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { libsql } from '@symbolon/storage-libsql'
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
import { jwtClient, lifetimes, successorOf } from './world.ts'
import type { Action, Answer } from './world.ts'

export const users = ['ann', 'ben'] as const
export const clients = ['web', jwtClient] as const
const passwords = ['the first of two passwords', 'the second of two passwords'] as const

/** A fault of one call of the storage. */
export interface Fault {
  /** How many calls pass before it. */
  readonly passing: number
  readonly when: 'before' | 'after'
}

export interface Service {
  /** @returns what was seen, and whether the fault occurred */
  perform(action: Action): Promise<Answer>
  /** The next call that this says fails. */
  arm(fault: Fault): void
  /** @returns whether the armed fault has occurred; it does not occur any more */
  disarm(): boolean
  /** What there is to use: names of codes, tokens and browsers. */
  readonly known: Known
  close(): Promise<void>
}

/** What the clients hold, by the names of the schedule. */
export interface Known {
  readonly browsers: Map<string, UserAgent>
  readonly codes: Map<string, string>
  readonly accessTokens: Map<string, string>
  readonly refreshTokens: Map<string, string>
}

export interface Clocks {
  readonly now: () => number
  readonly monotonic: () => number
}

export async function startService({ now, monotonic }: Clocks): Promise<Service> {
  const { storage, arm, disarm } = failingStorage()
  const provider = await startTestProvider({
    storage,
    document: document(),
    grants: [authorizationCode(), refreshToken()],
    endpoints: [userinfo, introspection, revocation, endSession],
    clock: { now, advance: () => undefined },
    monotonic,
    lifetimes: { ...lifetimes, session: 30 * 86_400 },
    timers: false,
  })
  const known: Known = { browsers: new Map(), codes: new Map(), accessTokens: new Map(), refreshTokens: new Map() }
  const changes = new Map<string, number>()
  return {
    known,
    arm,
    disarm,
    perform: async (action) => await perform(action, provider, known, changes),
    close: async () => await provider.close(),
  }
}

function person(userId: string, password?: string): NonNullable<NonNullable<OrgDocument['orgs']>[number]['humanUsers']>[number] {
  return {
    userId,
    user: { userName: userId, ...(password === undefined ? {} : { password }), profile: { firstName: userId, lastName: 'Simulated' } },
  }
}

function app(clientId: string): ReturnType<typeof portalApp> {
  return portalApp(clientId, {
    redirectUris: [redirectUri],
    grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
    ...(clientId === jwtClient ? { accessTokenType: 'OIDC_TOKEN_TYPE_JWT' } : {}),
  })
}

function document(): OrgDocument {
  return acmeWith({
    humanUsers: users.map((userId) => person(userId, passwords[0])),
    oidcApps: clients.map((clientId) => ({ ...app(clientId), clientSecret })),
    apiApps: [
      {
        appId: 'api',
        clientId: 'api',
        clientSecret,
        app: { projectId: 'portal', name: 'API', authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' },
      },
    ],
  })
}

async function perform(action: Action, provider: TestProvider, known: Known, changes: Map<string, number>): Promise<Answer> {
  const text = (all: ReadonlyMap<string, string>, name: string): string => all.get(name) ?? 'unknown'
  switch (action.kind) {
    case 'sign_in': {
      const userAgent = provider.newUserAgent()
      known.browsers.set(action.as, userAgent)
      const password = passwords[(changes.get(action.user) ?? 0) % 2] ?? passwords[0]
      // The client of the fixtures, which nobody changes.
      const page = await authorize(provider, {}, userAgent, { loginName: `${action.user}@acme.example`, password })
      return answerOfPage(page) === 'code' ? 'done' : seen(answerOfPage(page))
    }
    case 'authorize': {
      const userAgent = known.browsers.get(action.session)
      if (userAgent === undefined) throw new Error('No such browser')
      const fields = { client_id: action.client, scope: 'openid offline_access', prompt: 'none' }
      const page = await userAgent.get(authorizationUrl(provider, fields))
      const code = page.redirectedTo?.searchParams.get('code')
      if (typeof code === 'string') known.codes.set(action.as, code)
      return typeof code === 'string' ? 'done' : seen(answerOfPage(page))
    }
    case 'redeem':
      return tokens(await redeem(provider, text(known.codes, action.code), {}, headersOf(action.client)), action.as, action.as, known)
    case 'refresh': {
      const answer = await refresh(provider, text(known.refreshTokens, action.token), {}, headersOf(action.client))
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
      return plain(await revoke(provider, text(known.accessTokens, action.token), action.client))
    case 'revoke_refresh_token':
      return plain(await revoke(provider, text(known.refreshTokens, action.token), action.client))
    case 'sign_out': {
      const userAgent = known.browsers.get(action.session)
      if (userAgent === undefined) throw new Error('No such browser')
      const page = await signOut(provider, userAgent)
      if (page.status !== 200 && page.status !== 503) throw new Error(`Unexpected: ${page.status} ${page.text}`)
      return page.status === 200 ? 'done' : 'unavailable'
    }
    case 'set_user': {
      const state = { active: 'USER_STATE_ACTIVE', inactive: 'USER_STATE_INACTIVE', locked: 'USER_STATE_LOCKED' } as const
      return await apply(provider, { humanUsers: [{ ...person(action.user), state: state[action.state] }] })
    }
    case 'set_password': {
      const count = (changes.get(action.user) ?? 0) + 1
      const answer = await apply(provider, { humanUsers: [{ ...person(action.user, passwords[count % 2]), state: 'USER_STATE_ACTIVE' }] })
      if (answer === 'done') changes.set(action.user, count)
      return answer
    }
    case 'set_client':
      return await apply(provider, { oidcApps: [{ ...app(action.client), state: action.active ? 'STATE_ACTIVE' : 'STATE_INACTIVE' }] })
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

interface FailingStorage extends Pick<Service, 'arm' | 'disarm'> {
  readonly storage: Storage
}

/** A real storage, of which one call fails: before it takes effect, or afterwards. */
function failingStorage(): FailingStorage {
  const inner = libsql({ url: ':memory:' })
  let passing = 0
  let armed: Fault['when'] | undefined
  let occurred = false
  const due = (): Fault['when'] | undefined => {
    if (armed === undefined || passing-- > 0) return undefined
    const when = armed
    armed = undefined
    occurred = true
    return when
  }
  const unavailable = (): StorageUnavailable => new StorageUnavailable('The simulated database does not answer.')
  const wrap = (store: object): object =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]: [string, (...given: readonly unknown[]) => Promise<unknown>]) => [
        name,
        async (...given: readonly unknown[]) => {
          const when = due()
          if (when === 'before') throw unavailable()
          const result = await method(...given)
          if (when === 'after') throw unavailable()
          return result
        },
      ]),
    )
  return {
    storage: {
      async open(names) {
        const open = await inner.open(names)
        const stores: OpenStorage['stores'] = Object.fromEntries(Object.entries(open.stores).map(([name, store]) => [name, wrap(store)]))
        return { ...open, stores }
      },
    },
    arm(fault) {
      passing = fault.passing
      armed = fault.when
      occurred = false
    },
    disarm() {
      const did = occurred
      armed = undefined
      occurred = false
      return did
    },
  }
}
