// What of a presented access token's scope counts at the client that exchanges it.
import { readReservedScope } from '@symbolon/core-protocol'
import type { Client, VerifiedAccessToken } from '@symbolon/core-protocol'

/**
 * A scope that names a role means a role of the project of the app that the token was issued to. At an app of another project it
 * would name a role of that one, which nobody has granted. https://github.com/advisories/GHSA-vrh8-c9cm-wh8v
 */
export function carriedScope({ scope, client: issuedTo }: VerifiedAccessToken, client: Client, vendor: string): readonly string[] {
  if (issuedTo?.projectId === undefined || issuedTo.projectId === client.projectId) return scope
  return scope.filter((each) => readReservedScope(each, vendor)?.kind !== 'role')
}
