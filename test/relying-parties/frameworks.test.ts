// The examples that mount a provider in a framework: each is started as it stands there, and used by a browser and by openid-client.
import { serve as serveHono } from '@hono/node-server'
import { createEmbeddedProvider } from '../../examples/embedded/provider.ts'
import { createApp as createExpressApp } from '../../examples/express/app.ts'
import { createApp as createFastifyApp } from '../../examples/fastify/app.ts'
import { createApp as createHonoApp } from '../../examples/hono/app.ts'
import { nodeHandler } from '@symbolon/server'
import { freePort } from '@symbolon/test-kit'
import express from 'express'
import type { NextFunction, Request as ExpressRequest, Response as ExpressResponse } from 'express'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { checkHost, checkProvider } from '../support/embedded-application.ts'
import '../support/rsa-keys/ready-made.ts'

interface Host {
  readonly name: string
  /** Where the provider is, below the application. */
  readonly path: string
  readonly start: (origin: string, port: number) => Promise<{ readonly server: Server; readonly end?: () => Promise<void> }>
}

const hosts: readonly Host[] = [
  {
    name: 'Express',
    path: '/auth',
    start: async (origin, port) => ({ server: (await createExpressApp(origin)).listen(port, 'localhost') }),
  },
  {
    name: 'Fastify',
    path: '',
    async start(origin, port) {
      const app = await createFastifyApp(origin)
      const listening = app.listen({ host: 'localhost', port })
      return { server: app.server, end: async () => await listening.then(async () => await app.close()) }
    },
  },
  {
    name: 'Hono',
    path: '/auth',
    start: async (origin, port) => ({
      server: serveHono({
        fetch: (await createHonoApp(origin)).fetch,
        hostname: 'localhost',
        port,
        overrideGlobalObjects: false,
      }) as Server,
    }),
  },
]

for (const { name, path, start } of hosts) {
  describe(name, () => {
    let origin: string
    let end: () => Promise<void>

    before(async () => {
      const port = await freePort()
      origin = `http://localhost:${port}`
      const { server, end: own } = await start(origin, port)
      if (!server.listening) await once(server, 'listening')
      const close = async (): Promise<void> => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      end = own ?? close
    })
    after(async () => await end())

    test('the routes of the application and their body parsers work', async () => await checkHost(origin))
    test('people sign in, and openid-client uses every endpoint', async () => await checkProvider(origin, origin + path))
  })
}

test('a provider that is mounted behind a body parser says so', async () => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const provider = await createEmbeddedProvider(`${origin}/auth`, `${origin}/callback`)
  const app = express()
  app.use(express.urlencoded())
  // A prefix that Express takes off does not matter.
  app.use('/auth', nodeHandler(provider))
  const errors: unknown[] = []
  app.use((error: unknown, _request: ExpressRequest, response: ExpressResponse, _next: NextFunction) => {
    errors.push(error)
    response.sendStatus(500)
  })
  const server = app.listen(port, 'localhost')
  await once(server, 'listening')
  try {
    assert.equal((await fetch(`${origin}/auth/.well-known/openid-configuration`)).status, 200)
    const answer = await fetch(`${origin}/auth/oauth/v2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token' }),
    })
    assert.equal(answer.status, 500)
    assert.match(String(errors), /Mount the provider before body parsers\./)
  } finally {
    server.closeAllConnections()
    server.close()
    await provider.close()
  }
})
