// The limits count the requests of an endpoint by what it declares to take, whatever package it comes from.
import { authenticateClient, clientAuthenticationStores, define, errorAnswer, json, OAuthError, readForm } from '@symbolon/core-protocol'
import type { AnyEndpoint, RequestContent } from '@symbolon/core-protocol'
import { rateLimiting } from '@symbolon/rate-limiting'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'

const path = '/oauth/v2/device_authorization'
const guesser = '203.0.113.9'

/** Stands for the endpoint of a protocol that this project does not have. */
const ownEndpoint = (takes: RequestContent): AnyEndpoint =>
  define({
    kind: 'endpoint',
    name: 'own endpoint',
    takes,
    path,
    methods: ['POST'],
    cors: 'none',
    stores: clientAuthenticationStores,
    async handle(request, context) {
      try {
        const { parameters } = await readForm(request)
        return json(200, { client: (await authenticateClient(request, parameters, ['client_secret_basic'], context)).clientId })
      } catch (error) {
        if (error instanceof OAuthError) return errorAnswer(error, request, context.issuer)
        throw error
      }
    },
  })

async function guess(takes: RequestContent, guesses: number): Promise<Readonly<Record<number, number>>> {
  const provider = await startTestProvider({ limits: [rateLimiting()], endpoints: [ownEndpoint(takes)] })
  const statuses: Record<number, number> = {}
  try {
    for (let count = 0; count < guesses; count += 1) {
      const headers = { authorization: basicHeader('basic', `wrong-${count}`) }
      const request = new Request(provider.issuer + path, { method: 'POST', headers, body: new URLSearchParams({ scope: 'openid' }) })
      const { status } = await provider.fetch(request, guesser)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  } finally {
    await provider.close()
  }
  return statuses
}

test('CA-07 of 400 wrong secrets at an endpoint of another package that takes client credentials, 20 are verified', async () => {
  assert.deepEqual(await guess('client_authentication', 400), { 401: 20, 429: 380 })
})

test('refusals of an endpoint of another package that takes bearer tokens count per address', async () => {
  assert.deepEqual(await guess('bearer_token', 400), { 401: 300, 429: 100 })
})

test('refusals of an endpoint of another package that takes no secret are not counted', async () => {
  assert.deepEqual(await guess('nothing', 400), { 401: 400 })
})
