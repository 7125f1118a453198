// A stand-in for Google Cloud Storage, after its documentation: a token endpoint that verifies assertions, buckets with roles, downloads
// with ranges, generations and sums, and resumable uploads. Nothing appears under a name before its upload is complete. Every refusal has a
// text that names the storage's inside.
import { serve } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { crc32c } from './crc32c.ts'

export interface GcsServer {
  /** Origin. */
  readonly endpoint: string
  readonly tokenEndpoint: string
  /** Base64 of a key file that the server knows. */
  readonly serviceAccountJson: string
  readonly objects: Map<string, { readonly bytes: Uint8Array; readonly generation: number }>
  /** Upload sessions that are neither complete nor cancelled. */
  readonly sessions: Map<string, { readonly name: string; bytes: Uint8Array }>
  /** Every request, as `METHOD path`. */
  readonly requests: string[]
  /** What the next requests are answered with instead, one each. */
  readonly disturbances: ((context: Context) => Response | Promise<Response> | undefined)[]
  close(): void
}

export const gcsBucket = 'exports'
/** Stands in every text that a refusal comes with. */
export const inside = 'internal-host-17'
const email = 'mover@project.iam.gserviceaccount.com'

export interface GcsServerOptions {
  /** What the service account may do in the bucket. */
  readonly roles?: readonly Role[]
}

type Role = 'create' | 'delete' | 'view'

export async function startGcsServer({ roles = ['create', 'view'] }: GcsServerOptions = {}): Promise<GcsServer> {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const tokens = new Set<string>()
  const app = new Hono()
  const state = { objects: new Map(), sessions: new Map(), requests: [], disturbances: [] } as Pick<
    GcsServer,
    'objects' | 'sessions' | 'requests' | 'disturbances'
  >
  const completed = new Map<string, object>()
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
      const { payload } = await jwtVerify(String(form['assertion']), pair.publicKey, {
        algorithms: ['RS256'],
        issuer: email,
        audience: 'https://oauth2.googleapis.com/token',
      })
      if (form['grant_type'] !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || typeof payload['scope'] !== 'string')
        throw new Error('scope')
      const token = crypto.randomUUID()
      tokens.add(token)
      return context.json({ access_token: token, token_type: 'Bearer', expires_in: 3600 })
    } catch {
      return context.json({ error: 'invalid_grant', error_description: `Invalid JWT Signature, says ${inside}.` }, 400)
    }
  })

  /** @returns the refusal, if there is one */
  const check = (context: Context, role: Role): Response | undefined => {
    if (!tokens.has(context.req.header('authorization')?.replace(/^Bearer /, '') ?? '')) return refuse(401, 'Invalid Credentials')
    if (context.req.param('bucket') !== gcsBucket) return refuse(404, 'The specified bucket does not exist.')
    return roles.includes(role) ? undefined : refuse(403, `${email} does not have storage.objects.${role} access.`)
  }
  const nameIn = (context: Context): string => decodeURIComponent(new URL(context.req.url).pathname.split('/')[6] ?? '')

  app.get('/storage/v1/b/:bucket/o/:name', (context) => {
    const refused = check(context, 'view')
    if (refused !== undefined) return refused
    if (context.req.query('alt') !== 'media') return refuse(400, 'Only the bytes are here.')
    const object = state.objects.get(nameIn(context))
    const asked = context.req.query('generation')
    if (object === undefined || (asked !== undefined && asked !== String(object.generation)))
      return refuse(404, `No such object: ${gcsBucket}/${nameIn(context)}`)
    const from = /^bytes=(\d+)-$/.exec(context.req.header('range') ?? '')?.[1]
    const bytes = object.bytes.subarray(Number(from ?? 0)) as Uint8Array<ArrayBuffer>
    return context.body(bytes, from === undefined ? 200 : 206, { ...headersOf(object), 'content-length': String(bytes.byteLength) })
  })

  app.delete('/storage/v1/b/:bucket/o/:name', (context) => {
    const refused = check(context, 'delete')
    if (refused !== undefined) return refused
    return state.objects.delete(nameIn(context)) ? context.body(null, 204) : refuse(404, 'No such object.')
  })

  app.post('/upload/storage/v1/b/:bucket/o', (context) => {
    const refused = check(context, 'create')
    if (refused !== undefined) return refused
    if (context.req.query('uploadType') !== 'resumable') return refuse(400, 'Only resumable uploads are here.')
    const id = crypto.randomUUID()
    state.sessions.set(id, { name: context.req.query('name') ?? '', bytes: new Uint8Array() })
    return context.body(null, 200, { location: `${context.req.url}&upload_id=${id}`, 'x-guploader-uploadid': id })
  })

  app.on(['PUT', 'DELETE'], '/upload/storage/v1/b/:bucket/o', async (context) => {
    const refused = check(context, 'create')
    if (refused !== undefined) return refused
    const id = context.req.query('upload_id') ?? ''
    const session = state.sessions.get(id)
    if (context.req.method === 'DELETE') return new Response(null, { status: state.sessions.delete(id) ? 499 : 404 })
    if (session === undefined) return completed.has(id) ? context.json(completed.get(id) ?? {}) : refuse(404, 'No such session.')
    const [, range = '', total = ''] = /^bytes (\d+-\d+|\*)\/(\d+|\*)$/.exec(context.req.header('content-range') ?? '') ?? []
    const body = new Uint8Array(await context.req.arrayBuffer())
    const have = session.bytes.byteLength
    if (range !== (body.byteLength === 0 ? '*' : `${have}-${have + body.byteLength - 1}`)) return refuse(400, 'The range does not fit.')
    if (total === '*' && body.byteLength % 262_144 !== 0) return refuse(400, 'No multiple of 256 KiB.')
    session.bytes = new Uint8Array(await new Blob([session.bytes as Uint8Array<ArrayBuffer>, body]).arrayBuffer())
    if (total !== '*' && session.bytes.byteLength === Number(total)) {
      generation += 1
      state.objects.set(session.name, { bytes: session.bytes, generation })
      state.sessions.delete(id)
      completed.set(id, { name: session.name, generation: String(generation), size: total, crc32c: crc32c(session.bytes) })
      return context.json(completed.get(id) ?? {})
    }
    const stored = session.bytes.byteLength === 0 ? {} : { range: `bytes=0-${session.bytes.byteLength - 1}` }
    return new Response(null, { status: 308, headers: stored })
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

/** What a download says about an object. */
export function headersOf({ bytes, generation }: { readonly bytes: Uint8Array; readonly generation: number }): Record<string, string> {
  return { 'x-goog-generation': String(generation), 'x-goog-hash': `crc32c=${crc32c(bytes)}`, 'x-goog-stored-content-encoding': 'identity' }
}

/** An answer that gets no further than this: the connection breaks, or stays open and silent. */
export function partOf(
  object: { readonly bytes: Uint8Array; readonly generation: number },
  length: number,
  then: 'breaks' | 'is silent' = 'breaks',
) {
  return (context: Context): Response => {
    const { outgoing } = context.env as HttpBindings
    outgoing.writeHead(200, { ...headersOf(object), 'content-length': String(object.bytes.byteLength) })
    outgoing.write(object.bytes.subarray(0, length))
    if (then === 'breaks') setTimeout(() => outgoing.destroy(), 50)
    return RESPONSE_ALREADY_SENT
  }
}

function refuse(code: number, message: string): Response {
  const text = `${message} Ask ${inside}.`
  return Response.json(
    { error: { code, message: text, errors: [{ domain: 'global', reason: 'refused', message: text }] } },
    { status: code, statusText: inside },
  )
}

/** Base64 of a key file as Google makes them, with changes. */
export function keyFile(changed: Readonly<Record<string, unknown>>): string {
  return btoa(
    JSON.stringify({
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
    }),
  )
}
