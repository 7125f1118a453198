// The root of the document, and the settings of the whole instance.
import type * as v from 'valibot'
import { instanceMemberSchema } from './grants.ts'
import { oidcIdpSchema } from './identity-provider.ts'
import { list } from './json/list.ts'
import { message } from './json/message.ts'
import { identifier, optionalIdentifier } from './json/text.ts'
import { documentOrgSchema } from './org.ts'
import {
  boundaryPolicySchema,
  instanceDomainPolicySchema,
  labelPolicySchema,
  lockoutPolicySchema,
  loginPolicySchema,
  passwordAgePolicySchema,
  passwordComplexityPolicySchema,
  privacyPolicySchema,
  securityPolicySchema,
} from './policies.ts'
import { textListMembers, textListSchemas } from './text-lists.ts'
import type { TextListMember } from './text-lists.ts'

/**
 * An extension: the settings for every org without its own policy or text, and the identity providers of the instance. Exports do not have
 * it.
 */
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
  boundaryPolicy: boundaryPolicySchema,
  /** Every login policy may list them. */
  oidcIdps: list(oidcIdpSchema),
  ...textListSchemas,
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

/** The lists of `instance`, and the members of an entry that identify it. */
export const instanceLists: readonly { readonly member: InstanceListMember; readonly id: 'idpId' | 'language' }[] = [
  { member: 'oidcIdps', id: 'idpId' },
  ...textListMembers.map((member) => ({ member, id: 'language' as const })),
]
/** The name of a list of `instance`. */
export type InstanceListMember = 'oidcIdps' | TextListMember
