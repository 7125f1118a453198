// Client ids, client secrets and personal access tokens.
import { digest } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { Problem } from '../report/reason.ts'
import { isDigest } from '../validate/client-credentials.ts'
import type { PrepareContext, PreparedSecrets } from './prepared-resource.ts'

/** A client id of 18 decimal digits: the minute, so that ids sort by age, and ten random digits against collisions. */
export function generateClientId(now: number, randomToken: string): string {
  const minute = Math.floor(now / 60_000) % 100_000_000
  const chance = [...randomToken].reduce((sum, character) => (sum * 257n + BigInt(character.charCodeAt(0))) % 10_000_000_000n, 0n)
  return `${String(minute).padStart(8, '1')}${String(chance).padStart(10, '0')}`
}

/** Client ids and client secrets. An app keeps the ones it has. A generated secret is shown once and stored as a digest. */
export function prepareClientId(
  { generates }: DesiredResource,
  stored: Resource | undefined,
  { now, randomToken }: PrepareContext,
): { readonly clientId?: string } {
  if (!generates.includes('clientId') || stored?.content['clientId'] !== undefined) return {}
  return { clientId: generateClientId(now(), randomToken()) }
}

/** @returns the digest or hash of the client secret, if it is new; a secret is generated for a client that needs one and has none */
export async function prepareClientSecret(
  { secrets: { clientSecret, clientSecretHash }, generates }: DesiredResource,
  stored: Resource | undefined,
  { hashing, randomToken }: PrepareContext,
): Promise<PreparedSecrets> {
  const { clientSecretDigest: storedDigest, clientSecretHash: storedHash } = stored?.secrets ?? {}
  if (clientSecret !== undefined) return clientSecretOf(digest(clientSecret), storedDigest)
  if (clientSecretHash !== undefined && isDigest(clientSecretHash)) return clientSecretOf(clientSecretHash, storedDigest)
  if (clientSecretHash !== undefined && hashing.inspect(clientSecretHash).supported) {
    // The stored digest was computed from this hash at first use, so the hash is not restored.
    const clientSecretSource = digest(clientSecretHash)
    if (stored?.secrets?.clientSecretSource === clientSecretSource) return {}
    return { secrets: { clientSecretHash, clientSecretSource }, changed: ['clientSecret'] }
  }
  const ignored: readonly Problem[] =
    clientSecretHash === undefined ? [] : [{ reason: 'secret_hash_unsupported', member: 'clientSecretHash' }]
  if (!generates.includes('clientSecret') || storedDigest !== undefined || storedHash !== undefined) return { ignored }
  const generated = randomToken()
  return {
    secrets: { clientSecretDigest: digest(generated) },
    changed: ['clientSecret'],
    generated: { clientSecret: generated },
    ignored,
  }
}

/** A second client secret that is valid too, as an export with credentials holds it. */
export async function prepareFormerClientSecret(
  { secrets: { formerClientSecretHash: given, formerClientSecretUntil: until } }: DesiredResource,
  stored: Resource | undefined,
  { hashing }: PrepareContext,
): Promise<PreparedSecrets> {
  if (given === undefined) return {}
  if (!isDigest(given) && !hashing.inspect(given).supported) {
    return { ignored: [{ reason: 'secret_hash_unsupported', member: 'formerClientSecretHash' }] }
  }
  const formerClientSecretUntil = until === undefined ? undefined : String(Date.parse(until))
  const { formerClientSecret, formerClientSecretUntil: storedUntil } = stored?.secrets ?? {}
  if (given === formerClientSecret && formerClientSecretUntil === storedUntil) return {}
  return {
    secrets: { formerClientSecret: given, ...(formerClientSecretUntil === undefined ? {} : { formerClientSecretUntil }) },
    changed: ['formerClientSecretHash'],
  }
}

function clientSecretOf(given: string, storedDigest: string | undefined): PreparedSecrets {
  return given === storedDigest ? {} : { secrets: { clientSecretDigest: given }, changed: ['clientSecret'] }
}

const tokenPrefix = 'symbolon_pat_'

/** Personal access tokens. A generated token has a prefix that secret scanners recognize when it leaks into a repository. */
export async function preparePersonalAccessToken(
  { secrets: { token, tokenDigest }, generates }: DesiredResource,
  stored: Resource | undefined,
  { randomToken }: PrepareContext,
): Promise<PreparedSecrets> {
  const storedDigest = stored?.secrets?.tokenDigest
  const known = tokenDigest !== undefined && isDigest(tokenDigest)
  const given = token !== undefined ? digest(token) : known ? tokenDigest : undefined
  const ignored = tokenDigest === undefined || known ? [] : [{ reason: 'secret_hash_unsupported', member: 'tokenDigest' } as const]
  if (given !== undefined) return given === storedDigest ? { ignored } : { secrets: { tokenDigest: given }, changed: ['token'], ignored }
  if (!generates.includes('token') || storedDigest !== undefined) return { ignored }
  const generated = `${tokenPrefix}${randomToken()}`
  return { secrets: { tokenDigest: digest(generated) }, changed: ['token'], generated: { token: generated }, ignored }
}
