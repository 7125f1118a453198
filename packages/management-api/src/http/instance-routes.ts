// The routes of features and signing keys.
import { json, signingAlgorithms } from '@symbolon/core-protocol'
import { readJsonBody, RestError } from '@symbolon/rest'
import { isJsonObject } from '@symbolon/schema-v2'
import type { JsonSchema } from '@symbolon/schema-v2'
import { listFeatures, listSigningKeys, revokeSigningKey, rotateSigningKeys, switchFeature } from '../operations/instance.ts'
import type { QueryParameter } from './query.ts'
import { defineRoute, listOf } from './route.ts'
import type { AnyRoute } from './route.ts'

const text = { type: 'string' } as const
const time = { type: 'string', format: 'date-time' } as const

const featureSchema: JsonSchema = {
  title: 'Feature',
  type: 'object',
  required: ['name', 'enabled'],
  properties: { name: text, enabled: { type: 'boolean' } },
}

const switchSchema: JsonSchema = {
  title: 'FeatureSwitch',
  type: 'object',
  additionalProperties: false,
  required: ['enabled'],
  properties: { enabled: { type: 'boolean' } },
}

const keySchema: JsonSchema = {
  title: 'SigningKey',
  description: 'A key that signs tokens, without key material.',
  type: 'object',
  required: ['kid', 'algorithm', 'state', 'createdAt'],
  properties: {
    kid: text,
    algorithm: text,
    state: { type: 'string', enum: ['active', 'next', 'superseded', 'retired', 'revoked'] },
    createdAt: time,
    activeFrom: time,
    publishedUntil: time,
    retiredAt: time,
    revokedAt: time,
  },
}

const keyReportSchema: JsonSchema = {
  title: 'SigningKeyReport',
  description: 'The keys after a change, and those that it made.',
  type: 'object',
  required: ['keys', 'made'],
  properties: { keys: { type: 'array', items: keySchema }, made: { type: 'array', items: text }, revoked: text },
}

const algorithmParameter: QueryParameter = {
  name: 'algorithm',
  description: 'Rotates the key of this algorithm alone.',
  schema: { type: 'string', enum: signingAlgorithms },
}

/** The routes of features and signing keys. */
export const instanceRoutes: readonly AnyRoute[] = [
  defineRoute({
    path: '/features',
    group: 'Features',
    stores: ['features'],
    operations: {
      GET: {
        id: 'listFeatures',
        permission: { action: 'list', subject: 'feature' },
        summary: 'Lists the features that parts of the server have, with whether each is on',
        answer: listOf(featureSchema),
        status: 200,
        handle: async ({ management, context }) => json(200, { items: await listFeatures(management, context) }),
      },
    },
  }),
  defineRoute({
    path: '/features/:name',
    group: 'Features',
    stores: ['features'],
    operations: {
      PUT: {
        id: 'putFeature',
        permission: { action: 'change', subject: 'feature' },
        summary: 'Switches a feature on or off',
        body: { json: switchSchema },
        answer: { json: featureSchema },
        status: 200,
        async handle({ parameters: { name = '' }, request, management, context }) {
          const body = await readJsonBody(request)
          const { enabled, ...others } = isJsonObject(body) ? body : {}
          if (typeof enabled !== 'boolean' || Object.keys(others).length > 0) {
            throw new RestError('entry_invalid', 'The body must be {"enabled": true} or {"enabled": false}.')
          }
          return json(200, await switchFeature(name, enabled, management, context))
        },
      },
    },
  }),
  defineRoute({
    path: '/signingKeys',
    group: 'Signing keys',
    stores: ['signingKeys'],
    operations: {
      GET: {
        id: 'listSigningKeys',
        permission: { action: 'list', subject: 'signingKey' },
        summary: 'Lists the keys that sign tokens, without key material',
        answer: listOf(keySchema),
        status: 200,
        handle: async ({ management, context }) => json(200, { items: await listSigningKeys(management, context) }),
      },
      POST: {
        id: 'rotateSigningKeys',
        permission: { action: 'create', subject: 'signingKey' },
        summary: 'Makes a successor of every key that signs, or of the one with the algorithm',
        query: [algorithmParameter],
        answer: { json: keyReportSchema },
        status: 200,
        handle: async ({ query, management, context }) => json(200, await rotateSigningKeys(query.get('algorithm'), management, context)),
      },
    },
  }),
  defineRoute({
    path: '/signingKeys/:kid',
    group: 'Signing keys',
    stores: ['signingKeys'],
    operations: {
      DELETE: {
        id: 'revokeSigningKey',
        permission: { action: 'remove', subject: 'signingKey' },
        summary: 'Revokes a signing key: nothing that it signed counts from then on',
        answer: { json: keyReportSchema },
        status: 200,
        handle: async ({ parameters: { kid = '' }, management, context }) => json(200, await revokeSigningKey(kid, management, context)),
      },
    },
  }),
]
