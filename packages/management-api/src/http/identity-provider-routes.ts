// The routes of identity providers, except their lists in organizations and in the instance.
import { json } from '@symbolon/core-protocol'
import type { JsonSchema } from '@symbolon/schema-v2'
import { identityProviderPresets, listIdentityProviders } from '../operations/identity-providers.ts'
import { defineRoute, listOf } from './route.ts'
import type { AnyRoute, Operation } from './route.ts'

const group = 'Identity providers'
const text = { type: 'string' } as const

const providerSchema: JsonSchema = {
  title: 'IdentityProvider',
  description:
    'An identity provider. `redirectUri` must be registered with the provider; otherwise sign-ins fail. `offered` says whether the login policy lists it.',
  type: 'object',
  required: ['kind', 'idpId', 'name', 'issuer', 'offered'],
  properties: {
    kind: { type: 'string', enum: ['oidc', 'jwt'] },
    idpId: text,
    orgId: text,
    name: text,
    issuer: text,
    redirectUri: text,
    offered: { type: 'boolean' },
  },
}

const presetSchema: JsonSchema = {
  title: 'IdentityProviderPreset',
  description: 'What is known of a usual identity provider. `registration` is the page on which a client is registered there.',
  type: 'object',
  required: ['id', 'name', 'issuer', 'scopes', 'usernameMapping'],
  properties: {
    id: { type: 'string', enum: identityProviderPresets.map(({ id }) => id) },
    name: text,
    issuer: text,
    scopes: { type: 'array', items: text },
    usernameMapping: text,
    registration: text,
  },
}

/** The routes of identity providers. */
export const identityProviderRoutes: readonly AnyRoute[] = [
  defineRoute({
    path: '/identityProviders',
    group,
    operations: { GET: listOperation('listIdentityProviders', 'Lists the identity providers of the instance and of all organizations') },
  }),
  defineRoute({
    path: '/orgs/:orgId/identityProviders',
    group,
    operations: {
      GET: listOperation(
        'listOrgIdentityProviders',
        'Lists the identity providers that the login policy of an organization may list, with their redirect URIs: its own and those of the instance',
      ),
    },
  }),
  defineRoute({
    path: '/identityProviderPresets',
    group,
    operations: {
      GET: {
        id: 'listIdentityProviderPresets',
        permission: 'own',
        summary: 'Lists what is known of usual identity providers: values for a new entry of oidcIdps',
        answer: listOf(presetSchema),
        status: 200,
        handle: async () => json(200, { items: identityProviderPresets }),
      },
    },
  }),
]

function listOperation(id: string, summary: string): Operation {
  return {
    id,
    permission: { action: 'list', subject: 'oidcIdp' },
    summary,
    answer: listOf(providerSchema),
    status: 200,
    handle: async ({ parameters: { orgId }, management }) =>
      json(200, { items: await listIdentityProviders(orgId === undefined ? {} : { orgId }, management) }),
  }
}
