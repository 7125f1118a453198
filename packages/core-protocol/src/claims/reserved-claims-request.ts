// For which token or answer reserved claims are asserted.
import type { ClaimPlace } from '../ports/claims.ts'
import type { Client } from '../ports/client.ts'

/** The settings of a client that assert roles without a scope. */
export type RoleFlags = 'projectRoleAssertion' | 'accessTokenRoleAssertion' | 'idTokenRoleAssertion'

/** Where claims are asserted, for which scope and audience, and to whom. */
export interface ReservedClaimsRequest {
  readonly place: ClaimPlace
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  /**
   * Whose project is the requesting one: the client that the token is issued to; at introspection the client that asks.
   * Absent for a personal access token at userinfo.
   */
  readonly client?: Pick<Client, 'projectId' | RoleFlags>
}
