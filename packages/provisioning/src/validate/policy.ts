// The members of policies that browsers follow, trust or show: which may be stored.
import type { Resource } from '@symbolon/core-protocol'
import { brandImageNames, readBrandImage } from '@symbolon/schema-v2'
import { replaced, soundList, soundValue } from './sound.ts'
import type { Sound } from './sound.ts'
import { originProblem, webUriProblem } from './uri.ts'

/**
 * Checks the target after a sign-in without an application, the origins that may frame the pages, and the images of a brand.
 * @returns the policy without the members that may not be stored; the others stay
 */
export function soundPolicy<TPolicy extends Resource['content']>(policy: TPolicy): Sound<TPolicy> {
  const { defaultRedirectUri, allowedOrigins } = policy
  const reason = typeof defaultRedirectUri === 'string' ? webUriProblem(defaultRedirectUri) : undefined
  const origins = Array.isArray(allowedOrigins) ? allowedOrigins.filter((origin) => typeof origin === 'string') : undefined
  return replaced(policy, {
    defaultRedirectUri: soundValue(defaultRedirectUri, reason === undefined ? undefined : { reason, member: 'defaultRedirectUri' }),
    allowedOrigins: soundList(origins, 'allowedOrigins', originProblem),
    ...Object.fromEntries(brandImageNames.map((member) => [member, soundImage(policy[member], member)])),
  })
}

function soundImage(image: unknown, member: string): Sound<unknown> {
  const read = typeof image === 'string' ? readBrandImage(image) : undefined
  return soundValue(image, typeof read === 'string' ? { reason: read, member } : undefined)
}
