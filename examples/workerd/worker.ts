// A provider in a Durable Object of workerd, the runtime of Cloudflare Workers, with a libSQL server over HTTP. All requests go to one object: the
// connections of the provider belong to one context of inputs and outputs, and a Worker has another context for each request.
import { defineClient, endSession, hostPasswords, hostUsers, revocation, userinfo } from '@symbolon/core-protocol'
import type { HostUser } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { login, password } from '@symbolon/login'
import { createProvider } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { templates } from '@symbolon/ui-templates'
import { hashPassword, isPassword } from './passwords.ts'

/** Of Cloudflare's types. */
interface DurableObjectState {
  readonly storage: { setAlarm(at: number): Promise<void> }
  blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>
}
interface Environment {
  readonly ISSUER: string
  readonly MASTER_KEY: string
  readonly DATABASE_URL: string
  readonly PROVIDER: { idFromName(name: string): unknown; get(id: unknown): { fetch(request: Request): Promise<Response> } }
}

/** The application's users. All of them have one password here, so that the example starts with one hash. */
const people: readonly HostUser[] = [
  { id: '1815', userName: 'ada', displayName: 'Ada Lovelace', email: { address: 'ada@example.com', verified: true } },
  ...Array.from({ length: 20 }, (_, index) => ({ id: `guest-${index}`, userName: `guest${index}` })),
]
let hash: string | undefined

async function compose({ ISSUER, MASTER_KEY, DATABASE_URL }: Environment): Promise<Provider> {
  return await createProvider({
    issuer: ISSUER,
    masterKey: MASTER_KEY,
    storage: libsql({ url: DATABASE_URL }),
    // Nothing runs between requests: the alarm below does the background work.
    timers: false,
    clients: [defineClient({ clientId: 'notes', redirectUris: [`${new URL(ISSUER).origin}/callback`] })],
    users: hostUsers({
      find: async (id) => people.find((each) => each.id === id),
      findByLoginName: async (name) => people.find((each) => each.userName === name),
    }),
    grants: [authorizationCode(), refreshToken()],
    endpoints: [userinfo, revocation, endSession],
    login: login({
      ui: templates(),
      authenticators: [
        password({
          // A comparison takes 0.4 s of the object's only thread. Meanwhile, responses of the database must be read in time: so there is one at a
          // time, and people are asked to try again rather than kept waiting for more than 4 s.
          hashing: hostPasswords(
            async (id, typed) => {
              await new Promise((resolve) => setTimeout(resolve, 20))
              return isPassword(typed, id === undefined ? undefined : (hash ??= hashPassword('the difference engine')))
            },
            { concurrency: 1, queueLimit: 10 },
          ),
        }),
      ],
    }),
  })
}

/** The object that holds the provider. */
export class ProviderObject {
  readonly #provider: Promise<Provider>
  readonly #storage: DurableObjectState['storage']

  constructor(state: DurableObjectState, environment: Environment) {
    this.#storage = state.storage
    this.#provider = state.blockConcurrencyWhile(async () => await compose(environment))
  }

  async fetch(request: Request): Promise<Response> {
    const provider = await this.#provider
    const answer = await provider.tryFetch(request, { remoteAddress: request.headers.get('cf-connecting-ip') ?? undefined })
    if (answer !== undefined) return answer
    const { pathname } = new URL(request.url)
    if (pathname === '/') return new Response('The home page of the application.')
    if (pathname === '/echo') return Response.json(await request.json())
    if (pathname === '/tick') {
      await this.alarm()
      return new Response(null, { status: 204 })
    }
    if (pathname !== '/api/me') return new Response('Not found.', { status: 404 })
    const caller = await provider.protect(request, { scope: 'openid' })
    return caller instanceof Response ? caller : Response.json({ hello: caller.user.displayName })
  }

  /** Rotates keys, and removes what has expired. */
  async alarm(): Promise<void> {
    await (await this.#provider).tick()
    await this.#storage.setAlarm(Date.now() + 60_000)
  }
}

export default {
  fetch: async (request: Request, { PROVIDER }: Environment): Promise<Response> =>
    await PROVIDER.get(PROVIDER.idFromName('the provider')).fetch(request),
}
