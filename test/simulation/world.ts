// What a provider must answer, written as plainly as possible: no storage, no concurrency, no faults. A world is the state of an ideal
// provider; an action has one answer in it, and leads to one next world.

/** A person, and what is known of a client. `ends` counts what ended everything that was issued before. */
interface Holder {
  readonly active: boolean
  readonly ends: number
}

/** An authorization of a client: its end revokes everything that was issued for it. */
interface Authorization {
  readonly user: string
  readonly userEnds: number
  readonly client: string
  readonly clientEnds: number
  readonly session: string
  readonly ended: boolean
}

interface Session {
  readonly user: string
  readonly userEnds: number
  /** Whether the browser is still signed in by it. */
  readonly open: boolean
  /** Whether what was issued in it has ended. */
  readonly ended: boolean
}

interface Code {
  readonly authorization: string
  readonly expiresAt: number
  readonly redeemed: boolean
}

/** The refresh tokens of one authorization: one is valid, and the one before it may be repeated for a moment. */
interface Family {
  readonly authorization: string
  readonly current: string
  readonly previous: string
  readonly repeatableUntil: number
  readonly expiresAt: number
  readonly endsAt: number
  /** It had expired once, so that its row may have been deleted. */
  readonly mayBeForgotten: boolean
}

interface AccessToken {
  readonly authorization: string
  readonly issuedAt: number
  readonly expiresAt: number
  readonly revoked: boolean
  readonly mayBeForgotten: boolean
}

export interface World {
  readonly users: Readonly<Record<string, Holder>>
  readonly clients: Readonly<Record<string, Holder>>
  readonly sessions: Readonly<Record<string, Session>>
  readonly authorizations: Readonly<Record<string, Authorization>>
  readonly codes: Readonly<Record<string, Code>>
  readonly families: Readonly<Record<string, Family>>
  readonly accessTokens: Readonly<Record<string, AccessToken>>
}

/** The client whose access tokens are JWTs. */
export const jwtClient = 'with-jwt'

/** Seconds, as the provider is configured. */
export const lifetimes = {
  accessToken: 600,
  authorizationCode: 60,
  refreshTokenIdle: 1800,
  refreshToken: 5400,
  refreshTokenReuse: 10,
}

/** What is done. Names are given by the schedule: `as` is the name of what comes of it. */
export type Action =
  | { readonly kind: 'sign_in'; readonly user: string; readonly as: string }
  | { readonly kind: 'authorize'; readonly session: string; readonly client: string; readonly as: string }
  | { readonly kind: 'redeem'; readonly code: string; readonly client: string; readonly as: string }
  | { readonly kind: 'refresh'; readonly token: string; readonly client: string; readonly as: string }
  | { readonly kind: 'look'; readonly token: string; readonly at: 'userinfo' | 'introspection' }
  | { readonly kind: 'revoke_access_token'; readonly token: string; readonly client: string }
  | { readonly kind: 'revoke_refresh_token'; readonly token: string; readonly client: string }
  | { readonly kind: 'sign_out'; readonly session: string }
  | { readonly kind: 'set_user'; readonly user: string; readonly state: 'active' | 'inactive' | 'locked' }
  /** By an operator, who activates the user at the same time. */
  | { readonly kind: 'set_password'; readonly user: string }
  | { readonly kind: 'set_client'; readonly client: string; readonly active: boolean }
  | { readonly kind: 'sweep' }

/** What is seen from outside. */
export type Answer = 'done' | 'refused' | 'unavailable' | 'active' | 'inactive' | 'tokens'

/** One way in which an action may have gone. */
export interface Outcome {
  readonly answer: Answer
  readonly world: World
}

/** The name of the refresh token after this one. */
export function successorOf(token: string): string {
  return `${token}'`
}

/** @returns the names of all refresh tokens of one family begin with it */
export function familyOf(token: string): string {
  return token.replace(/'*$/, '')
}

/** @returns what must happen. More than one outcome means that the specification leaves it open. */
export function outcomesOf(world: World, action: Action, now: number): readonly Outcome[] {
  switch (action.kind) {
    case 'sign_in': {
      const user = world.users[action.user]
      if (user?.active !== true) return refused(world)
      const session = { user: action.user, userEnds: user.ends, open: true, ended: false }
      return [{ answer: 'done', world: { ...world, sessions: { ...world.sessions, [action.as]: session } } }]
    }
    case 'authorize':
      return authorize(world, action, now)
    case 'redeem':
      return redeem(world, action, now)
    case 'refresh':
      return refresh(world, action, now)
    case 'look':
      return look(world, action.token, now)
    case 'revoke_access_token':
      return revokeAccessToken(world, action, now)
    case 'revoke_refresh_token':
      return revokeRefreshToken(world, action, now)
    case 'sign_out': {
      const session = world.sessions[action.session]
      if (session === undefined) return done(world)
      return done({ ...world, sessions: { ...world.sessions, [action.session]: { ...session, open: false, ended: true } } })
    }
    case 'set_user': {
      const user = world.users[action.user]
      if (user === undefined) return refused(world)
      const active = action.state === 'active'
      return done({ ...world, users: { ...world.users, [action.user]: { active, ends: user.ends + (user.active && !active ? 1 : 0) } } })
    }
    case 'set_password': {
      const user = world.users[action.user]
      if (user === undefined) return refused(world)
      return done({ ...world, users: { ...world.users, [action.user]: { active: true, ends: user.ends + 1 } } })
    }
    case 'set_client': {
      const client = world.clients[action.client]
      if (client === undefined) return refused(world)
      const { active } = action
      return done({
        ...world,
        clients: { ...world.clients, [action.client]: { active, ends: client.ends + (client.active && !active ? 1 : 0) } },
      })
    }
    case 'sweep':
      return done(withForgotten(world, now))
  }
}

/** @returns where an action may have stopped when the database failed in the middle of it, apart from its beginning and its end */
export function stagesOf(world: World, action: Action): readonly World[] {
  if (action.kind !== 'sign_out') return []
  const session = world.sessions[action.session]
  if (session === undefined) return []
  return [{ ...world, sessions: { ...world.sessions, [action.session]: { ...session, ended: true } } }]
}

function done(world: World): readonly Outcome[] {
  return [{ answer: 'done', world }]
}

function refused(world: World): readonly Outcome[] {
  return [{ answer: 'refused', world }]
}

/** Whether the browser is signed in by the session. */
export function isSessionOpen({ users }: World, session: Session | undefined): boolean {
  if (session === undefined) return false
  const user = users[session.user]
  return session.open && user?.active === true && user.ends === session.userEnds
}

/** Whether everything that the authorization hangs on is as it was. */
export function isValid({ users, clients, sessions }: World, authorization: Authorization | undefined): boolean {
  if (authorization === undefined) return false
  const user = users[authorization.user]
  const client = clients[authorization.client]
  return (
    !authorization.ended &&
    user?.active === true &&
    user.ends === authorization.userEnds &&
    client?.active === true &&
    client.ends === authorization.clientEnds &&
    sessions[authorization.session]?.ended === false
  )
}

function authorize(world: World, { session: name, client, as }: Extract<Action, { kind: 'authorize' }>, now: number): readonly Outcome[] {
  const session = world.sessions[name]
  const registered = world.clients[client]
  if (session === undefined || registered?.active !== true || !isSessionOpen(world, session)) return refused(world)
  const authorization: Authorization = {
    user: session.user,
    userEnds: session.userEnds,
    client,
    clientEnds: registered.ends,
    session: name,
    ended: false,
  }
  const code: Code = { authorization: as, expiresAt: now + lifetimes.authorizationCode * 1000, redeemed: false }
  return done({
    ...world,
    authorizations: { ...world.authorizations, [as]: authorization },
    codes: { ...world.codes, [as]: code },
  })
}

function withAuthorizationEnded(world: World, name: string): World {
  const authorization = world.authorizations[name]
  if (authorization === undefined) return world
  return { ...world, authorizations: { ...world.authorizations, [name]: { ...authorization, ended: true } } }
}

function withAccessToken(world: World, name: string, authorization: string, now: number): World {
  // The times of a JWT are whole seconds. https://www.rfc-editor.org/rfc/rfc7519#section-2
  const issuedAt = world.authorizations[authorization]?.client === jwtClient ? Math.floor(now / 1000) * 1000 : now
  const token = { authorization, issuedAt, expiresAt: issuedAt + lifetimes.accessToken * 1000, revoked: false, mayBeForgotten: false }
  return { ...world, accessTokens: { ...world.accessTokens, [name]: token } }
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 */
function redeem(world: World, { code: name, client, as }: Extract<Action, { kind: 'redeem' }>, now: number): readonly Outcome[] {
  const code = world.codes[name]
  const authorization = world.authorizations[code?.authorization ?? '']
  if (code === undefined || authorization === undefined) return refused(world)
  if (world.clients[client]?.active !== true || authorization.client !== client) return refused(world)
  if (code.redeemed) return refused(withAuthorizationEnded(world, code.authorization))
  if (now >= code.expiresAt) return refused(world)
  const redeemed = { ...world, codes: { ...world.codes, [name]: { ...code, redeemed: true } } }
  if (!isValid(world, authorization)) return refused(redeemed)
  const endsAt = now + lifetimes.refreshToken * 1000
  const family: Family = {
    authorization: code.authorization,
    current: as,
    previous: '',
    repeatableUntil: 0,
    expiresAt: Math.min(endsAt, now + lifetimes.refreshTokenIdle * 1000),
    endsAt,
    mayBeForgotten: false,
  }
  const issued = withAccessToken({ ...redeemed, families: { ...world.families, [as]: family } }, as, code.authorization, now)
  return [{ answer: 'tokens', world: issued }]
}

/** https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2 */
function refresh(world: World, { token, client, as }: Extract<Action, { kind: 'refresh' }>, now: number): readonly Outcome[] {
  const name = familyOf(token)
  const family = world.families[name]
  const authorization = world.authorizations[family?.authorization ?? '']
  if (family === undefined || authorization === undefined) return refused(world)
  if (world.clients[client]?.active !== true || authorization.client !== client) return refused(world)
  if (now >= family.expiresAt || !isValid(world, authorization)) return refused(world)
  const forgotten = family.mayBeForgotten ? refused(world) : []
  if (token === family.current) {
    const rotated: Family = {
      ...family,
      current: successorOf(token),
      previous: token,
      repeatableUntil: now + lifetimes.refreshTokenReuse * 1000,
      expiresAt: Math.min(family.endsAt, now + lifetimes.refreshTokenIdle * 1000),
    }
    const issued = withAccessToken({ ...world, families: { ...world.families, [name]: rotated } }, as, family.authorization, now)
    return [{ answer: 'tokens', world: issued }, ...forgotten]
  }
  if (token === family.previous && now < family.repeatableUntil)
    return [{ answer: 'tokens', world: withAccessToken(world, as, family.authorization, now) }, ...forgotten]
  return [...refused(withAuthorizationEnded(world, family.authorization)), ...forgotten]
}

function look(world: World, name: string, now: number): readonly Outcome[] {
  const token = world.accessTokens[name]
  const authorization = world.authorizations[token?.authorization ?? '']
  const inactive: Outcome = { answer: 'inactive', world }
  if (token === undefined || authorization === undefined) return [inactive]
  if (now >= token.expiresAt || token.revoked || !isValid(world, authorization)) return [inactive]
  // By a clock that was set back, a token comes from the future: it may be believed or not.
  return [{ answer: 'active', world }, ...(token.mayBeForgotten || now < token.issuedAt ? [inactive] : [])]
}

/** It ends this token alone. https://www.rfc-editor.org/rfc/rfc7009#section-2.1 */
function revokeAccessToken(
  world: World,
  { token: name, client }: Extract<Action, { kind: 'revoke_access_token' }>,
  now: number,
): readonly Outcome[] {
  if (world.clients[client]?.active !== true) return refused(world)
  const token = world.accessTokens[name]
  if (token === undefined || now >= token.expiresAt) return done(world)
  const forgotten = token.mayBeForgotten || now < token.issuedAt ? done(world) : []
  if (world.authorizations[token.authorization]?.client !== client) return [...refused(world), ...forgotten]
  return [...done({ ...world, accessTokens: { ...world.accessTokens, [name]: { ...token, revoked: true } } }), ...forgotten]
}

/** It ends everything that was issued with it. https://www.rfc-editor.org/rfc/rfc7009#section-2.1 */
function revokeRefreshToken(
  world: World,
  { token, client }: Extract<Action, { kind: 'revoke_refresh_token' }>,
  now: number,
): readonly Outcome[] {
  if (world.clients[client]?.active !== true) return refused(world)
  const family = world.families[familyOf(token)]
  if (family === undefined || now >= family.expiresAt) return done(world)
  const forgotten = family.mayBeForgotten ? done(world) : []
  if (world.authorizations[family.authorization]?.client !== client) return [...refused(world), ...forgotten]
  return [...done(withAuthorizationEnded(world, family.authorization)), ...forgotten]
}

/** What has expired may be deleted. It does not come back with a clock that is set back, or it does: both is right. */
function withForgotten(world: World, now: number): World {
  const marked = <T extends { readonly expiresAt: number; readonly mayBeForgotten: boolean }>(
    all: Readonly<Record<string, T>>,
  ): Record<string, T> =>
    Object.fromEntries(Object.entries(all).map(([name, each]) => [name, now >= each.expiresAt ? { ...each, mayBeForgotten: true } : each]))
  return { ...world, families: marked(world.families), accessTokens: marked(world.accessTokens) }
}
