// People and service users with what hangs on them: metadata, keys, personal access tokens. Passwords, hashes, TOTP secrets, client
// secrets and tokens leave the content here and nowhere later.
import type { DocumentOrg, HumanUser } from '@symbolon/schema-v2'
import { clientSecretProblem, tokenProblem } from '../validate/client-credentials.ts'
import { normalizeEmail, emailProblem, phoneProblem } from '../validate/contact.ts'
import { identifierProblem, userIdProblem } from '../validate/identifier.ts'
import { passwordProblem } from '../validate/password.ts'
import { userNameProblemOf } from '../validate/user-name.ts'
import { desiredResource, orgReference, owned, placesOf, userReference, withState } from './desired-resource.ts'
import type { Content, DesiredResource } from './desired-resource.ts'
import { clientSecrets } from './projects.ts'

export function humanUsersOf({ orgId, humanUsers }: DocumentOrg, path: string): readonly DesiredResource[] {
  return placesOf(humanUsers, `${path}.humanUsers`).map(({ item, path: place }) => humanUserOf(item, place, orgId))
}

function humanUserOf({ userId, user: given, state }: HumanUser, path: string, orgId: string): DesiredResource {
  const { password, hashedPassword, otpCode, idps: _idps, requestPasswordlessRegistration: _registration, email, ...user } = given
  const passwordHash = hashedPassword?.value
  const address = email?.email === undefined ? undefined : normalizeEmail(email.email)
  return desiredResource({
    kind: 'humanUser',
    key: [userId],
    path,
    orgId,
    content: {
      userId,
      user: { ...user, ...(email === undefined ? {} : { email: { ...email, ...(address === undefined ? {} : { email: address }) } }) },
      ...withState(state),
    },
    secrets: {
      ...(passwordHash === undefined ? {} : { passwordHash }),
      // A hash beside it wins, as in the format (reference §6).
      ...(password === undefined || passwordHash !== undefined ? {} : { password }),
      ...(otpCode === undefined ? {} : { otpSecret: otpCode }),
    },
    removed: state === 'USER_STATE_DELETED',
    references: [orgReference(orgId)],
    keep: (stored) => lockOf(stored, state),
  }, userIdProblem(userId) ?? userNameProblemOf(user.userName ?? '') ?? emailProblem(address) ?? phoneProblem(user.phone?.phone)
    ?? passwordProblem(password))
}

/** A lock after wrong passwords is not the document's: a restart that applies the same document again must not lift it. */
function lockOf(stored: Content, state: string | undefined): Content {
  return state === undefined && stored['state'] === 'USER_STATE_LOCKED' ? { state: stored['state'] } : {}
}

export function machineUsersOf({ orgId, machineUsers }: DocumentOrg, path: string): readonly DesiredResource[] {
  return placesOf(machineUsers, `${path}.machineUsers`).map(({ item, path: place }) => {
    const { userId, user: { userId: _userId, ...user }, state, clientSecret, clientSecretHash, ...machineUser } = item
    return desiredResource({
      kind: 'machineUser',
      key: [userId],
      path: place,
      orgId,
      content: { ...machineUser, userId, user, ...withState(state) },
      secrets: clientSecrets(clientSecret, clientSecretHash),
      removed: state === 'USER_STATE_DELETED',
      references: [orgReference(orgId)],
      keep: (stored) => lockOf(stored, state),
    }, userIdProblem(userId) ?? userNameProblemOf(user.userName) ?? clientSecretProblem(clientSecret))
  })
}

export function userBelongingsOf(org: DocumentOrg, path: string): readonly DesiredResource[] {
  const { orgId, userMetadata, machineKeys, personalAccessTokens } = org
  return [
    ...placesOf(machineKeys, `${path}.machineKeys`).map(({ item: { state, ...key }, path: place }) => desiredResource({
      kind: 'machineKey',
      key: [key.keyId],
      path: place,
      orgId,
      content: { ...key, ...withState(state) },
      removed: state === 'STATE_REMOVED',
      references: [orgReference(orgId), owned({ member: 'userId', anyOf: [{ kind: 'machineUser', key: [key.userId] }] })],
    }, identifierProblem([key.keyId, key.userId]))),
    ...placesOf(userMetadata, `${path}.userMetadata`).map(({ item: { state, ...item }, path: place }) => desiredResource({
      kind: 'userMetadata',
      key: [item.id, item.key],
      path: place,
      orgId,
      content: item,
      removed: state === 'STATE_REMOVED',
      references: [orgReference(orgId), owned(userReference(item.id, 'id'))],
    }, identifierProblem([item.id, item.key]))),
    ...placesOf(personalAccessTokens, `${path}.personalAccessTokens`).map(({ item, path: place }) => {
      const { token, tokenDigest, state, ...accessToken } = item
      return desiredResource({
        kind: 'personalAccessToken',
        key: [item.tokenId],
        path: place,
        orgId,
        content: { ...accessToken, ...withState(state) },
        secrets: { ...(token === undefined ? {} : { token }), ...(tokenDigest === undefined ? {} : { tokenDigest }) },
        removed: state === 'STATE_REMOVED',
        references: [orgReference(orgId), owned({ member: 'userId', anyOf: [{ kind: 'machineUser', key: [item.userId] }] })],
        generates: token === undefined ? ['token'] : [],
      }, identifierProblem([item.tokenId, item.userId]) ?? tokenProblem(token))
    }),
  ]
}
