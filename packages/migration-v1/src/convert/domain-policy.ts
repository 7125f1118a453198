// The domain policy. v1 calls it iamPolicy, which has one of its three flags.

import { canonicalJson, domainPolicySchema } from '@symbolon/schema-v2'
import type { DomainPolicy } from '@symbolon/schema-v2'
import type { Ledger } from '../ledger/ledger.ts'
import type { Placed } from './login-policy.ts'
import { readEntry } from './read-entry.ts'

/** The flags that v1 does not have. The caller gives the values of the instance that wrote the file. */
export interface DomainPolicyDefaults {
  readonly validateOrgDomains?: boolean
  readonly smtpSenderAddressMatchesInstanceDomain?: boolean
}

/**
 * Converts `iamPolicy`, which v2 calls `domainPolicy`.
 * @param defaults the values of the members that v1 does not have
 */
export function convertDomainPolicy(
  iamPolicy: Placed<unknown> | undefined,
  domainPolicy: DomainPolicy | undefined,
  defaults: DomainPolicyDefaults | undefined,
  ledger: Ledger,
): DomainPolicy | undefined {
  const converted = iamPolicy === undefined ? undefined : readEntry(domainPolicySchema, iamPolicy.value, iamPolicy.place, ledger)
  if (iamPolicy === undefined || converted === undefined) return domainPolicy
  if (domainPolicy !== undefined) {
    const same =
      canonicalJson({ ...domainPolicy, ...converted }) === canonicalJson(domainPolicy) &&
      converted.userLoginMustBeDomain === domainPolicy.userLoginMustBeDomain
    ledger.add(same ? 'duplicate' : 'policy-said-twice', iamPolicy.place)
    return domainPolicy
  }
  if (defaults === undefined) ledger.add('policy-defaults', iamPolicy.place)
  // A flag that is off is absent.
  const flags = Object.entries({ ...defaults }).filter(([name, on]) => on && name in domainPolicySchema.fields)
  return { ...Object.fromEntries(flags), ...converted }
}
