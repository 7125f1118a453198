// Who may sign in, and how. The lifetimes say after which time a check is asked for again; an absent one takes the default of the
// instance, "0s" asks every time. Factors and identity providers stand here in v2 (the first generation had them beside the policy).

import type * as v from 'valibot'
import { IDP_OWNER_TYPE, MULTI_FACTOR_TYPE, PASSWORDLESS_TYPE, SECOND_FACTOR_TYPE } from '../enums.ts'
import type { MultiFactorType, SecondFactorType } from '../enums.ts'
import { enumeration } from '../json/enumeration.ts'
import { list } from '../json/list.ts'
import { message, required } from '../json/message.ts'
import { bool } from '../json/scalars.ts'
import { identifier, uri } from '../json/text.ts'
import { duration } from '../json/time.ts'
import { stricter } from '../json/leaf.ts'

const noSecondFactor: SecondFactorType = 'SECOND_FACTOR_TYPE_UNSPECIFIED'
const noMultiFactor: MultiFactorType = 'MULTI_FACTOR_TYPE_UNSPECIFIED'

export const loginPolicySchema = message({
  allowUsernamePassword: bool(),
  allowRegister: bool(),
  allowExternalIdp: bool(),
  forceMfa: stricter(bool(), true),
  passwordlessType: enumeration(PASSWORDLESS_TYPE),
  hidePasswordReset: stricter(bool(), true),
  ignoreUnknownUsernames: stricter(bool(), true),
  defaultRedirectUri: uri(),
  // Shorter than any that is honoured: the check is asked for at every sign-in.
  passwordCheckLifetime: stricter(duration(), '1s'),
  externalLoginCheckLifetime: stricter(duration(), '1s'),
  mfaInitSkipLifetime: duration(),
  secondFactorCheckLifetime: stricter(duration(), '1s'),
  multiFactorCheckLifetime: stricter(duration(), '1s'),
  // A policy without factors allows any: one that cannot be read is a factor that nobody has.
  secondFactors: stricter(list(stricter(enumeration(SECOND_FACTOR_TYPE), noSecondFactor)), [noSecondFactor]),
  multiFactors: stricter(list(stricter(enumeration(MULTI_FACTOR_TYPE), noMultiFactor)), [noMultiFactor]),
  idps: list(message({
    idpId: required(identifier()),
    // Not trusted, hence not demanded: exporters computed it from the wrong property.
    ownerType: enumeration(IDP_OWNER_TYPE),
  })),
  allowDomainDiscovery: bool(),
  disableLoginWithEmail: stricter(bool(), true),
  disableLoginWithPhone: stricter(bool(), true),
  forceMfaLocalOnly: stricter(bool(), true),
})
export type LoginPolicy = v.InferOutput<typeof loginPolicySchema>
