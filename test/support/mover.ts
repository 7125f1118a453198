// An instance with a service user that may export and import, and the calls that it makes.
import { exportEndpoint, importEndpoints } from '@symbolon/admin-api'
import type { ImportEndpointOptions } from '@symbolon/admin-api'
import { auditTrail } from '@symbolon/core-protocol'
import type { OrgDocument } from '@symbolon/schema-v2'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'
import { testHashing } from './hashing.ts'

export const moverToken = 'symbolon_pat_mover-0123456789-0123456789-0123456789'

/** The organization of the user who moves the others. */
export const operations: NonNullable<OrgDocument['orgs']>[number] = {
  orgId: 'operations',
  org: { name: 'Operations' },
  machineUsers: [{ userId: 'mover', user: { userName: 'mover', name: 'Mover' } }],
  personalAccessTokens: [{ tokenId: 'mover-token', userId: 'mover', token: moverToken }],
}

export interface Mover {
  readonly provider: TestProvider
  /** `POST /admin/v1/export` */
  export(body?: unknown, token?: string): Promise<Response>
  /** `POST /admin/v1/import` */
  import(body: unknown, token?: string): Promise<Response>
  /** `GET /admin/v1/import/{id}` */
  report(id: string, token?: string): Promise<Response>
  close(): Promise<void>
}

export interface MoverOptions extends Omit<TestProviderOptions, 'document'> {
  /** In addition to the mover's organization. */
  readonly orgs?: NonNullable<OrgDocument['orgs']>
  readonly moving?: Partial<ImportEndpointOptions>
}

export async function startMover({ orgs = [], moving = {}, ...options }: MoverOptions = {}): Promise<Mover> {
  const hashing = options.hashing ?? testHashing
  const provider = await startTestProvider({
    ...options,
    hashing,
    audit: auditTrail,
    document: { orgs: [operations, ...orgs], instanceMembers: [{ userId: 'mover', roles: ['IAM_OWNER'] }] },
    endpoints: [
      exportEndpoint(moving.storages === undefined ? {} : { storages: moving.storages }),
      ...importEndpoints({ hashing, ...moving }),
      ...(options.endpoints ?? []),
    ],
  })
  const post = async (path: string, body: unknown, token: string): Promise<Response> =>
    await provider.fetch(
      new Request(`${provider.issuer}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  return {
    provider,
    export: async (body = {}, token = moverToken) => await post('/admin/v1/export', body, token),
    import: async (body, token = moverToken) => await post('/admin/v1/import', body, token),
    report: async (id, token = moverToken) =>
      await provider.fetch(new Request(`${provider.issuer}/admin/v1/import/${id}`, { headers: { authorization: `Bearer ${token}` } })),
    close: async () => await provider.close(),
  }
}

export interface ImportAnswer {
  readonly errors?: readonly { readonly type: string; readonly id: string; readonly message: string }[]
  readonly success: { readonly orgs?: readonly Readonly<Record<string, unknown>>[] }
  readonly jobId: string
  readonly state: string
  readonly counts: Readonly<Record<string, number>>
  readonly progress: Readonly<Record<string, number>>
  readonly ledger?: readonly { readonly path: string; readonly reason: string; readonly count?: number }[]
  readonly generated?: readonly Readonly<Record<string, unknown>>[]
  readonly signIn?: { readonly people: number; readonly able: number; readonly unable: number }
  readonly signIns?: readonly Readonly<Record<string, unknown>>[]
}

/** @throws Error when the response is not a report */
export async function reportOf(answer: Response): Promise<ImportAnswer> {
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`)
  return JSON.parse(text) as ImportAnswer
}
