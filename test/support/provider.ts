// A provider for tests: everything composed, in this process, on a real database in memory.
import { readDocument } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import { applyContextOf, applyDocument, systemAuthority } from '@symbolon/provisioning'
import type { ApplyReport, PasskeyRules } from '@symbolon/provisioning'
import { define, endSession, introspection, openSealing, revocation, userinfo } from '@symbolon/core-protocol'
import type {
  AnyAudit,
  AnyClaims,
  AnyClient,
  AnyEndpoint,
  AnyGrant,
  AnyPart,
  AnyRequestLimit,
  AnyScope,
  Context,
  Lifetimes,
  Log,
  MetricsRecorder,
  OpenStorage,
  Sealing,
  SecretHashing,
  Storage,
} from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { login, password, totp } from '@symbolon/login'
import type { AnyAuthenticator, AnyDetour, AnySignInStep, LoginUi } from '@symbolon/login'
import { createProvider } from '@symbolon/server'
import type { KeyOptions, Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { acmeDocument, createClock, createUserAgent } from '@symbolon/test-kit'
import type { Clock, UserAgent } from '@symbolon/test-kit'
import { templates } from '@symbolon/ui-templates'
import type { NativeConnection } from '../../packages/storage-libsql/src/native-connection.ts'
import { testHashing } from './hashing.ts'
import { refusalWatch } from './refusals.ts'
import type { RefusalWatch } from './refusals.ts'
import { recordChanges, withConnection } from './row-changes.ts'
import type { ChangeLog } from './row-changes.ts'
import './rsa-keys/ready-made.ts'

export interface TestProvider {
  readonly issuer: string
  readonly clock: Clock
  /** Every line that was logged. */
  readonly logged: { readonly level: string; readonly event: string; readonly fields: Readonly<Record<string, unknown>> }[]
  /** The stores, past the provider: for looking at rows and for ending things. */
  readonly storage: OpenStorage
  /** The provider itself. */
  readonly provider: Provider
  /** @param remoteAddress the peer that sends the request */
  fetch(request: Request, remoteAddress?: string): Promise<Response>
  readonly answer: Provider['answer']
  /** A new browser, with separate cookies. */
  newUserAgent(remoteAddress?: string): UserAgent
  /** Brings the instance to what the document says. */
  apply(document: OrgDocument): Promise<ApplyReport>
  close(): Promise<void>
}

export interface TestProviderOptions {
  readonly issuer?: string
  readonly document?: OrgDocument
  readonly storage?: Storage
  readonly lifetimes?: Partial<Lifetimes>
  readonly keys?: KeyOptions
  readonly grants?: readonly AnyGrant[]
  readonly endpoints?: readonly AnyEndpoint[]
  readonly clients?: readonly AnyClient[]
  readonly clock?: Clock
  /** The steady clock, where it is not to go along with `clock`. */
  readonly monotonic?: () => number
  /** By default one that does no work twice. */
  readonly hashing?: SecretHashing
  /** By default the built-in one. */
  readonly ui?: LoginUi
  /** By default passwords, and codes of authenticator apps. */
  readonly authenticators?: readonly AnyAuthenticator[]
  readonly steps?: readonly AnySignInStep[]
  readonly detours?: readonly AnyDetour[]
  readonly vendor?: string
  /** Where audit events go; by default nowhere. */
  readonly audit?: AnyAudit | readonly AnyAudit[]
  /** Default: false. Work in the background would change rows while a request is refused. */
  readonly timers?: boolean
  readonly claims?: readonly AnyClaims[]
  readonly scopes?: readonly AnyScope[]
  readonly limits?: readonly AnyRequestLimit[]
  /** Parts of any kind, in addition to the others. */
  readonly parts?: readonly AnyPart[]
  /** Where metrics go; by default nothing is measured. */
  readonly metrics?: MetricsRecorder
  readonly trustedProxies?: readonly string[]
  /** What passkeys of documents must meet. */
  readonly passkeyRules?: PasskeyRules
  /** Records the changes of a database that is not in memory, for the watch over refused requests. Called after the start. */
  readonly recordChanges?: () => Promise<ChangeLog>
}

/** For all tests the same 32 bytes. */
export const masterKey: Uint8Array = new Uint8Array(32).fill(7)

export async function startTestProvider(options: TestProviderOptions = {}): Promise<TestProvider> {
  const issuer = options.issuer ?? 'https://id.example'
  const clock = options.clock ?? createClock()
  const hashing = options.hashing ?? testHashing
  const logged: TestProvider['logged'] = []
  const shared = sharedStorage(options.storage ?? libsql({ url: ':memory:' }))
  let context: Context<'directory'> | undefined
  const { grants = [authorizationCode()], endpoints = [userinfo, introspection, revocation, endSession] } = options
  const showsPages =
    grants.some(({ responseTypes = [] }) => responseTypes.length > 0) ||
    endpoints.some(({ takes }) => takes === 'browser' || takes === 'form')
  const composedLogin = login({
    ui: options.ui ?? templates(),
    authenticators: options.authenticators ?? [password({ hashing }), totp()],
    steps: options.steps ?? [],
    detours: options.detours ?? [],
  })
  const provider = await createProvider({
    issuer,
    masterKey,
    storage: shared.storage,
    secretHashing: hashing,
    ...(grants.length === 0 ? {} : { grants }),
    endpoints,
    ...(showsPages ? { login: composedLogin } : {}),
    now: clock.now,
    monotonic: options.monotonic ?? clock.now,
    log: recordingLog(logged),
    ...(options.vendor === undefined ? {} : { vendor: options.vendor }),
    ...(options.audit === undefined ? {} : { audit: options.audit }),
    ...(options.clients === undefined ? {} : { clients: options.clients }),
    ...(options.claims === undefined ? {} : { claims: options.claims }),
    ...(options.scopes === undefined ? {} : { scopes: options.scopes }),
    timers: options.timers ?? false,
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.parts === undefined ? {} : { parts: options.parts }),
    ...(options.trustedProxies === undefined ? {} : { trustedProxies: options.trustedProxies }),
    ...(options.lifetimes === undefined ? {} : { lifetimes: options.lifetimes }),
    ...(options.keys === undefined ? {} : { keys: options.keys }),
    tasks: [
      define({ kind: 'task', name: 'test', stores: ['directory'], run: async (given: Context<'directory'>) => void (context = given) }),
    ],
  })

  async function apply(document: OrgDocument): Promise<ApplyReport> {
    if (context === undefined) throw new Error('not started')
    return await applyDocument(readDocument(document), applyContextOf(context, hashing, systemAuthority, options.passkeyRules))
  }
  const report = await apply(options.document ?? acmeDocument())
  const refused = report.entries.filter(({ action }) => action === 'refused')
  if (refused.length > 0) throw new Error(`The document was refused: ${JSON.stringify(refused)}`)

  const connection = shared.connection()
  const recorded = options.recordChanges?.() ?? (connection === undefined ? undefined : recordChanges(connection))
  const refusals = recorded === undefined ? undefined : refusalWatch(await recorded)
  const watched = refusals === undefined ? provider : watchedProvider(provider, refusals)
  return {
    issuer,
    clock,
    logged,
    storage: shared.open(),
    provider: watched,
    fetch: async (request, remoteAddress) => await watched.fetch(request, { remoteAddress }),
    answer: watched.answer,
    newUserAgent: (remoteAddress) => createUserAgent(async (request) => await watched.fetch(request, { remoteAddress })),
    apply: async (document) => await (refusals?.change(async () => await apply(document)) ?? apply(document)),
    close: async () => await provider.close(),
  }
}

/** What the provider seals with: for looking into rows as a thief who has the master key, too. */
export async function sealingOf({ storage }: Pick<TestProvider, 'storage'>): Promise<Sealing> {
  const { instance } = storage.stores
  if (instance === undefined) throw new Error('not open')
  return await openSealing(instance, [masterKey])
}

/** Opens the storage and keeps a hold of it. */
function sharedStorage(storage: Storage): {
  readonly storage: Storage
  readonly open: () => OpenStorage
  readonly connection: () => NativeConnection | undefined
} {
  let opened: OpenStorage | undefined
  let connection: NativeConnection | undefined
  return {
    storage: {
      async open(names, own) {
        const result = await withConnection(async () => await storage.open(names, own))
        opened = result.opened
        connection = result.connection ?? connection
        return opened
      },
    },
    open() {
      if (opened === undefined) throw new Error('not open')
      return opened
    },
    connection: () => connection,
  }
}

/** @returns the provider, whose `fetch` rejects if it refused a request and rows changed nevertheless */
function watchedProvider(provider: Provider, refusals: RefusalWatch): Provider {
  return {
    ...provider,
    tick: async () => await refusals.change(async () => await provider.tick()),
    fetch: async (request, peer) =>
      await refusals.watch(
        `${request.method} ${request.url}`,
        async () => await provider.fetch(request, peer),
        ({ status, headers }) => ({ status, location: headers.get('location') ?? undefined }),
      ),
  }
}

function recordingLog(logged: TestProvider['logged']): Log {
  const record =
    (level: string): Log['info'] =>
    (event, fields = {}) => {
      logged.push({ level, event, fields })
    }
  return { info: record('info'), warn: record('warn'), error: record('error') }
}
