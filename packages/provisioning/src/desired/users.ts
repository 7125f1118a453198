// People and service users with their metadata, keys and personal access tokens. Passwords, hashes, TOTP secrets, client secrets and tokens
// are moved out of the content here.
import { bareHash, isJsonObject, languageTag } from '@symbolon/schema-v2'
import type { HumanUser, UserLink } from '@symbolon/schema-v2'
import { clientSecretProblem, tokenProblem } from '../validate/client-credentials.ts'
import { identifierProblem, userIdProblem } from '../validate/identifier.ts'
import { replaced, soundValue } from '../validate/sound.ts'
import type { Sound } from '../validate/sound.ts'
import {
  emailProblem,
  isMailed,
  normalizeEmail,
  normalizePhone,
  passwordProblem,
  phoneProblem,
  userNameProblemOf,
} from '../validate/user.ts'
import { desiredResource, orgReference, owned, userReference, withState } from './desired-resource.ts'
import type { Content, DesiredResource } from './desired-resource.ts'
import { entriesOf } from './document-piece.ts'
import type { DocumentPiece, Place } from './document-piece.ts'
import { clientSecrets } from './projects.ts'

/** @returns the people of a piece, with the links to identity providers inside of them */
export function humanUsersOf(piece: DocumentPiece): readonly DesiredResource[] {
  return entriesOf(piece, 'humanUsers').flatMap((place) => [humanUserOf(place), ...inlineLinksOf(place)])
}

function humanUserOf({ item: { userId, user: given, state }, path, origin }: Place<HumanUser>): DesiredResource {
  const { orgId } = origin.piece.org
  const { value, dropped } = soundUser(given)
  const { password, hashedPassword, otpCode, idps: _idps, requestPasswordlessRegistration: _registration, ...user } = value
  const passwordHash = hashedPassword?.value === undefined ? undefined : bareHash(hashedPassword.value)
  // The hash overrides the password in clear, as in the format.
  const secret = passwordHash !== undefined ? { passwordHash } : password !== undefined ? { password } : {}
  return desiredResource(
    {
      kind: 'humanUser',
      key: [userId],
      path,
      origin,
      orgId,
      content: { userId, user, ...withState(state) },
      secrets: otpCode === undefined ? secret : { ...secret, otpSecret: otpCode },
      removed: state === 'USER_STATE_DELETED',
      references: [orgReference(orgId)],
      dropped,
      notices: user.email?.email && !isMailed(user.email.email) ? [{ reason: 'email_without_mail', member: 'user.email.email' }] : [],
      keep: (stored) => ({ ...stateOf(stored, state), ...spelledAsStored(stored, user) }),
    },
    userIdProblem(userId) ?? userNameProblemOf(user.userName ?? ''),
  )
}

/** The user with the stored number where the document has the same one: earlier releases stored numbers as documents spell them. */
function spelledAsStored({ user: before }: Content, user: HumanUser['user']): Content {
  const phone = isJsonObject(before) && isJsonObject(before['phone']) ? before['phone']['phone'] : undefined
  if (typeof phone !== 'string' || phone === user.phone?.phone || normalizePhone(phone) !== user.phone?.phone) return {}
  return { user: { ...user, phone: { ...user.phone, phone } } }
}

/** The user without an invalid address, number, language or password. */
function soundUser(user: HumanUser['user']): Sound<HumanUser['user']> {
  const { email, phone, password, profile } = user
  const address = email?.email === undefined ? undefined : normalizeEmail(email.email)
  const number = phone?.phone === undefined ? undefined : normalizePhone(phone.phone)
  const soundedProfile = soundProfile(profile)
  const normalized = {
    ...user,
    profile: soundedProfile.value,
    ...(address === undefined ? {} : { email: { ...email, email: address } }),
    ...(number === undefined ? {} : { phone: { ...phone, phone: number } }),
  }
  return replaced(normalized, {
    profile: soundedProfile,
    email: soundValue(normalized.email, emailProblem(address)),
    phone: soundValue(normalized.phone, phoneProblem(number)),
    password: soundValue(password, passwordProblem(password)),
  })
}

function soundProfile(profile: HumanUser['user']['profile']): Sound<HumanUser['user']['profile']> {
  const { preferredLanguage: given, ...others } = profile
  if (given === undefined) return { value: profile, dropped: [] }
  const preferredLanguage = languageTag(given)
  return preferredLanguage === undefined
    ? { value: others, dropped: [{ reason: 'language_malformed', member: 'user.profile.preferredLanguage' }] }
    : { value: { ...others, preferredLanguage }, dropped: [] }
}

/** Links inside of the user. They are stored as entries of `userLinks`, the list in which exports write them. */
function inlineLinksOf({
  item: {
    userId,
    user: { idps = [] },
  },
  path,
  origin,
}: Place<HumanUser>): readonly DesiredResource[] {
  return idps.map(({ configId, externalUserId, displayName }, index) => ({
    ...linkOf(
      {
        userId,
        idpId: configId,
        providedUserId: externalUserId,
        ...(displayName === undefined ? {} : { providedUserName: displayName }),
      },
      `${path}.user.idps[${index}]`,
      origin.piece.org.orgId,
    ),
    inside: path,
  }))
}

/** @returns the links of people to identity providers */
export function userLinksOf(piece: DocumentPiece): readonly DesiredResource[] {
  return entriesOf(piece, 'userLinks').map(({ item, path, origin }) => ({ ...linkOf(item, path, piece.org.orgId), origin }))
}

/** The identity provider may belong to the instance, which documents leave out. So it is not a reference. */
function linkOf({ state, ...link }: UserLink, path: string, orgId: string): DesiredResource {
  return desiredResource(
    {
      kind: 'userLink',
      key: [link.userId, link.idpId, link.providedUserId],
      path,
      orgId,
      content: link,
      // A link stays that of the issuer under which it was made.
      keep: (stored) => (link.issuer !== undefined || stored['issuer'] === undefined ? {} : { issuer: stored['issuer'] }),
      removed: state === 'STATE_REMOVED',
      references: [orgReference(orgId), owned(userReference(link.userId))],
    },
    identifierProblem([link.userId, link.idpId]),
  )
}

/**
 * A lock, a deactivation and a first sign-in do not come from the document. Applying the same document again at a restart must not
 * revert them: without a state the document keeps the state of the user, and an active user never returns to the initial state.
 */
function stateOf(stored: Content, state: string | undefined): Content {
  return state === undefined || state === 'USER_STATE_INITIAL' ? { state: stored['state'] } : {}
}

/** @returns the service users of a piece */
export function machineUsersOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return entriesOf(piece, 'machineUsers').map(({ item, path, origin }) => {
    const { value, dropped } = replaced(item, { clientSecret: soundValue(item.clientSecret, clientSecretProblem(item.clientSecret)) })
    const {
      userId,
      user: { userId: _userId, ...user },
      state,
      clientSecret,
      clientSecretHash,
      formerClientSecretHash,
      formerClientSecretUntil,
      ...machineUser
    } = value
    return desiredResource(
      {
        kind: 'machineUser',
        key: [userId],
        path,
        origin,
        orgId,
        content: { ...machineUser, userId, user, ...withState(state) },
        secrets: clientSecrets({ clientSecret, clientSecretHash, formerClientSecretHash, formerClientSecretUntil }),
        removed: state === 'USER_STATE_DELETED',
        references: [orgReference(orgId)],
        dropped,
        keep: (stored) => stateOf(stored, state),
      },
      userIdProblem(userId) ?? userNameProblemOf(user.userName),
    )
  })
}

/** @returns keys, metadata and personal access tokens of users */
export function userBelongingsOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return [
    ...entriesOf(piece, 'machineKeys').map(({ item: { state, ...key }, path, origin }) =>
      desiredResource(
        {
          kind: 'machineKey',
          key: [key.keyId],
          path,
          origin,
          orgId,
          content: { ...key, ...withState(state) },
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId), owned({ member: 'userId', anyOf: [{ kind: 'machineUser', key: [key.userId] }] })],
        },
        identifierProblem([key.keyId, key.userId]),
      ),
    ),
    ...entriesOf(piece, 'userMetadata').map(({ item: { state, ...item }, path, origin }) =>
      desiredResource(
        {
          kind: 'userMetadata',
          key: [item.id, item.key],
          path,
          origin,
          orgId,
          content: item,
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId), owned(userReference(item.id, 'id'))],
        },
        identifierProblem([item.id, item.key]),
      ),
    ),
    ...entriesOf(piece, 'personalAccessTokens').map(({ item, path, origin }) => {
      const { token, tokenDigest, state, ...accessToken } = item
      return desiredResource(
        {
          kind: 'personalAccessToken',
          key: [item.tokenId],
          path,
          origin,
          orgId,
          content: { ...accessToken, ...withState(state) },
          secrets: { ...(token === undefined ? {} : { token }), ...(tokenDigest === undefined ? {} : { tokenDigest }) },
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId), owned({ member: 'userId', anyOf: [{ kind: 'machineUser', key: [item.userId] }] })],
          generates: token === undefined ? ['token'] : [],
        },
        identifierProblem([item.tokenId, item.userId]) ?? tokenProblem(token),
      )
    }),
  ]
}
