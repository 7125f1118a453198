// Personal access tokens. A generated one has a prefix by which secret scanners recognise it when it leaks into a repository.
import { digest } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import { isDigest } from '../validate/client-credentials.ts'
import type { PrepareContext, PreparedSecrets } from './prepared-resource.ts'

const tokenPrefix = 'symbolon_pat_'

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
