// Must not compile: each part touches a store that it did not declare. The test counts the errors, one per marked line.
import { define, defineClaims, json } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'
import * as v from 'valibot'

export const endpoint = define({
  kind: 'endpoint',
  takes: 'nothing',
  name: 'endpoint',
  stores: ['clients'],
  path: '/x',
  methods: ['GET'],
  cors: 'none',
  async handle(_request, context) {
    await context.stores.clients.find('declared')
    await context.stores.users.find('not declared') // refused
    return json(200, {})
  },
})

export const grant = define({
  kind: 'grant',
  name: 'grant',
  stores: ['clients'],
  grantType: 'urn:example:grant',
  clientAuthenticationMethods: [],
  parameters: v.object({}),
  async authorize(_request, context) {
    await context.stores.sessions.find('not declared', 0) // refused
    throw new Error()
  },
})

export const task = define({
  kind: 'task',
  name: 'task',
  stores: ['clients'],
  async run(context: Context<'directory'>) { // refused
    await context.stores.directory.findClientId('not declared')
  },
})

// Asking for the context of another part by an annotation does not work either.
export const annotatedGrant = define({
  kind: 'grant',
  name: 'annotated grant',
  stores: ['clients'],
  grantType: 'urn:example:another-grant',
  clientAuthenticationMethods: [],
  parameters: v.object({}),
  async authorize(_request, context: Context<'clients' | 'sessions'>) { // refused
    await context.stores.sessions.find('not declared', 0)
    throw new Error()
  },
})

export const annotatedEndpoint = define({
  kind: 'endpoint',
  takes: 'nothing',
  name: 'annotated endpoint',
  stores: [],
  path: '/y',
  methods: ['GET'],
  cors: 'none',
  async handle(_request, context: Context<'clients'>) { // refused
    await context.stores.clients.find('not declared')
    return json(200, {})
  },
})

export const endpointWithoutStores = define({
  kind: 'endpoint',
  takes: 'nothing',
  name: 'endpoint without stores',
  stores: [],
  path: '/z',
  methods: ['GET'],
  cors: 'none',
  async handle(_request, context) {
    await context.stores.clients.find('not declared') // refused
    return json(200, {})
  },
})

// A grant that accepts no client authentication is given no client.
export const selfAuthenticatingGrant = define({
  kind: 'grant',
  name: 'self-authenticating grant',
  stores: [],
  grantType: 'urn:example:grant-without-client',
  clientAuthenticationMethods: [],
  parameters: v.object({}),
  async authorize({ client }) {
    throw new Error(client.clientId) // refused
  },
})

export const ownClaims = defineClaims({
  claims: ['plan'],
  scopes: ['plan'],
  places: ['userinfo'],
  stores: ['clients'],
  async read({ user }, context) {
    await context.stores.clients.find('declared')
    await context.stores.userMetadata.list(user.id) // refused
    return {}
  },
})

export const claimsInNoPlace = defineClaims({
  claims: ['plan'],
  scopes: ['plan'],
  places: ['refresh_token'], // refused
  read: async () => ({}),
})
