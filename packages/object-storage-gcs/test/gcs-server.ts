// A stand-in for Google Cloud Storage, after its documentation: a token endpoint that verifies assertions, buckets with roles, downloads
// with ranges and generations, and resumable uploads. Nothing appears under a name before its upload is complete.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'

export interface GcsServer {
  /** Origin. */
  readonly endpoint: string
  readonly tokenEndpoint: string
  /** Base64 of a key file that the server knows. */
  readonly serviceAccountJson: string
  readonly objects: Map<string, { readonly bytes: Uint8Array, readonly generation: number }>
  readonly sessions: Map<string, { readonly name: string, bytes: Uint8Array }>
  /** Every request, as `METHOD path`. */
  readonly requests: string[]
  /** What the next requests are answered with instead, one each. */
  readonly disturbances: ((context: Context) => Response | Promise<Response> | undefined)[]
  close(): void
}

export const gcsBucket = 'exports'
const email = 'mover@project.iam.gserviceaccount.com'

export interface GcsServerOptions {
  /** What the service account may do in the bucket. */
  readonly roles?: readonly ('create' | 'view')[]
}

export async function startGcsServer({ roles = ['create', 'view'] }: GcsServerOptions = {}): Promise<GcsServer> {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const tokens = new Set<string>()
  const app = new Hono()
  const state = { objects: new Map(), sessions: new Map(), requests: [], disturbances: [] } as Pick<GcsServer, 'objects' | 'sessions' | 'requests' | 'disturbances'>
  let generation = 1000

  app.use(async (context, next) => {
    state.requests.push(`${context.req.method} ${context.req.path}`)
    const disturbed = await state.disturbances.shift()?.(context)
    if (disturbed !== undefined) return disturbed
    await next()
    return undefined
  })

  app.post('/token', async (context) => {
    const form = await context.req.parseBody()
    try {
      const { payload } = await jwtVerify(String(form['assertion']), pair.publicKey, { algorithms: ['RS256'], issuer: email, audience: 'https://oauth2.googleapis.com/token' })
      if (form['grant_type'] !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || typeof payload['scope'] !== 'string') throw new Error('scope')
      const token = crypto.randomUUID()
      tokens.add(token)
      return context.json({ access_token: token, token_type: 'Bearer', expires_in: 3600 })
    } catch {
      return context.json({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, 400)
    }
  })

  /** @returns the refusal, if there is one */
  const check = (context: Context, role: 'create' | 'view'): Response | undefined => {
    if (!tokens.has(context.req.header('authorization')?.replace(/^Bearer /, '') ?? '')) return context.json({ error: { code: 401, message: 'Invalid Credentials' } }, 401)
    if (context.req.param('bucket') !== undefined && context.req.param('bucket') !== gcsBucket) return context.json({ error: { code: 404, message: 'The specified bucket does not exist.' } }, 404)
    return roles.includes(role) ? undefined : context.json({ error: { code: 403, message: `${email} does not have storage.objects.${role} access.` } }, 403)
  }

  app.get('/storage/v1/b/:bucket/o/:name', (context) => {
    const refused = check(context, 'view')
    if (refused !== undefined) return refused
    const name = decodeURIComponent(new URL(context.req.url).pathname.split('/')[6] ?? '')
    const object = state.objects.get(name)
    const asked = context.req.query('generation')
    if (object === undefined || (asked !== undefined && asked !== String(object.generation))) return context.text(`No such object: ${gcsBucket}/${name}`, 404)
    const from = /^bytes=(\d+)-$/.exec(context.req.header('range') ?? '')?.[1]
    const bytes = object.bytes.subarray(Number(from ?? 0)) as Uint8Array<ArrayBuffer>
    return context.body(bytes, from === undefined ? 200 : 206, { 'x-goog-generation': String(object.generation), 'content-length': String(bytes.byteLength) })
  })

  app.post('/upload/storage/v1/b/:bucket/o', (context) => {
    const refused = check(context, 'create')
    if (refused !== undefined) return refused
    const id = crypto.randomUUID()
    state.sessions.set(id, { name: context.req.query('name') ?? '', bytes: new Uint8Array() })
    return context.body(null, 200, { location: `${new URL(context.req.url).origin}/session/${id}` })
  })

  app.on(['PUT', 'DELETE'], '/session/:id', async (context) => {
    const id = context.req.param('id')
    const session = state.sessions.get(id)
    if (session === undefined) return context.body(null, 404)
    if (context.req.method === 'DELETE') {
      state.sessions.delete(id)
      return new Response(null, { status: 499 })
    }
    const [, from, total = ''] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(context.req.header('content-range') ?? '') ?? []
    const body = new Uint8Array(await context.req.arrayBuffer())
    if (from !== undefined && Number(from) !== session.bytes.byteLength) return context.body(null, 400)
    if (total === '*' && body.byteLength % 262_144 !== 0) return context.body(null, 400)
    session.bytes = new Uint8Array(await new Blob([session.bytes as Uint8Array<ArrayBuffer>, body]).arrayBuffer())
    if (total !== '*' && session.bytes.byteLength === Number(total)) {
      generation += 1
      state.objects.set(session.name, { bytes: session.bytes, generation })
      state.sessions.delete(id)
      return context.json({ name: session.name, size: total })
    }
    const range = session.bytes.byteLength === 0 ? {} : { range: `bytes=0-${session.bytes.byteLength - 1}` }
    return new Response(null, { status: 308, headers: range })
  })

  const { promise, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port))
  const endpoint = `http://127.0.0.1:${await promise}`
  return {
    ...state,
    endpoint,
    tokenEndpoint: `${endpoint}/token`,
    serviceAccountJson: keyFile({ private_key: await exportPKCS8(pair.privateKey) }),
    close: () => {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
    },
  }
}

/** Base64 of a key file as Google makes them, with changes. */
export function keyFile(changed: Readonly<Record<string, unknown>>): string {
  return btoa(JSON.stringify({
    type: 'service_account',
    project_id: 'project',
    private_key_id: 'a1b2c3',
    client_email: email,
    client_id: '100000000000000000000',
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: 'https://oauth2.googleapis.com/token',
    auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
    client_x509_cert_url: 'https://www.googleapis.com/robot/v1/metadata/x509/mover',
    universe_domain: 'googleapis.com',
    ...changed,
  }))
}
