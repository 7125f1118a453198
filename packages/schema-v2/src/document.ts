// The root of the document, and the settings of the whole instance.
import type * as v from 'valibot'
import { instanceMemberSchema } from './grants.ts'
import { list } from './json/list.ts'
import { message } from './json/message.ts'
import { identifier, optionalIdentifier } from './json/text.ts'
import { documentOrgSchema } from './org.ts'
import {
  instanceDomainPolicySchema,
  labelPolicySchema,
  lockoutPolicySchema,
  loginPolicySchema,
  passwordAgePolicySchema,
  passwordComplexityPolicySchema,
  privacyPolicySchema,
  securityPolicySchema,
} from './policies.ts'

/** An extension: the settings for every org without a policy of its own. Only documents that are applied have it. */
export const instanceSettingsSchema = message({
  defaultLanguage: optionalIdentifier(),
  allowedLanguages: list(identifier()),
  loginPolicy: loginPolicySchema,
  passwordComplexityPolicy: passwordComplexityPolicySchema,
  passwordAgePolicy: passwordAgePolicySchema,
  lockoutPolicy: lockoutPolicySchema,
  domainPolicy: instanceDomainPolicySchema,
  privacyPolicy: privacyPolicySchema,
  labelPolicy: labelPolicySchema,
  securityPolicy: securityPolicySchema,
})
/** What `instanceSettingsSchema` reads. */
export type InstanceSettings = v.InferOutput<typeof instanceSettingsSchema>

/**
 * The root of the document. `orgs` belongs to the format. `instance` and `instanceMembers` are extensions and occur only in documents that
 * are applied.
 */
export const orgDocumentSchema = message({
  instance: instanceSettingsSchema,
  orgs: list(documentOrgSchema),
  instanceMembers: list(instanceMemberSchema),
})
/** What `orgDocumentSchema` reads. */
export type OrgDocument = v.InferOutput<typeof orgDocumentSchema>
