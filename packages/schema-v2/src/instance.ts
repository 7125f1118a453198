// Ours: what holds for every org that has no policy of its own. Only documents that are applied have it.

import type * as v from 'valibot'
import { list } from './json/list.ts'
import { message } from './json/message.ts'
import { identifier, optionalIdentifier } from './json/text.ts'
import { instanceDomainPolicySchema } from './policies/domain-policy.ts'
import { labelPolicySchema } from './policies/label-policy.ts'
import { loginPolicySchema } from './policies/login-policy.ts'
import { lockoutPolicySchema, passwordAgePolicySchema, passwordComplexityPolicySchema } from './policies/password-policies.ts'
import { privacyPolicySchema } from './policies/privacy-policy.ts'
import { securityPolicySchema } from './policies/security-policy.ts'

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
export type InstanceSettings = v.InferOutput<typeof instanceSettingsSchema>
