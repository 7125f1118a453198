// A service user. Beside `user` stand members of ours: a secret in clear (in only), its digest (in exports with credentials),
// and the algorithm and header `typ` of its JWT access tokens.

import type * as v from 'valibot'
import { ACCESS_TOKEN_TYP, ACCESS_TOKEN_TYPE, SIGNING_ALG, USER_STATE } from './enums.ts'
import { choice, enumeration } from './json/enumeration.ts'
import { message, required } from './json/message.ts'
import { clearSecret, filledText, identifier, optionalIdentifier, text } from './json/text.ts'
import { stricter } from './json/leaf.ts'

const userSchema = message({
  userName: required(filledText(200)),
  name: required(filledText(200)),
  description: text(500),
  accessTokenType: enumeration(ACCESS_TOKEN_TYPE),
  /** Repeats the id of the entry; the entry's own counts. */
  userId: optionalIdentifier(),
})

export const machineUserSchema = message({
  userId: required(identifier()),
  user: required(userSchema),
  state: stricter(enumeration(USER_STATE), 'USER_STATE_INACTIVE'),
  clientSecret: clearSecret(),
  clientSecretHash: text(),
  accessTokenSigningAlg: choice(...SIGNING_ALG),
  accessTokenTyp: choice(...ACCESS_TOKEN_TYP),
})
export type MachineUser = v.InferOutput<typeof machineUserSchema>
