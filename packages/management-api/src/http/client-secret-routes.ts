// The routes of client secrets: of OpenID Connect applications, APIs and service users.
import { json } from '@symbolon/core-protocol'
import type { HttpRequest } from '@symbolon/core-protocol'
import { readJsonBody, RestError } from '@symbolon/rest'
import { isJsonObject } from '@symbolon/schema-v2'
import type { JsonSchema } from '@symbolon/schema-v2'
import { addClientSecret, listClientSecrets, removeClientSecret, secretLists } from '../operations/client-secrets.ts'
import type { ClientSecret, SecretHolderReference } from '../operations/client-secrets.ts'
import { defineRoute, listOf, managementPath } from './route.ts'
import type { AnyRoute, Call } from './route.ts'

const group = 'Client secrets'
const secretHolders = {
  oidcApps: { kind: 'oidcApp', holder: 'an OIDC app' },
  apiApps: { kind: 'apiApp', holder: 'an API app' },
  machineUsers: { kind: 'machineUser', holder: 'a machine user' },
} as const
const text = { type: 'string' } as const
const time = { type: 'string', format: 'date-time' } as const

const secretProperties = { secretId: text, current: { type: 'boolean' }, expiresAt: time } as const
const secretSchema: JsonSchema = {
  title: 'ClientSecret',
  description: 'A client secret, without its value. `current` is the one that was added last.',
  type: 'object',
  required: ['secretId', 'current'],
  properties: secretProperties,
}

const addedSchema: JsonSchema = {
  title: 'AddedClientSecret',
  description: 'A client secret that was just added. Its value can never be read again.',
  type: 'object',
  required: ['secretId', 'current', 'clientId', 'clientSecret'],
  properties: { ...secretProperties, clientId: text, clientSecret: text },
}

const askedSchema: JsonSchema = {
  title: 'ClientSecretRequest',
  type: 'object',
  additionalProperties: false,
  properties: {
    formerExpiresAt: { ...time, description: 'When the secret that was current expires. Without it, it stays until it is removed.' },
  },
}

/** The routes of client secrets. */
export const clientSecretRoutes: readonly AnyRoute[] = secretLists.flatMap(routesOf)

function routesOf(list: SecretHolderReference['list']): readonly AnyRoute[] {
  const id = list === 'machineUsers' ? 'userId' : 'appId'
  const name = `${list.charAt(0).toUpperCase()}${list.slice(1, -1)}`
  const { kind, holder } = secretHolders[list]
  const path = `/orgs/:orgId/${list}/:${id}/secrets`
  const referenceOf = (parameters: Call['parameters']): SecretHolderReference => ({
    orgId: parameters['orgId'] ?? '',
    list,
    id: parameters[id] ?? '',
  })
  return [
    defineRoute({
      path,
      group,
      operations: {
        GET: {
          id: `list${name}Secrets`,
          permission: { action: 'get', subject: kind },
          summary: `Lists the client secrets of ${holder} that are valid, without their values`,
          answer: listOf(secretSchema),
          status: 200,
          handle: async ({ parameters, management }) =>
            json(200, { items: (await listClientSecrets(referenceOf(parameters), management)).map(withTime) }),
        },
        POST: {
          id: `add${name}Secret`,
          permission: { plans: kind },
          summary: `Adds a client secret to ${holder}. The current one stays valid`,
          body: { json: askedSchema, optional: true },
          answer: { json: addedSchema },
          status: 201,
          async handle({ parameters, request, management }) {
            const reference = referenceOf(parameters)
            const added = await addClientSecret(reference, await readExpiry(request), management)
            const segments = [reference.orgId, list, reference.id, 'secrets', added.secretId].map(encodeURIComponent)
            return json(201, withTime(added), { location: `${managementPath}/orgs/${segments.join('/')}` })
          },
        },
      },
    }),
    defineRoute({
      path: `${path}/:secretId`,
      group,
      operations: {
        DELETE: {
          id: `remove${name}Secret`,
          permission: { plans: kind },
          summary: `Removes a client secret of ${holder}; the other one stays`,
          status: 204,
          async handle({ parameters, management }) {
            await removeClientSecret(referenceOf(parameters), parameters['secretId'] ?? '', management)
            return { status: 204, fields: {}, body: null }
          },
        },
      },
    }),
  ]
}

function withTime<T extends ClientSecret>({ expiresAt, ...secret }: T): object {
  return { ...secret, ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }) }
}

/** @throws RestError entry_invalid */
async function readExpiry(request: HttpRequest): Promise<number | undefined> {
  const body = request.header('content-type') === undefined ? {} : await readJsonBody(request)
  const { formerExpiresAt, ...others } = isJsonObject(body) ? body : { formerExpiresAt: body }
  if (Object.keys(others).length === 0) {
    if (formerExpiresAt === undefined) return undefined
    const at = typeof formerExpiresAt === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(formerExpiresAt) ? Date.parse(formerExpiresAt) : Number.NaN
    if (!Number.isNaN(at)) return at
  }
  throw new RestError('entry_invalid', 'The body must be an object such as {"formerExpiresAt": "2026-01-31T08:00:00Z"}, or {}.')
}
