// The client secrets of an application or a service user. Two are valid at a time, so that a client moves from one to the other without a
// pause: a new one is added, the client is configured with it, and the former one is removed or expires.
import { digest } from '@symbolon/core-protocol'
import type { FormerSecret, SecretHolder, StoredClientSecrets, StoredResource } from '@symbolon/core-protocol'
import { callerFacts, RestError } from '@symbolon/rest'
import { isJsonObject } from '@symbolon/schema-v2'
import { entryTarget } from '../resources/target.ts'
import { managedLists } from '../resources/managed-lists.ts'
import type { Management } from './context.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { getResource, unknown } from './read.ts'
import { requireChange } from './rights.ts'

/** The lists whose entries have client secrets. */
export const secretLists = ['oidcApps', 'apiApps', 'machineUsers'] as const

/** An application or a service user, by the parts of a path. */
export interface SecretHolderReference {
  readonly orgId: string
  readonly list: (typeof secretLists)[number]
  /** `appId` or `userId`. */
  readonly id: string
}

/** A client secret, without its value: that is stored as a digest. */
export interface ClientSecret {
  /** Identifies the secret. It reveals nothing about the value. */
  readonly secretId: string
  /** The one that was added last. A document that sets a client secret replaces both. */
  readonly current: boolean
  /** Milliseconds since the epoch; absent: until it is removed. */
  readonly expiresAt?: number
}

/** A secret that was just added. */
export interface AddedClientSecret extends ClientSecret {
  readonly clientId: string
  /** It can never be read again. */
  readonly clientSecret: string
}

/**
 * Lists the secrets that are valid now: none, one or two.
 * @throws RestError resource_unknown
 */
export async function listClientSecrets(reference: SecretHolderReference, management: Management): Promise<readonly ClientSecret[]> {
  const { secrets } = await find(reference, management)
  return shown(secrets)
}

/**
 * Adds a secret. The one that was current stays valid until it is removed, or until a time.
 * @param formerExpiresAt milliseconds since the epoch; undefined: it stays until it is removed
 * @throws RestError resource_unknown, permission_denied; entry_refused where two secrets are valid, and for a client without secrets;
 *   precondition_failed on a concurrent change
 */
export async function addClientSecret(
  reference: SecretHolderReference,
  formerExpiresAt: number | undefined,
  management: Management,
): Promise<AddedClientSecret> {
  const { stored, holder, secrets, expected } = await find(reference, management)
  await requireCredential(stored, management)
  requireSecretMethod(stored)
  if (secrets.former !== undefined) {
    throw new RestError('entry_refused', 'Two secrets are valid already. Remove the unused secret, then add a new one.')
  }
  const { context } = management
  if (formerExpiresAt !== undefined && formerExpiresAt <= context.now()) {
    throw new RestError('entry_invalid', 'formerExpiresAt must be a time in the future. Leave it out to remove the former secret by hand.')
  }
  const clientSecret = context.randomToken()
  const added = digest(clientSecret)
  const former = secrets.current === undefined ? undefined : formerOf(secrets.current, formerExpiresAt)
  await exchange(holder, expected, { current: added, former }, stored, management)
  const { clientId } = stored.content
  return { secretId: idOf(added), current: true, clientId: typeof clientId === 'string' ? clientId : holder.id, clientSecret }
}

/**
 * Removes a secret. If it is the current one, the former one takes its place.
 * @throws RestError resource_unknown, also for a secret that is not there; permission_denied, precondition_failed
 */
export async function removeClientSecret(reference: SecretHolderReference, secretId: string, management: Management): Promise<void> {
  const { stored, holder, secrets, expected } = await find(reference, management)
  await requireCredential(stored, management)
  const { current, former } = secrets
  if (former !== undefined && idOf(former.stored) === secretId) {
    return await exchange(holder, expected, { current, former: undefined }, stored, management)
  }
  if (current === undefined || idOf(current) !== secretId) throw unknown()
  // One that was to expire must not stay for ever.
  const next = former?.expiresAt === undefined ? { current: former?.stored, former: undefined } : { current: undefined, former }
  await exchange(holder, expected, next, stored, management)
}

interface Found {
  readonly stored: StoredResource
  readonly holder: SecretHolder
  /** The secrets that are valid now. */
  readonly secrets: StoredClientSecrets
  /** The stored secrets, including an expired previous one. */
  readonly expected: StoredClientSecrets
}

async function find({ orgId, list, id }: SecretHolderReference, management: Management): Promise<Found> {
  const managed = managedLists.find(({ member }) => member === list)
  if (managed === undefined) throw new TypeError(`There is no list ${list}`)
  const stored = await getResource(entryTarget(managed, orgId, [id]), management)
  const { kind } = stored
  if (kind !== 'oidcApp' && kind !== 'apiApp' && kind !== 'machineUser') throw unknown()
  const holder: SecretHolder = { kind, id }
  const { clients } = management.context.stores
  const expected = await clients.findSecrets(holder)
  if (expected === undefined) throw unknown()
  const { current, former } = expected
  const isOver = former?.expiresAt !== undefined && former.expiresAt <= management.context.now()
  return { stored, holder, expected, secrets: { current, former: isOver ? undefined : former } }
}

/** Asks what a document is asked that sets a client secret: every way to this effect needs the same rights. */
async function requireCredential(stored: StoredResource, management: Management): Promise<void> {
  const { kind, key, orgId, content } = stored
  const object = { ...(orgId === undefined ? {} : { orgId }), content }
  await requireChange({ kind, key, before: object, after: object, changed: ['clientSecret'], secrets: ['clientSecretDigest'] }, management)
  requireFreshProof(management)
}

/** A public client must not have a secret, and a client with a key must not be weakened by one. */
function requireSecretMethod({ kind, content: { app } }: StoredResource): void {
  const method = isJsonObject(app) ? app['authMethodType'] : undefined
  const isSecretMethod = method === undefined || (typeof method === 'string' && /_(BASIC|POST)$/.test(method))
  if (kind === 'machineUser' || isSecretMethod) return
  throw new RestError(
    'entry_refused',
    'The application is registered for client authentication without a secret. Change authMethodType first.',
  )
}

async function exchange(
  holder: SecretHolder,
  expected: StoredClientSecrets,
  next: StoredClientSecrets,
  { orgId }: StoredResource,
  { caller, context }: Management,
): Promise<void> {
  if (!(await context.stores.clients.exchangeSecrets(holder, expected, next))) {
    throw new RestError('precondition_failed', 'Another request changed the secrets. Read them again, then repeat the change.')
  }
  await context.audit({
    type: 'resource_changed',
    subject: { kind: holder.kind, id: holder.id },
    ...(orgId === undefined ? {} : { orgId }),
    details: { changed: 'clientSecret', secrets: [next.current, next.former].filter((each) => each !== undefined).length },
    ...callerFacts(caller, context),
  })
}

function shown({ current, former }: StoredClientSecrets): readonly ClientSecret[] {
  return [
    ...(current === undefined ? [] : [{ secretId: idOf(current), current: true }]),
    ...(former === undefined
      ? []
      : [{ secretId: idOf(former.stored), current: false, ...(former.expiresAt === undefined ? {} : { expiresAt: former.expiresAt }) }]),
  ]
}

function formerOf(stored: string, expiresAt: number | undefined): FormerSecret {
  return { stored, ...(expiresAt === undefined ? {} : { expiresAt }) }
}

function idOf(stored: string): string {
  return digest(stored).slice(0, 16)
}
