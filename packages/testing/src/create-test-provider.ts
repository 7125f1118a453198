// A provider for tests of applications that use one: the real one, in memory, with a clock that the test moves.
import { endSession, fromRequest, introspection, revocation, token, toResponse, userinfo } from '@symbolon/core-protocol'
import type { Log, OpenStorage, Storage } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { implicit } from '@symbolon/grants-implicit'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { login, password, totp } from '@symbolon/login'
import { documents } from '@symbolon/provisioning'
import type { OrgDocument } from '@symbolon/schema-v2'
import { createProvider, defaultLifetimes, keyPolicy, serve } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { createClock } from '@symbolon/test-client'
import type { Clock } from '@symbolon/test-client'
import { templates } from '@symbolon/ui-templates'
import { documentOf } from './document.ts'
import type { Added } from './document.ts'
import { createFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import type { TestClient, TestProviderOptions, TestServiceUser, TestUser } from './options.ts'
import { defaultClientSecret } from './options.ts'
import { askForTokens, signInAt, signInFor, TestProviderError } from './sign-in.ts'
import type { SignInOptions, TestTokens } from './sign-in.ts'
import { insecureTestHashing } from './test-hashing.ts'
import { insertTestKeys, testMasterKey } from './test-keys.ts'

/** A provider with a clock, users and applications of a test. */
export interface TestProvider extends Pick<Provider, 'answer' | 'fetch'> {
  readonly issuer: string
  readonly clock: Clock
  /** Adds a user, or updates an existing one. */
  addUser(user: TestUser): Promise<void>
  /** Adds a client, or updates an existing one. */
  addClient(client: TestClient): Promise<void>
  /** Adds a service user, or updates an existing one. */
  addServiceUser(user: TestServiceUser): Promise<void>
  /** Applies a document as `symbolon apply` does. @throws TestProviderError if anything in it is refused */
  apply(document: OrgDocument): Promise<void>
  /**
   * Signs a user in to a client by the authorization code flow with PKCE, and redeems the code.
   * @param user the user name, and @param client the client id, of what was added
   * @throws TestProviderError if the sign-in does not end with tokens
   */
  signIn(user: string, client: string, options?: SignInOptions): Promise<TestTokens>
  /**
   * Signs a user in at the authorization URL that an application made.
   * @returns the URL to which the browser would be sent: the redirect URI with `code` and `state`, or with `error`
   * @throws TestProviderError if the sign-in ends at a page of the provider
   */
  signInAt(authorizationUrl: string | URL, user: string): Promise<URL>
  /** Refreshes the tokens of a client. https://www.rfc-editor.org/rfc/rfc6749#section-6 */
  refresh(refreshToken: string, client: string): Promise<TestTokens>
  /** Tokens of a service user. Default scope: `openid`. https://www.rfc-editor.org/rfc/rfc6749#section-4.4 */
  clientCredentials(serviceUser: string, scope?: string): Promise<TestTokens>
  /** The next ID token of the token endpoint is one that the application must refuse. */
  spoilIdToken: Faults['spoilIdToken']
  /** The next requests for a path fail. @param times default 1 */
  fail(path: string, answer: Parameters<Faults['fail']>[1], times?: number): void
  /** Stops listening, and forgets everything. */
  close(): Promise<void>
}

/**
 * Starts a provider in memory. Its keys and its hashing are for tests alone, so the issuer must be on this machine or under a reserved
 * domain such as `.test`. https://www.rfc-editor.org/rfc/rfc6761#section-6
 * @throws TypeError if the issuer is elsewhere
 * @throws TestProviderError if a user, a client or the document is refused
 * @example
 * const provider = await createTestProvider({ users: [{ userName: 'ada' }], clients: [{ clientId: 'web', redirectUris: ['http://localhost/cb'] }] })
 * const { accessToken } = await provider.signIn('ada', 'web')
 */
export async function createTestProvider(options: TestProviderOptions = {}): Promise<TestProvider> {
  const { users = [], clients = [], serviceUsers = [], document, startAt, port } = options
  const clock = createClock(startAt)
  const base = options.issuer === undefined ? '' : new URL(options.issuer).pathname.replace(/^\/$/, '')
  const faults = createFaults(base + token.path)
  const known = {
    users: new Map<string, TestUser>(),
    clients: new Map<string, TestClient>(),
    serviceUsers: new Map<string, TestServiceUser>(),
  }
  let provider: Provider | undefined
  const answer: Provider['answer'] = async (request, peer) =>
    await faults.around(request.path, async () => {
      if (provider === undefined) throw new TestProviderError('The test provider is starting.')
      return await provider.answer(request, peer)
    })
  // The port is part of the issuer, so it is taken first.
  const served = port === undefined ? undefined : await serve({ answer }, { hostname: 'localhost', port })
  const issuer = options.issuer ?? (served === undefined ? 'https://id.test' : `http://localhost:${served.port}`)
  try {
    checkIssuer(issuer)
    const lifetimes = { ...defaultLifetimes, ...options.provider?.lifetimes }
    const policy = keyPolicy(options.provider?.keys ?? {}, lifetimes)
    const storage = testStorage(async ({ stores: { instance, signingKeys } }) => {
      if (instance !== undefined && signingKeys !== undefined) await insertTestKeys({ instance, signingKeys }, policy, clock.now)
    })
    const created = await createProvider({
      grants: [authorizationCode(), refreshToken(), implicit(), clientCredentials(), jwtProfile()],
      endpoints: [userinfo, introspection, revocation, endSession],
      login: login({ ui: templates(), authenticators: [password({ hashing: insecureTestHashing }), totp()] }),
      secretHashing: insecureTestHashing,
      log: silent,
      ...options.provider,
      issuer,
      storage,
      masterKey: testMasterKey,
      documents: documents({ hashing: insecureTestHashing }),
      now: clock.now,
      monotonic: clock.now,
    })
    provider = created

    const apply: TestProvider['apply'] = async (given) => {
      const report = await created.apply(given)
      const refused = report.entries.filter(({ action }) => action === 'refused')
      if (refused.length > 0) throw new TestProviderError(`The document is refused: ${JSON.stringify(refused)}`)
    }
    const add = async (added: Added): Promise<void> => {
      await apply(documentOf(added))
      for (const user of added.users ?? []) known.users.set(user.userName, user)
      for (const client of added.clients ?? []) known.clients.set(client.clientId, client)
      for (const user of added.serviceUsers ?? []) known.serviceUsers.set(user.userName, user)
    }
    await add({ users, clients, serviceUsers })
    if (document !== undefined) await apply(document)

    const fetch: Provider['fetch'] = async (request, peer) => toResponse(await answer(fromRequest(request), peer), request.method)
    const reached = { issuer, fetch: async (request: Request) => await fetch(request) }
    return {
      issuer,
      clock,
      answer,
      fetch,
      addUser: async (user) => await add({ users: [user] }),
      addClient: async (client) => await add({ clients: [client] }),
      addServiceUser: async (user) => await add({ serviceUsers: [user] }),
      apply,
      signIn: async (user, client, how = {}) =>
        await signInFor(reached, found(known.users, user, 'user'), found(known.clients, client, 'client'), how),
      async signInAt(authorizationUrl, user) {
        const { redirectedTo, status, text } = await signInAt(reached, authorizationUrl, found(known.users, user, 'user'))
        if (redirectedTo === undefined) throw new TestProviderError(`The sign-in ended at a page: ${status} ${text}`)
        return redirectedTo
      },
      refresh: async (refreshToken, client) =>
        await askForTokens(reached, found(known.clients, client, 'client'), { grant_type: 'refresh_token', refresh_token: refreshToken }),
      async clientCredentials(serviceUser, scope = 'openid') {
        const { userName, clientSecret = defaultClientSecret } = found(known.serviceUsers, serviceUser, 'service user')
        return await askForTokens(reached, { clientId: userName, clientSecret }, { grant_type: 'client_credentials', scope })
      },
      spoilIdToken: faults.spoilIdToken,
      fail: (path, failing, times = 1) => faults.fail(path, failing, times),
      async close() {
        await served?.drain(0)
        await provider?.close()
      },
    }
  } catch (error) {
    await served?.drain(0)
    await provider?.close()
    throw error
  }
}

function found<T>(added: ReadonlyMap<string, T>, name: string, what: string): T {
  const value = added.get(name)
  if (value === undefined) throw new TestProviderError(`There is no ${what} ${name}. Added so far: ${[...added.keys()].join(', ')}.`)
  return value
}

/** Everybody knows the keys of a test provider. */
function checkIssuer(issuer: string): void {
  const { hostname } = new URL(issuer)
  const isReserved = /^(localhost|127\.0\.0\.1|\[::1\])$|\.(test|example|invalid|localhost)$/.test(hostname)
  if (!isReserved)
    throw new TypeError(`A test provider must not be the issuer ${issuer}: everybody knows its keys. Use localhost or a name under .test.`)
}

const ignore = (): void => undefined
const silent: Log = { info: ignore, warn: ignore, error: ignore }

/** A database in memory. @param prepare is called once the database is open, before the provider reads it */
function testStorage(prepare: (open: OpenStorage) => Promise<void>): Storage {
  const memory = libsql({ url: ':memory:' })
  return {
    async open(names) {
      // The provider opens the storage once before, to check the master key: a new database has none.
      if (!names.includes('signingKeys')) return { stores: {}, close: async () => undefined }
      const open = await memory.open(names)
      await prepare(open)
      return open
    },
  }
}
