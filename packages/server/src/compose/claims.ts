// Checks the names of a host's own claims: none may mean something else where it stands.
import { reservedClaimNames, userClaimNames } from '@symbolon/core-protocol'
import type { AnyClaims, ClaimPlace } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'
import { isOwnScope } from './scopes.ts'

/** https://www.iana.org/assignments/jwt/jwt.xhtml, https://www.rfc-editor.org/rfc/rfc7662#section-2.2: what the provider says, or must not say. */
const ofTheProtocol: readonly string[] = (
  'iss sub aud exp nbf iat jti azp nonce auth_time acr amr sid at_hash c_hash s_hash client_id scope active token_type username ' +
  'cnf act may_act events _claim_names _claim_sources __proto__'
).split(' ')

const knownPlaces: Readonly<Record<ClaimPlace, true>> = { userinfo: true, introspection: true, id_token: true, access_token: true }

/** @throws CompositionError invalid_claim, duplicate_claim */
export function checkClaims(parts: readonly AnyClaims[], vendor: string): void {
  const owned = new Set([...userClaimNames, ...reservedClaimNames(vendor)])
  for (const { name: part, claims, scopes, places } of parts) {
    const misplaced = places.find((place) => !Object.hasOwn(knownPlaces, place))
    if (misplaced !== undefined)
      throw new CompositionError(
        'invalid_claim',
        `'${part}' names the place '${misplaced}'. The places are ${Object.keys(knownPlaces).join(', ')}.`,
      )
    for (const name of claims) {
      if (name === '' || ofTheProtocol.includes(name) || name.startsWith(`urn:${vendor}:iam:`))
        throw new CompositionError('invalid_claim', `The claim '${name}' means something else already. Give it another name.`)
      if (owned.has(name))
        throw new CompositionError('duplicate_claim', `The claim '${name}' is asserted by another part. Give it another name.`)
      owned.add(name)
    }
    const wrong = scopes.find((scope) => !isOwnScope(scope, vendor))
    if (wrong !== undefined)
      throw new CompositionError('invalid_claim', `The scope '${wrong}' is reserved, or has characters that a scope cannot have.`)
  }
}
