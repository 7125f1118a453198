// Whether a caller may state that an address or a number of a person is verified, without a proof by the person. Applications find accounts
// by verified addresses, so a false statement gives one person the data of another. Pure.
import { canonicalLoginName, domainOfName } from '@symbolon/core-protocol'
import type { ContactFacts } from '@symbolon/core-protocol'
import type { Caller } from './caller.ts'
import { holds } from './may.ts'

/** An address or a number of a person, stated to be verified. */
export interface StatedContact {
  readonly userId: string
  /** The organization of the person. */
  readonly orgId: string
  /** The address; absent for a phone number. */
  readonly address?: string
}

/** @returns the domain of an address, in canonical form */
export function domainOfAddress(address: string): string {
  return domainOfName(canonicalLoginName(address))
}

/**
 * Callers with the right to verify domains vouch for every contact. Others vouch only for addresses in verified domains of the organization
 * of the person, and never for an address that another person has proven. No domain stands behind a phone number.
 */
export function mayStateVerified(caller: Caller, { userId, orgId, address }: StatedContact, facts: ContactFacts): boolean {
  if (holds(caller, 'org.verify', { orgId })) return true
  if (address === undefined || facts.domainHolders.get(domainOfAddress(address)) !== orgId) return false
  return (facts.verifiedBy.get(canonicalLoginName(address)) ?? []).every((id) => id === userId)
}
