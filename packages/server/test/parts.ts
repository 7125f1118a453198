// Small parts to compose in tests, and a database to compose them over.
import { define } from '@symbolon/core-protocol'
import type {
  Answer,
  AnyEndpoint,
  AnyGrant,
  AnyLogin,
  AnyStartTask,
  Endpoint,
  Grant,
  Log,
  OpenStorage,
  Storage,
  StoreName,
} from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import * as v from 'valibot'
import { createProvider } from '../src/index.ts'
import type { Provider, ProviderOptions } from '../src/index.ts'

export const issuer = 'https://id.example'

/** Options that a provider can be made of; a test bends one of them. */
export function options(changes: Partial<ProviderOptions> = {}): ProviderOptions {
  return { issuer, masterKey: new Uint8Array(32).fill(7), storage: libsql({ url: ':memory:' }), log: silent, ...changes }
}

export async function withProvider(changes: Partial<ProviderOptions>, use: (provider: Provider) => Promise<void>): Promise<void> {
  const provider = await createProvider(options(changes))
  try {
    await use(provider)
  } finally {
    await provider.close()
  }
}

export async function get(provider: Provider, path: string, init: RequestInit = {}): Promise<Response> {
  return await provider.fetch(new Request(issuer + path, init))
}

/** An answer in plain text. */
export function text(body: string, status = 200, fields: Answer['fields'] = {}): Answer {
  return { status, fields: { 'content-type': 'text/plain;charset=UTF-8', ...fields }, body }
}

export function endpoint(changes: Partial<Endpoint<StoreName>> = {}): AnyEndpoint {
  return define({
    kind: 'endpoint',
    takes: 'nothing',
    name: 'an endpoint',
    stores: [],
    path: '/here',
    methods: ['GET'],
    cors: 'none',
    handle: async () => text('here'),
    ...changes,
  })
}

export function grant(changes: Partial<Grant<StoreName>> = {}): AnyGrant {
  return define({
    kind: 'grant',
    name: 'a grant',
    stores: [],
    grantType: 'urn:example:grant',
    clientAuthenticationMethods: ['none'],
    parameters: v.looseObject({}),
    authorize: async () => {
      throw new TypeError('not reached')
    },
    ...changes,
  })
}

/** A grant of the authorization endpoint. */
export function responseTypeGrant(responseType: string = 'code'): AnyGrant {
  return define({
    kind: 'front_channel_grant',
    name: `response type ${responseType}`,
    stores: [],
    responseTypes: [{ responseType, defaultResponseMode: 'query', check: () => undefined, respond: async () => ({ parameters: {} }) }],
  })
}

export function login(changes: Partial<AnyLogin> = {}): AnyLogin {
  return define({
    kind: 'login',
    name: 'a login',
    stores: ['sessions'],
    path: '/ui/login',
    endpoints: [endpoint({ name: 'login page', path: '/ui/login' })],
    due: async () => ({ required: undefined, offered: [], counted: [] }),
    page: async ({ locales: [locale], content }) => text(content(locale).title),
    displayError: async ({ error }) => text(`shown: ${error}`, 400),
    formPost: async () => text('posted'),
    confirmSignOut: async () => text('sign out?'),
    signedOut: async () => text('signed out'),
    welcome: async () => text('welcome'),
    signIn: async ({ returnTo }) => text(returnTo),
    ...changes,
  })
}

export function task(run: AnyStartTask['run'], stores: readonly StoreName[] = []): AnyStartTask {
  return define({ kind: 'task', name: 'a task', stores, run })
}

export interface WatchedStorage {
  readonly storage: Storage
  /** The names of each opening, and how many of them were closed. */
  readonly opened: (readonly StoreName[])[]
  closed(): number
}

/** The database, and what is done with it as a whole. `change` may bend what it gives. */
export function watchedStorage(change: (open: OpenStorage) => OpenStorage = (open) => open): WatchedStorage {
  const real = libsql({ url: ':memory:' })
  const opened: (readonly StoreName[])[] = []
  let closed = 0
  return {
    opened,
    closed: () => closed,
    storage: {
      async open(names) {
        const open = await real.open(names)
        opened.push(names)
        return change({
          stores: open.stores,
          close: async () => {
            closed++
            await open.close()
          },
        })
      },
    },
  }
}

export interface Line {
  readonly level: string
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>>
}

export function recordingLog(): { readonly log: Log; readonly lines: Line[] } {
  const lines: Line[] = []
  const record =
    (level: string): Log['info'] =>
    (event, fields = {}) =>
      void lines.push({ level, event, fields })
  return { log: { info: record('info'), warn: record('warn'), error: record('error') }, lines }
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
