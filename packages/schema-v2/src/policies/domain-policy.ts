// Whether login names end in the org's domain, and what is asked of domains.
// On an org the policy repeats the org's id, which is not needed.

import type * as v from 'valibot'
import { message } from '../json/message.ts'
import { bool } from '../json/scalars.ts'
import { optionalIdentifier } from '../json/text.ts'

const fields = {
  userLoginMustBeDomain: bool(),
  validateOrgDomains: bool(),
  smtpSenderAddressMatchesInstanceDomain: bool(),
}

export const instanceDomainPolicySchema = message(fields)
export type InstanceDomainPolicy = v.InferOutput<typeof instanceDomainPolicySchema>

export const domainPolicySchema = message({ orgId: optionalIdentifier(), ...fields })
export type DomainPolicy = v.InferOutput<typeof domainPolicySchema>
