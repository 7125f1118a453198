// The route of the caller: whose token it is, and which roles the user holds.
import { json } from '@symbolon/core-protocol'
import type { JsonSchema } from '@symbolon/schema-v2'
import { defineRoute } from './route.ts'
import type { AnyRoute } from './route.ts'

const text = { type: 'string' } as const

const callerSchema: JsonSchema = {
  title: 'Caller',
  description: 'Whose token it is.',
  type: 'object',
  required: ['userId', 'kind', 'orgId', 'loginName', 'displayName', 'memberships'],
  properties: {
    userId: text,
    kind: { type: 'string', enum: ['human', 'machine'] },
    orgId: text,
    loginName: text,
    displayName: text,
    memberships: {
      type: 'array',
      items: {
        title: 'Membership',
        description: 'The roles of a user at one place.',
        type: 'object',
        required: ['of', 'roles'],
        properties: {
          of: { type: 'string', enum: ['instance', 'organization', 'project', 'project_grant'] },
          orgId: text,
          projectId: text,
          grantId: text,
          grantedOrgId: text,
          roles: { type: 'array', items: text },
        },
      },
    },
  },
}

/** The routes of the caller. */
export const callerRoutes: readonly AnyRoute[] = [
  defineRoute({
    path: '/me',
    group: 'Caller',
    operations: {
      GET: {
        id: 'getCaller',
        permission: 'own',
        summary: 'Reads whose token it is, and the roles that count now',
        answer: { json: callerSchema },
        status: 200,
        handle: async ({ management: { caller, rights } }) => {
          const { id: userId, kind, orgId, loginName, displayName } = caller
          const memberships = rights.kind === 'user' ? rights.memberships.map(({ active: _, ...membership }) => membership) : []
          return await Promise.resolve(json(200, { userId, kind, orgId, loginName, displayName, memberships }))
        },
      },
    },
  }),
]
