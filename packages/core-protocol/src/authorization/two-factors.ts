// What a request asks of the strength of a sign-in: `acr_values`, and the `acr` claim of the claims parameter. The provider knows two values,
// `1` for one factor and `2` for two. https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics
import type { AuthorizationRequest, ClaimsRequest, Prompt, TwoFactorDemand } from '../ports/authorization-request.ts'
import type { Session } from '../ports/session.ts'

/**
 * Reads how much a request insists on two factors. Values that the provider does not know are passed over. A request that is satisfied with
 * one factor asks for nothing, and so does a wish together with `prompt=none`, which cannot be met there.
 *
 * @param acrValues the parameter: values in order of preference, separated by spaces
 */
export function twoFactorsOf(
  acrValues: string | undefined,
  claims: ClaimsRequest | undefined,
  prompt: readonly Prompt[],
): TwoFactorDemand | undefined {
  const claim = claims?.id_token?.['acr']
  const ofClaim = claim?.values ?? (claim?.value === undefined ? [] : [claim.value])
  if (claim?.essential === true && ofClaim.includes('2') && !ofClaim.includes('1')) return 'essential'
  const wished = [...ofClaim, ...(acrValues?.split(' ') ?? [])].find((value) => value === '1' || value === '2')
  return wished === '2' && !prompt.includes('none') ? 'voluntary' : undefined
}

/**
 * The session with the factors that count for a request. Two factors together with `max_age` are a fresh proof of both: an old code does not
 * count in addition to a new password. What was proved for this very request counts, however long the user took.
 *
 * @param requestedAt when the request came, milliseconds since the epoch
 * @param now milliseconds since the epoch; a factor of a clock that ran far ahead does not count
 */
export function countedFactors(
  session: Session,
  { maxAge, twoFactors }: Pick<AuthorizationRequest, 'maxAge' | 'twoFactors'>,
  requestedAt: number,
  now: number,
): Session {
  if (maxAge === undefined || twoFactors === undefined) return session
  const span = maxAge * 1000
  return { ...session, factors: session.factors.filter(({ at }) => at >= requestedAt - span && at <= now + span) }
}
