// The routes of the roles that other organizations offer to the caller. A caller without a role may use them: a service user has no other place
// where it can accept one.
import { json, membershipReference, settleInvitation } from '@symbolon/core-protocol'
import type { Answer, MembershipReference, PendingMembership } from '@symbolon/core-protocol'
import { RestError } from '@symbolon/rest'
import type { JsonSchema } from '@symbolon/schema-v2'
import { requireFreshProof } from '../operations/fresh-proof.ts'
import { defineRoute, listOf } from './route.ts'
import type { AnyRoute, Call } from './route.ts'

const group = 'Caller'
const levels = ['organization', 'project', 'project_grant'] as const
const text = { type: 'string' } as const

const invitationSchema: JsonSchema = {
  title: 'Invitation',
  description:
    'Roles that an organization offers to the caller, or that are suspended: `of` and `id` name the organization, the project or the project grant.',
  type: 'object',
  required: ['of', 'id', 'orgName', 'roles', 'pending'],
  properties: {
    of: { type: 'string', enum: [...levels] },
    id: text,
    givenBy: text,
    orgName: text,
    projectName: text,
    roles: { type: 'array', items: text },
    pending: { type: 'string', enum: ['invited', 'suspended'] },
  },
}

const nothing: Answer = { status: 204, fields: {}, body: null }

/** The routes by which a caller lists, accepts and declines what other organizations offer. */
export const invitationRoutes: readonly AnyRoute[] = [
  defineRoute({
    path: '/me/invitations',
    group,
    access: 'user',
    operations: {
      GET: {
        id: 'listInvitations',
        permission: 'own',
        summary: 'Lists the roles that other organizations offer to the caller, after those that are suspended',
        answer: listOf(invitationSchema),
        status: 200,
        handle: async ({ management: { caller }, context }) =>
          json(200, { items: (await context.stores.memberships.listPending(caller.id)).map(shown) }),
      },
    },
  }),
  defineRoute({
    path: '/me/invitations/:of/:id',
    group,
    access: 'user',
    operations: {
      POST: {
        id: 'acceptInvitation',
        permission: 'own',
        summary: 'Accepts roles that another organization offers to the caller',
        status: 204,
        async handle(call) {
          requireFreshProof(call.management)
          return await settle('accept', call)
        },
      },
      DELETE: {
        id: 'declineInvitation',
        permission: 'own',
        needsNoProof: true,
        summary: 'Declines roles that another organization offers to the caller',
        status: 204,
        handle: async (call) => await settle('decline', call),
      },
    },
  }),
]

/** @throws RestError resource_unknown if the caller does not have the invitation now */
async function settle(answer: 'accept' | 'decline', { parameters, management, context }: Call): Promise<Answer> {
  const reference = referenceFrom(parameters)
  if (reference === undefined || !(await settleInvitation(answer, management.caller, reference, context)))
    throw new RestError('resource_unknown', 'The caller does not have this invitation now.')
  return nothing
}

function referenceFrom({ of: level, id = '' }: Call['parameters']): MembershipReference | undefined {
  const of = levels.find((each) => each === level)
  return of === undefined ? undefined : { of, id }
}

function shown(membership: PendingMembership): object {
  const { givenBy, orgName, projectName, roles, pending } = membership
  return {
    ...membershipReference(membership),
    ...(givenBy === undefined ? {} : { givenBy }),
    orgName,
    ...(projectName === undefined ? {} : { projectName }),
    roles,
    pending,
  }
}
