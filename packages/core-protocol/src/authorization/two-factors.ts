// What a request asks of the strength of a sign-in: `acr_values`, and the `acr` claim of the claims parameter. The provider knows two values,
// `1` for one factor and `2` for two. https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics
import type { ClaimsRequest, Prompt, TwoFactorDemand } from '../ports/authorization-request.ts'

/**
 * Reads how much a request insists on two factors. Values that the provider does not know are passed over. A request that is satisfied with
 * one factor asks for nothing, and so does a wish beside `prompt=none`, which cannot be met there.
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
