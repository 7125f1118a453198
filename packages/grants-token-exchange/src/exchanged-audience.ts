// For whom the issued token is meant. https://www.rfc-editor.org/rfc/rfc8693#section-2.1
import { OAuthError } from '@symbolon/core-protocol'
import type { PresentedToken } from './presented-token.ts'

/**
 * "must be a subset of the combined audiences of subject and actor tokens"; without it the subject's, else the actor's.
 * @throws OAuthError invalid_target, https://www.rfc-editor.org/rfc/rfc8693#section-2.2.2
 */
export function exchangedAudience(
  requested: readonly string[],
  subject: PresentedToken,
  actor: PresentedToken | undefined,
): readonly string[] {
  const combined = new Set([...subject.audience, ...actor?.audience ?? []])
  if (!requested.every((each) => combined.has(each))) {
    throw new OAuthError('invalid_target', 'The audience exceeds that of the presented tokens.')
  }
  if (requested.length > 0) return [...new Set(requested)]
  return subject.audience.length > 0 ? subject.audience : actor?.audience ?? []
}
