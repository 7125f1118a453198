// Signing keys as an owner and as the clock change them.
import { advanceSigningKeys, createSealing, defaultKeyPolicy } from '@symbolon/core-protocol'
import type { KeyPolicy, Sealing, SigningKey, SigningKeyContext, SigningKeyStore } from '@symbolon/core-protocol'
import type { KeyReport } from '@symbolon/admin-api'
import type { OrgDocument } from '@symbolon/schema-v2'
import { keySetOf } from './decode.ts'
import { masterKey, sealingOf } from './provider.ts'
import type { TestProvider } from './provider.ts'
import { serviceUserDocument } from './service-users.ts'

export const ownerToken = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
export const memberToken = 'symbolon_pat_member-0123456789-0123456789-012345678'

/** The service users, one who owns the instance and one who does not among them. */
export function ownedDocument(): OrgDocument {
  const { orgs = [] } = serviceUserDocument()
  const machine = (userId: string) => ({ userId, user: { userName: userId, name: userId } })
  return {
    orgs: [
      ...orgs,
      {
        orgId: 'operations',
        org: { name: 'Operations' },
        machineUsers: [machine('owner'), machine('member')],
        personalAccessTokens: [
          { tokenId: 'owner-token', userId: 'owner', token: ownerToken },
          { tokenId: 'member-token', userId: 'member', token: memberToken },
        ],
      },
    ],
    instanceMembers: [
      { userId: 'owner', roles: ['IAM_OWNER'] },
      { userId: 'member', roles: ['IAM_OWNER_VIEWER'] },
    ],
  }
}

export interface Answer {
  readonly status: number
  readonly body: KeyReport & { readonly code?: number; readonly message?: string }
}

/** Asks the administrative endpoints of signing keys: `''`, `/rotate`, `/revoke`. */
export async function askKeys(
  provider: TestProvider,
  path: '' | '/rotate' | '/revoke',
  body?: unknown,
  token: string = ownerToken,
): Promise<Answer> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/admin/v1/keys${path}`, {
      method: path === '' ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

export async function publishedKids(provider: TestProvider): Promise<readonly string[]> {
  return (await keySetOf(provider)).keys.map(({ kid }) => kid ?? '')
}

export function signingKeyStore({ storage }: TestProvider): SigningKeyStore {
  const { signingKeys } = storage.stores
  if (signingKeys === undefined) throw new Error('There are no signing keys')
  return signingKeys
}

export async function keyOf(provider: TestProvider, kid: string): Promise<SigningKey | undefined> {
  return (await signingKeyStore(provider).list()).find((key) => key.kid === kid)
}

export async function signingKeyContext(
  store: SigningKeyStore,
  now: () => number,
  policy: KeyPolicy = defaultKeyPolicy,
  sealing?: Sealing,
): Promise<SigningKeyContext> {
  return {
    store,
    now,
    policy,
    sealing: sealing ?? (await createSealing(masterKey)),
    randomToken: () => crypto.randomUUID().replaceAll('-', ''),
  }
}

/** Does at once what the timer of a provider would do within a minute. */
export async function advanceKeys(provider: TestProvider): Promise<void> {
  await advanceSigningKeys(await signingKeyContext(signingKeyStore(provider), provider.clock.now, undefined, await sealingOf(provider)))
}
