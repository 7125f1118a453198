// The routes of objects of a user that documents do not contain: sessions, factors, and links to set a password.
import { json } from '@symbolon/core-protocol'
import type { Answer, Session } from '@symbolon/core-protocol'
import type { JsonSchema } from '@symbolon/schema-v2'
import { listUserFactors, removeUserFactor, userFactorStores } from '../operations/user-factors.ts'
import type { FactorReference } from '../operations/user-factors.ts'
import { startUserLink, userLinkStores } from '../operations/user-links.ts'
import type { SendLink, UserLinkKind } from '../operations/user-links.ts'
import { endUserSessions, listUserSessions, userSessionStores } from '../operations/user-sessions.ts'
import type { UserReference } from '../operations/user.ts'
import { cursorParameter, limitParameter, readLimit } from './query.ts'
import { defineRoute } from './route.ts'
import type { AnyRoute, Call, Operation } from './route.ts'

const group = 'Users'
const base = '/orgs/:orgId/users/:userId'
const text = { type: 'string' } as const
const time = { type: 'string', format: 'date-time' } as const

const nothing: Answer = { status: 204, fields: {}, body: null }

const sessionSchema: JsonSchema = {
  title: 'UserSession',
  description: 'A session of a user.',
  type: 'object',
  required: ['sessionId', 'createdAt', 'authenticatedAt', 'expiresAt', 'factors'],
  properties: {
    sessionId: text,
    createdAt: time,
    authenticatedAt: time,
    expiresAt: time,
    lastUsedAt: time,
    factors: { type: 'array', items: text },
    device: { type: 'object', properties: { browser: text, system: text, network: text } },
  },
}

const sessionPageSchema: JsonSchema = {
  title: 'UserSessionPage',
  type: 'object',
  required: ['items'],
  properties: {
    items: { type: 'array', items: sessionSchema },
    next: {
      ...text,
      description: 'The `cursor` of the next page; absent at the end. A page may have few items, or none, before the end.',
    },
  },
}

const factorsSchema: JsonSchema = {
  title: 'UserFactors',
  description: 'The factors of a person, without secrets. A factor that the person does not have is absent.',
  type: 'object',
  required: ['passkeys'],
  properties: {
    authenticatorApp: { type: 'object', properties: { enrolledAt: time } },
    recoveryCodes: { type: 'object', required: ['left', 'confirmedAt'], properties: { left: { type: 'integer' }, confirmedAt: time } },
    passkeys: {
      type: 'array',
      items: {
        title: 'UserPasskey',
        type: 'object',
        required: ['credentialId', 'name', 'createdAt'],
        properties: { credentialId: text, name: text, createdAt: time, lastUsedAt: time },
      },
    },
  },
}

const linkSchema: JsonSchema = {
  title: 'UserLinkSent',
  description: 'Where the link went: `mailedTo` is the address that got it; without a mail, `link` is the link itself.',
  type: 'object',
  required: ['expiresAt'],
  properties: { expiresAt: time, mailedTo: text, link: text },
}

/** The routes of the sessions and factors of users. */
export const userRoutes: readonly AnyRoute[] = [
  defineRoute({
    path: `${base}/sessions`,
    group,
    stores: userSessionStores,
    operations: {
      GET: {
        id: 'listUserSessions',
        permission: { action: 'list', subject: 'session' },
        summary: 'Lists the sessions of a user that are valid now',
        query: [limitParameter, cursorParameter],
        answer: { json: sessionPageSchema },
        status: 200,
        async handle({ parameters, query, management, context }) {
          const cursor = query.get('cursor')
          const asked = { limit: readLimit(query), ...(cursor === undefined ? {} : { cursor }) }
          const { items, next } = await listUserSessions(userOf(parameters), asked, management, context)
          return json(200, { items: items.map(shownSession), ...(next === undefined ? {} : { next }) })
        },
      },
      DELETE: {
        id: 'endUserSessions',
        needsNoProof: true,
        permission: { action: 'remove', subject: 'session' },
        summary: 'Ends all sessions of a user, and revokes what was issued in them',
        status: 204,
        async handle({ parameters, management, context }) {
          await endUserSessions(userOf(parameters), undefined, management, context)
          return nothing
        },
      },
    },
  }),
  defineRoute({
    path: `${base}/sessions/:sessionId`,
    group,
    stores: userSessionStores,
    operations: {
      DELETE: {
        id: 'endUserSession',
        needsNoProof: true,
        permission: { action: 'remove', subject: 'session' },
        summary: 'Ends a session of a user, and revokes what was issued in it',
        status: 204,
        async handle({ parameters, management, context }) {
          await endUserSessions(userOf(parameters), parameters['sessionId'] ?? '', management, context)
          return nothing
        },
      },
    },
  }),
  defineRoute({
    path: `${base}/factors`,
    group,
    stores: userFactorStores,
    operations: {
      GET: {
        id: 'listUserFactors',
        permission: { action: 'list', subject: 'factor' },
        summary: 'Lists the factors of a person, without secrets',
        answer: { json: factorsSchema },
        status: 200,
        async handle({ parameters, management, context }) {
          const { app, recoveryCodes, passkeys } = await listUserFactors(userOf(parameters), management, context)
          return json(200, {
            ...(app === undefined ? {} : { authenticatorApp: times({ enrolledAt: app.enrolledAt }) }),
            ...(recoveryCodes === undefined
              ? {}
              : { recoveryCodes: { left: recoveryCodes.left, ...times({ confirmedAt: recoveryCodes.confirmedAt }) } }),
            passkeys: passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => ({
              credentialId,
              name,
              ...times({ createdAt, lastUsedAt }),
            })),
          })
        },
      },
    },
  }),
  factorRoute('authenticatorApp', 'Removes the authenticator app of a person', () => ({ kind: 'app' })),
  factorRoute('recoveryCodes', 'Removes the recovery codes of a person', () => ({ kind: 'recovery_codes' })),
  factorRoute('passkeys/:credentialId', 'Removes a passkey or security key of a person', ({ credentialId = '' }) => ({
    kind: 'passkey',
    credentialId,
  })),
]

/** @returns the routes of links to set a password */
export function userLinkRoutes(send: SendLink): readonly AnyRoute[] {
  return [
    linkRoute('invitation', 'Sends a person an invitation, or answers the link where no mail can be sent', 'invite', send),
    linkRoute('reset', 'Sends a person a link to set a new password, or answers the link where no mail can be sent', 'reset', send),
  ]
}

function factorRoute(path: string, summary: string, factorOf: (parameters: Call['parameters']) => FactorReference): AnyRoute {
  const [name = ''] = path.split('/')
  return defineRoute({
    path: `${base}/factors/${path}`,
    group,
    stores: userFactorStores,
    operations: {
      DELETE: {
        id: `removeUserFactor${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        permission: { action: 'remove', subject: name === 'passkeys' ? 'passkey' : 'factor' },
        summary,
        status: 204,
        async handle({ parameters, management, context }) {
          await removeUserFactor(userOf(parameters), factorOf(parameters), management, context)
          return nothing
        },
      },
    },
  })
}

function linkRoute(path: string, summary: string, kind: UserLinkKind, send: SendLink): AnyRoute {
  const operation: Operation<(typeof userLinkStores)[number]> = {
    id: `${kind}User`,
    permission: { action: 'change_credential', subject: 'humanUser' },
    summary,
    answer: { json: linkSchema },
    status: 200,
    async handle({ parameters, management, context }) {
      const sent = await startUserLink(kind, userOf(parameters), send, management, context)
      return json(200, {
        ...times({ expiresAt: sent.expiresAt }),
        ...(sent.kind === 'mailed' ? { mailedTo: sent.to } : { link: sent.link }),
      })
    },
  }
  return defineRoute({ path: `${base}/${path}`, group, stores: userLinkStores, operations: { POST: operation } })
}

function userOf({ orgId = '', userId = '' }: Call['parameters']): UserReference {
  return { orgId, userId }
}

function shownSession({ id, createdAt, authenticatedAt, expiresAt, lastUsedAt, factors, device }: Session): object {
  return {
    sessionId: id,
    ...times({ createdAt, authenticatedAt, expiresAt, lastUsedAt }),
    factors: factors.map(({ method }) => method),
    ...(device === undefined ? {} : { device }),
  }
}

function times(values: Readonly<Record<string, number | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, at]) => (at === undefined ? [] : [[name, new Date(at).toISOString()]])))
}
