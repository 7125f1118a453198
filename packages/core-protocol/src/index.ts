// The protocol's vocabulary, endpoints and contracts. Everything else of Symbolon is composed of parts that import from here.
export type * from './authorization/authorization-request.ts'
export type * from './authorization/claims-request.ts'
export { identifyUserAgent } from './authorization/candidates.ts'
export type * from './authorization/candidates.ts'
export { interaction, isNamed } from './authorization/interaction.ts'
export type * from './authorization/interaction.ts'
export { authorizationPath, authorizationResumePath } from './authorization/paths.ts'
export { digest, equalDigests } from './digest.ts'
export { formLimit, parseParameters, readForm, readQuery } from './http/parameters.ts'
export type * from './http/parameters.ts'
export {
  csrfToken,
  endRequestCookieHeader,
  endSessionCookieHeader,
  readRequestCookie,
  readSessionCookie,
  requestCookieHeaders,
  sessionCookieHeader,
} from './http/user-agent.ts'
export type * from './keys/provider-keys.ts'
export { createSealing, MasterKeyMismatch } from './keys/sealing.ts'
export type * from './keys/sealing.ts'
export { canonicalLoginName, userNameProblem } from './login-name.ts'
export type * from './metadata/provider-metadata.ts'
export { DisplayedError, OAuthError, RedirectedError } from './oauth-error.ts'
export type * from './oauth-error.ts'
export { defineEndpoint, defineGrant, defineLogin } from './part.ts'
export type * from './part.ts'
export type * from './ports/access-token.ts'
export type * from './ports/assertion-id.ts'
export type * from './ports/authorization-code.ts'
export type * from './ports/authorization-request.ts'
export type * from './ports/client.ts'
export { DirectoryConflict, resourceKeys } from './ports/directory.ts'
export type * from './ports/directory.ts'
export type * from './ports/instance.ts'
export type * from './ports/password.ts'
export type * from './ports/policy.ts'
export type * from './ports/revocation.ts'
export * from './ports/secret-hashing.ts'
export type * from './ports/session.ts'
export type * from './ports/signing-key.ts'
export { StorageStartError, StorageUnavailable } from './ports/stores.ts'
export type * from './ports/stores.ts'
export type * from './ports/user.ts'
export type * from './tokens/authorization.ts'
