// Users: people and service users, their metadata and personal access tokens.
import type * as v from 'valibot'
import { ACCESS_TOKEN_TYP, ACCESS_TOKEN_TYPE, GENDER, SIGNING_ALG, USER_STATE } from './enums.ts'
import { choice, enumeration } from './json/enumeration.ts'
import { decisive, leaf, stricter, writeOnly } from './json/leaf.ts'
import type { LeafSchema } from './json/leaf.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { bool, filledBytes } from './json/scalars.ts'
import { clearSecret, filledText, identifier, lookedUp, optionalIdentifier, text, webLink } from './json/text.ts'
import { timestamp } from './json/time.ts'
import { longestLanguageTag } from './language-tag.ts'
import { presence, state } from './state.ts'

/** The members of the `address` claim (https://openid.net/specs/openid-connect-core-1_0.html#AddressClaim). */
const addressSchema = message({
  formatted: text(500),
  streetAddress: text(500),
  locality: text(200),
  region: text(200),
  postalCode: text(200),
  country: text(200),
})

const BIRTHDATE = /^(?:[0-9]{4}(-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))?)?$/

/** The members from `middleName` on are extensions: standard claims that the format does not have. */
const profileSchema = message({
  firstName: required(filledText(200)),
  lastName: required(filledText(200)),
  nickName: text(200),
  displayName: text(200),
  // Longer than the format's 10: RFC 5646 §4.4.1 advises room for 35. The code that uses the tag checks whether it is valid.
  preferredLanguage: text(longestLanguageTag),
  gender: enumeration(GENDER),
  middleName: text(200),
  website: webLink(),
  profileUrl: webLink(),
  pictureUrl: webLink(),
  birthdate: birthdate(),
  zoneinfo: text(100),
  address: addressSchema,
})

/** https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims: YYYY-MM-DD, the year 0000 when withheld, or YYYY alone. */
function birthdate(): LeafSchema<string> {
  return leaf(
    { type: 'string', pattern: BIRTHDATE.source },
    'must be a date like "1990-12-31", or a year',
    (input) => (typeof input === 'string' && BIRTHDATE.test(input) ? input : undefined),
    '',
  )
}

const userSchema = message({
  // A user without a name cannot be created.
  userName: decisive(lookedUp(text(200))),
  profile: required(profileSchema),
  email: message({
    email: lookedUp(text(320)),
    isEmailVerified: bool(),
  }),
  phone: message({
    phone: lookedUp(text(50)),
    isPhoneVerified: bool(),
  }),
  password: writeOnly(text()),
  hashedPassword: message({
    value: writeOnly(text()),
  }),
  passwordChangeRequired: stricter(bool(), true),
  requestPasswordlessRegistration: bool(),
  // No seed. The importer sees that the user has a second factor, and that it cannot be read.
  otpCode: stricter(writeOnly(text()), '?'),
  idps: list(
    message({
      configId: required(identifier()),
      externalUserId: required(identifier()),
      displayName: text(200),
    }),
  ),
})

/**
 * A person. `password` and `otpCode` are clear text and occur only in input. `hashedPassword` is in modular crypt format and is kept
 * unread. The schema is laxer than the format's own checks, because real files violate them: `email` may be absent, `userName` empty,
 * `phone` without its "+". The importer decides what to do with such a user.
 */
export const humanUserSchema = message({
  userId: required(identifier()),
  user: required(userSchema),
  state: stricter(enumeration(USER_STATE), 'USER_STATE_INACTIVE'),
})
/** What `humanUserSchema` reads. */
export type HumanUser = v.InferOutput<typeof humanUserSchema>

const serviceUserSchema = message({
  userName: required(lookedUp(filledText(200))),
  name: required(filledText(200)),
  description: text(500),
  accessTokenType: enumeration(ACCESS_TOKEN_TYPE),
  /** Repeats the id of the entry, which is used instead. */
  userId: optionalIdentifier(),
})

/**
 * A service user. The members other than `userId` and `user` are extensions: a secret in clear (only in input), its digest (in exports with credentials),
 * and the algorithm and header `typ` of its JWT access tokens.
 */
export const machineUserSchema = message({
  userId: required(identifier()),
  user: required(serviceUserSchema),
  state: stricter(enumeration(USER_STATE), 'USER_STATE_INACTIVE'),
  clientSecret: clearSecret(),
  clientSecretHash: writeOnly(text()),
  formerClientSecretHash: writeOnly(text()),
  formerClientSecretUntil: decisive(writeOnly(timestamp())),
  accessTokenSigningAlg: choice(...SIGNING_ALG),
  accessTokenTyp: choice(...ACCESS_TOKEN_TYP),
})
/** What `machineUserSchema` reads. */
export type MachineUser = v.InferOutput<typeof machineUserSchema>

/** Metadata of a user, human or machine: `id` is the user's id, `value` base64 of raw bytes. */
export const userMetadataSchema = message({
  id: required(identifier()),
  key: required(identifier()),
  value: required(filledBytes(500_000)),
  state: presence(),
})
/** What `userMetadataSchema` reads. */
export type UserMetadata = v.InferOutput<typeof userMetadataSchema>

/**
 * A personal access token of a service user. The list is an extension. `token` is clear text and occurs only in input; `tokenDigest` occurs
 * in exports with credentials.
 */
export const personalAccessTokenSchema = message({
  tokenId: required(identifier()),
  userId: required(identifier()),
  expirationDate: decisive(timestamp()),
  scopes: list(identifier()),
  token: clearSecret(),
  tokenDigest: writeOnly(text()),
  state: state(),
})
/** What `personalAccessTokenSchema` reads. */
export type PersonalAccessToken = v.InferOutput<typeof personalAccessTokenSchema>
