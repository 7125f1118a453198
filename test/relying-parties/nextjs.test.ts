// The example for Next.js: its route handlers, called as Next.js calls them. Next.js itself is too large to be installed for each run of
// the tests: `test/packed/nextjs.ts` is in the long tier.
import { GET as metadata } from '../../examples/nextjs/app/.well-known/oauth-authorization-server/auth/route.ts'
import { GET as me } from '../../examples/nextjs/app/api/me/route.ts'
import * as provider from '../../examples/nextjs/app/auth/[[...path]]/route.ts'
import { POST as echo } from '../../examples/nextjs/app/echo/route.ts'
import { GET as home } from '../../examples/nextjs/app/route.ts'
import { provider as held } from '../../examples/nextjs/lib/provider.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkHost, checkProvider } from '../support/embedded-application.ts'
import '../support/rsa-keys/ready-made.ts'

const origin = 'http://localhost:3000'
type Method = 'GET' | 'POST' | 'OPTIONS'
type Handler = (request: Request) => Response | Promise<Response>

/** The routes by their folders. A method that a route does not export is a 405. */
const routes: readonly (readonly [path: RegExp, handlers: Partial<Record<Method, Handler>>])[] = [
  [/^\/$/, { GET: home }],
  [/^\/echo$/, { POST: echo }],
  [/^\/api\/me$/, { GET: me }],
  [/^\/auth(?:\/|$)/, provider],
  [/^\/\.well-known\/oauth-authorization-server\/auth$/, { GET: metadata }],
]

async function send(input: Request | string, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const found = routes.find(([path]) => path.test(new URL(request.url).pathname))
  if (found === undefined) return new Response(null, { status: 404 })
  return (await found[1][request.method as Method]?.(request)) ?? new Response(null, { status: 405 })
}

after(async () => await (await held()).close())

test('the route handlers of the application work', async () => await checkHost(origin, send))
test('people sign in, and openid-client uses every endpoint', async () => await checkProvider(origin, `${origin}/auth`, send))

test('the metadata of RFC 8414 is at the host, and nothing of the provider is cached', async () => {
  const answer = await send(`${origin}/.well-known/oauth-authorization-server/auth`)
  assert.equal(((await answer.json()) as { issuer: string }).issuer, `${origin}/auth`)
  assert.deepEqual([provider.dynamic, provider.runtime], ['force-dynamic', 'nodejs'])
  assert.equal(await held(), await held())
})
