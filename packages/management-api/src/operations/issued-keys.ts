// Key pairs for clients that authenticate by an assertion. The public key is stored; the private one is in the key file, which cannot be read
// again. https://www.rfc-editor.org/rfc/rfc7523
import type { Management } from './context.ts'
import { putResource } from './change.ts'
import type { SecretHolderReference } from './client-secrets.ts'
import { getResource } from './read.ts'
import { entryTarget } from '../resources/target.ts'
import { ifAbsent } from '../resources/entity-tag.ts'
import type { Target } from '../resources/target.ts'
import { managedLists } from '../resources/managed-lists.ts'

/** A key pair that was just made. */
export interface IssuedKey {
  readonly keyId: string
  /** What the client reads: its ids, and `key`, the private key as PEM in PKCS #8. The members are those of the original product. */
  readonly keyFile: Readonly<Record<string, string>>
}

/** RSA, which every library for RS256 takes. https://www.rfc-editor.org/rfc/rfc7518#section-3.3 */
const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }

/**
 * Makes a key pair for a client, and stores the public key.
 * @param expiresAt milliseconds since the epoch; undefined: until it is removed
 * @throws RestError as `putResource`, and resource_unknown without the client
 */
export async function issueKey(holder: SecretHolderReference, expiresAt: number | undefined, management: Management): Promise<IssuedKey> {
  const stored = await getResource(targetOf(holder.list, holder.orgId, holder.id), management)
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const keyId = management.context.randomToken().slice(0, 22)
  await addPublicKey(holder, keyId, pem('PUBLIC KEY', await crypto.subtle.exportKey('spki', pair.publicKey)), expiresAt, management)
  const key = pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const { clientId } = stored.content
  const ids =
    holder.list === 'machineUsers'
      ? { type: 'serviceaccount', keyId, key, userId: holder.id }
      : { type: 'application', keyId, key, appId: holder.id, clientId: typeof clientId === 'string' ? clientId : holder.id }
  return { keyId, keyFile: ids }
}

/**
 * Stores the public key of a pair that the client made itself.
 * @param publicKey PEM
 * @throws RestError as `putResource`: entry_invalid for a text that is not a public key, or a weak one
 */
export async function addPublicKey(
  { orgId, list, id }: SecretHolderReference,
  keyId: string,
  publicKey: string,
  expiresAt: number | undefined,
  management: Management,
): Promise<void> {
  const entry = {
    ...(list === 'machineUsers' ? { userId: id } : { appId: id }),
    type: 'KEY_TYPE_JSON',
    publicKey: btoa(String.fromCharCode(...new TextEncoder().encode(publicKey))),
    ...(expiresAt === undefined ? {} : { expirationDate: new Date(expiresAt).toISOString() }),
  }
  const conditions = ifAbsent
  await putResource(keyTarget({ orgId, list }, keyId), entry, { conditions, dryRun: false }, management)
}

/** @returns the public key of a client as the object of changes */
export function keyTarget({ orgId, list }: Pick<SecretHolderReference, 'orgId' | 'list'>, keyId: string): Target {
  return targetOf(list === 'machineUsers' ? 'machineKeys' : 'appKeys', orgId, keyId)
}

function targetOf(list: 'appKeys' | 'machineKeys' | SecretHolderReference['list'], orgId: string, id: string): Target {
  const managed = managedLists.find(({ member }) => member === list)
  if (managed === undefined) throw new TypeError(`There is no list ${list}`)
  return entryTarget(managed, orgId, [id])
}

function pem(label: string, der: ArrayBuffer): string {
  const lines = btoa(String.fromCharCode(...new Uint8Array(der))).match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
