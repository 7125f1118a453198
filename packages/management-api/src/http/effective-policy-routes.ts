// The routes of the policies that hold, with where they come from.
import { json } from '@symbolon/core-protocol'
import { listEffectivePolicies } from '../operations/effective-policies.ts'
import { defineRoute, listOf } from './route.ts'
import type { AnyRoute, Operation } from './route.ts'

const group = 'Policies that hold'
const source = { type: 'string', enum: ['organization', 'instance', 'built_in'] }
const entry = { type: 'object', description: 'The policy, as an entry of its name.' }
const sourced = { from: source, entry } as const
const inherited = {
  type: 'object',
  required: ['from', 'entry'],
  description: 'What would hold without it; absent for the built-in policy.',
  properties: sourced,
}
const policySchema = {
  title: 'EffectivePolicy',
  description: 'A policy that holds, and where it comes from.',
  type: 'object',
  required: ['policy', 'from', 'entry'],
  properties: { policy: { type: 'string' }, ...sourced, inherited },
}

/** The routes of the policies that hold. */
export const effectivePolicyRoutes: readonly AnyRoute[] = [
  defineRoute({
    path: '/orgs/:orgId/effectivePolicies',
    group,
    operations: {
      GET: listOperation(
        'listOrgEffectivePolicies',
        'Lists the policies that hold for an organization: its own, and those that it inherits',
        'orgPolicy',
      ),
    },
  }),
  defineRoute({
    path: '/instance/effectivePolicies',
    group,
    operations: {
      GET: listOperation(
        'listInstanceEffectivePolicies',
        'Lists the policies that hold for organizations without their own',
        'instancePolicy',
      ),
    },
  }),
]

function listOperation(id: string, summary: string, subject: 'orgPolicy' | 'instancePolicy'): Operation {
  return {
    id,
    permission: { action: 'list', subject },
    summary,
    answer: listOf(policySchema),
    status: 200,
    handle: async ({ parameters: { orgId }, management }) => json(200, { items: await listEffectivePolicies(orgId, management) }),
  }
}
