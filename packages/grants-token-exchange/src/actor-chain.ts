// The claim `act` of the issued token. https://www.rfc-editor.org/rfc/rfc8693#section-4.1
import { OAuthError } from '@symbolon/core-protocol'
import type { Actor } from '@symbolon/core-protocol'
import { actorsOf } from './origin.ts'
import type { PresentedToken } from './presented-token.ts'

/** How many may act through one another. */
const longestChain = 5

/**
 * "A chain of delegation can be expressed by nesting one act claim within another. The outermost act claim represents the current
 * actor while nested act claims represent prior actors." Whoever acted in either token stays in it: nobody gets out of the
 * chain by exchanging once more.
 * @throws OAuthError invalid_request when the chain becomes too long
 */
export function actorChain(subject: PresentedToken, actor: PresentedToken | undefined, issuer: string): Actor | undefined {
  if (actor === undefined) return subject.actor
  const before = nest([...linksOf(actor.actor), ...linksOf(subject.actor)])
  const chain: Actor = { iss: issuer, sub: actor.user.id, ...(before === undefined ? {} : { act: before }) }
  if (actorsOf(chain).length > longestChain) throw new OAuthError('invalid_request', 'Too many act through one another.')
  return chain
}

function linksOf(actor: Actor | undefined): readonly Omit<Actor, 'act'>[] {
  if (actor === undefined) return []
  const { act, ...link } = actor
  return [link, ...linksOf(act)]
}

/** The last one is the deepest. */
function nest([link, ...prior]: readonly Omit<Actor, 'act'>[]): Actor | undefined {
  if (link === undefined) return undefined
  const act = nest(prior)
  return { ...link, ...(act === undefined ? {} : { act }) }
}
