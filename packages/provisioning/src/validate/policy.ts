// What of a policy browsers follow or trust: where a login without an app ends, and who may frame the pages.
import type { Resource } from '@symbolon/core-protocol'
import { replaced, soundList, soundValue } from './sound.ts'
import type { Sound } from './sound.ts'
import { originProblem, webUriProblem } from './uri.ts'

/** @returns the policy without the addresses that may not be stored; what it demands stays */
export function soundPolicy<TPolicy extends Resource['content']>(policy: TPolicy): Sound<TPolicy> {
  const { defaultRedirectUri, allowedOrigins } = policy
  const reason = typeof defaultRedirectUri === 'string' ? webUriProblem(defaultRedirectUri) : undefined
  const origins = Array.isArray(allowedOrigins) ? allowedOrigins.filter((origin) => typeof origin === 'string') : undefined
  return replaced(policy, {
    defaultRedirectUri: soundValue(defaultRedirectUri, reason === undefined ? undefined : { reason, member: 'defaultRedirectUri' }),
    allowedOrigins: soundList(origins, 'allowedOrigins', originProblem),
  })
}
