// The protocol's vocabulary, endpoints and contracts. All other packages are composed of parts that import from here.
export type * from './ports/authorization-request.ts'
export { authenticationTimeOf, firstFactorMethods, provedAt } from './authorization/authentication-time.ts'
export { identifyUserAgent } from './authorization/browser-sessions.ts'
export type * from './authorization/browser-sessions.ts'
export { identifyVisitor, pageVisitorStores } from './pages/page-visitor.ts'
export type { PageApplication, PageVisitor } from './pages/page-visitor.ts'
export { authenticationContext } from './authorization/respond.ts'
export { countedFactors, twoFactorsOf } from './authorization/two-factors.ts'
export { interaction, isNamed, mayAnswer } from './authorization/interaction.ts'
export type * from './authorization/interaction.ts'
export { checkAuthorizationRequest } from './authorization/check-request.ts'
export type * from './authorization/check-request.ts'
export { responseModesOfCore } from './authorization/response-mode.ts'
export { isUsableScheme } from './authorization/redirect-uri.ts'
export { authorizationPath, authorizationResumePath, restartWindow, storeRequest } from './authorization/pending-request.ts'
export { isSealedSource, openSource, siteOfClient, sourceOf } from './http/request-source.ts'
export type { RequestSource } from './http/request-source.ts'
export { authenticateClient, clientAuthenticationStores } from './client-authentication/authenticate-client.ts'
export type * from './client-authentication/authenticate-client.ts'
export { findClient } from './client-authentication/authenticate-client.ts'
export { clientAssertionType, presentedCredentials } from './client-authentication/authenticate-client.ts'
export { reservedClaimNames, reservedClaims } from './claims/reserved-claims.ts'
export type * from './claims/reserved-claims.ts'
export { claimNamesOf, claimScopes, userClaimNames, userClaims } from './claims/user-claims.ts'
export type * from './ports/claims.ts'
export { digest, equalDigests } from './crypto/digest.ts'
export { authorizeResume } from './endpoints/authorize-resume.ts'
export { authorize, requireLogin } from './endpoints/authorize.ts'
export { authorizationServerMetadata, discovery } from './endpoints/public-documents.ts'
export { endSession, endSessionEndpoint } from './endpoints/end-session.ts'
export type * from './endpoints/end-session.ts'
export { endSessions, endSessionsOfUser, isHeldBy } from './end-session/end-sessions.ts'
export type { NamedSession } from './end-session/end-sessions.ts'
export { introspection } from './endpoints/introspection.ts'
export { keys } from './endpoints/public-documents.ts'
export { revocation } from './endpoints/revocation.ts'
export { token, tokenPath } from './endpoints/token.ts'
export { userinfo } from './endpoints/userinfo.ts'
export { coarseNetworkOf, siteNetworkAt, formatAddress, isLoopback, parseAddress, hostNetworkOf } from './http/address.ts'
export type * from './http/address.ts'
export { foreignSource } from './http/form-source.ts'
export { readPageForm } from './pages/page-form.ts'
export { bearerToken } from './http/bearer-token.ts'
export { BodyBrokenOff, BodyCollector, BodyTooLarge, declaredLength } from './http/body.ts'
export { pathParameters } from './http/path-parameters.ts'
export { fromRequest, normalizedPath } from './http/request.ts'
export type * from './http/request.ts'
export { allKnown, catching, whenKnown, whenSettled } from './memory/awaitable.ts'
export type * from './memory/awaitable.ts'
export { oncePerValue } from './memory/once-per-value.ts'
export { createTokenBuckets } from './memory/token-buckets.ts'
export type * from './memory/token-buckets.ts'
export {
  bearerErrorAnswer,
  errorAnswer,
  json,
  redirect,
  refusedRedirect,
  tooManyRequestsAnswer,
  toResponse,
  withCookies,
} from './http/responses.ts'
export type * from './http/responses.ts'
export { isObject, parseStrictJsonObject } from './jwt/strict-json.ts'
export { assertionIssuer, verifyAssertion } from './jwt/verify-assertion.ts'
export type * from './jwt/verify-assertion.ts'
export { InvalidJwt, singleAudience, verifyJwt } from './jwt/verify-jwt.ts'
export type * from './jwt/verify-jwt.ts'
export { signJwt } from './keys/sign-jwt.ts'
export { createProviderKeys } from './keys/provider-keys.ts'
export { sealSigningKey } from './keys/generate-signing-key.ts'
export type * from './keys/generate-signing-key.ts'
export { advanceSigningKeys, makeFirstSigningKeys, revokeSigningKey, rotateSigningKeys } from './keys/rotate-signing-keys.ts'
export type * from './keys/rotate-signing-keys.ts'
export { defaultKeyPolicy, publishedUntil, signingAlgorithms, stateOf } from './keys/schedule.ts'
export type * from './keys/schedule.ts'
export { checkUnique, formLimit, parseParameters, readForm, readQuery, withoutEmpty } from './http/parameters.ts'
export type * from './http/parameters.ts'
export {
  csrfToken,
  endRequestCookieHeader,
  endSessionCookieHeader,
  knownBrowserCookieHeader,
  namedCookieHeader,
  readNamedCookie,
  readKnownBrowserCookie,
  readRequestCookie,
  readSessionCookie,
  requestCookieHeaders,
  sessionCookieHeader,
} from './http/user-agent.ts'
export type * from './keys/provider-keys.ts'
export {
  addMasterKey,
  checkMasterKeys,
  forgetOtherMasterKeys,
  masterKeyIds,
  listMasterKeys,
  masterKeysOf,
  openSealing,
} from './crypto/data-key.ts'
export { createSealing, MasterKeyMismatch, sealedUnder } from './crypto/sealing.ts'
export type * from './crypto/sealing.ts'
export { canonicalLoginName, domainOfName, userNameProblem } from './ports/login-name.ts'
export type * from './contract/provider-metadata.ts'
export {
  DisplayedError,
  EndSessionError,
  ExpiredRequest,
  ForbiddenForm,
  InvalidParameter,
  OAuthError,
  PageNotFound,
  RedirectedError,
  TooManyRequests,
  StillPending,
} from './errors/oauth-error.ts'
export type * from './errors/oauth-error.ts'
export { auditTrail, recordAuditEvents } from './audit/audit-trail.ts'
export { defineClaims } from './claims/define-claims.ts'
export type { ClaimSource } from './claims/define-claims.ts'
export { defineScope } from './scope/define-scope.ts'
export type { OwnScope } from './scope/define-scope.ts'
export { clientSource, defineClient, describedClient } from './host/define-client.ts'
export { checkNoOptions, checkPartOptions, similarName } from './contract/part-options.ts'
export type { NoOptions, OptionNames } from './contract/part-options.ts'
export type * from './host/define-client.ts'
export { hostHash, hostPasswords, hostUsers } from './host/host-users.ts'
export type * from './host/host-users.ts'
export { onEvent } from './audit/on-event.ts'
export type * from './audit/on-event.ts'
export { isSelfAuthenticating } from './contract/grant.ts'
export { clientMetadata, fitsClientMetadata } from './contract/client-metadata.ts'
export type { ClientMetadata, ClientMetadataMember, ClientMetadataMembers, ClientMetadataName } from './contract/client-metadata.ts'
export { define } from './contract/part.ts'
export type * from './contract/context.ts'
export type * from './contract/grant.ts'
export type * from './contract/login.ts'
export { composedName, defineMetric, noMetrics } from './contract/metrics.ts'
export { quotaRefusals, rateLimited } from './contract/limit-metrics.ts'
export type * from './contract/metrics.ts'
export type * from './contract/page.ts'
export type * from './contract/tracing.ts'
export { firstFactor, secondFactor } from './contract/login.ts'
export type * from './contract/registry.ts'
export type * from './contract/request-source.ts'
export type * from './contract/response-mode.ts'
export type * from './contract/introspection-format.ts'
export type * from './contract/part.ts'
export type * from './ports/access-token.ts'
export type * from './ports/revocation.ts'
export { allEventTypes, auditPosition, auditRetention, personOf, auditEventTypes } from './ports/audit-event.ts'
export type * from './ports/audit-event.ts'
export type * from './ports/authorization-code.ts'
export { isAuthorizationRequest, pendingRequestOverhead } from './ports/authorization-request.ts'
export { defaultLoginPolicy } from './ports/policy.ts'
export { findUserLoginPolicy, lacksAdministratorFactor } from './ports/administrator-factor.ts'
export { pendingRequestLimit } from './authorization/pending-request.ts'
export { isSecretHash } from './ports/client.ts'
export type * from './ports/client.ts'
export {
  DirectoryConflict,
  directoryFilters,
  idpSecretPurpose,
  otpSecretPurpose,
  removedIdKinds,
  searchedKinds,
} from './ports/directory.ts'
export type * from './ports/directory.ts'
export { nameOfResource, resourceKeys } from './ports/resource-kind.ts'
export type * from './ports/resource-kind.ts'
export type * from './ports/people.ts'
export { storeNames } from './ports/store-names.ts'
export { usersOfOrganization } from './ports/directory-limit.ts'
export type * from './ports/directory-limit.ts'
export { identityProviderCallbackPath } from './ports/identity-provider.ts'
export type * from './ports/identity-provider.ts'
export type * from './ports/factor-draft.ts'
export type * from './ports/instance.ts'
export type * from './ports/issuance.ts'
export { importJobRetention, importPlaces, ImportLost, waitingOfInstance, waitingOfOrganization } from './ports/import-job.ts'
export type * from './ports/import-job.ts'
export { mailedCodeTries } from './ports/mail.ts'
export type * from './ports/mail.ts'
export type * from './ports/one-time-code.ts'
export type * from './ports/organization.ts'
export type * from './ports/recovery-code.ts'
export type * from './ports/sign-in.ts'
export type * from './ports/skipped-offer.ts'
export type * from './ports/pending-secrets.ts'
export { settleInvitation } from './memberships/settle-invitation.ts'
export { membershipReference } from './ports/user.ts'
export type * from './ports/user.ts'
export { isSoleFactor, passkeyAlgorithms } from './ports/passkey.ts'
export type * from './ports/passkey.ts'
export type * from './ports/user-account.ts'
export type * from './ports/policy.ts'
export type * from './ports/refresh-token.ts'
export * from './ports/secret-hashing.ts'
export { consoleIdleTime } from './ports/console-session.ts'
export type * from './ports/console-session.ts'
export { sessionUseInterval } from './ports/session.ts'
export type * from './ports/session.ts'
export { undated } from './ports/signing-key.ts'
export type * from './ports/signing-key.ts'
export { StorageStartError, StorageUnavailable } from './ports/stores.ts'
export type * from './ports/stores.ts'
export { heldScopes } from './claims/held-scopes.ts'
export { isKnownScope, knownScopes } from './scope/requested-scope.ts'
export { parseScope } from './scope/requested-scope.ts'
export { ofClient, ofPersonalAccessToken, ofUser, ofUserAndClient, stillHeldBy, uniteHolders, validityOf } from './tokens/validity.ts'
export { mayAnswerSilently, mayShowOrganization, withinBoundary } from './tokens/boundary.ts'
export type { Receiver } from './tokens/boundary.ts'
export { apiAudience, readReservedScope } from './scope/reserved-scope.ts'
export type * from './scope/reserved-scope.ts'
export { belongsTo, demandedOrganization, restrictingScopes } from './scope/restricting-scopes.ts'
export { authenticateCaller, callerStores, demandedScopes } from './tokens/authenticate-caller.ts'
export type * from './tokens/authenticate-caller.ts'
export { authorizeServiceUser } from './tokens/authorize-service-user.ts'
export type * from './tokens/authorize-service-user.ts'
export { canonicalDomain, readableDomain } from './text/domain-name.ts'
export { foldName } from './text/fold-name.ts'
export { mailAddress, readableAddress, typedMailAddress } from './text/mail-address.ts'
export { domainsOfTexts, leadsHome } from './text/message-text.ts'
export { nameSkeleton } from './text/name-skeleton.ts'
export { isWholeNumber, phoneNumber } from './text/phone-number.ts'
export { accessTokenNumbers } from './tokens/access-token-numbers.ts'
export { opaqueAccessTokenText, readOpaqueAccessToken } from './tokens/access-token-text.ts'
export type * from './tokens/access-token-text.ts'
export { projectAudience, scopeAudience, shownAudience } from './tokens/audience.ts'
export type * from './ports/authorization.ts'
export type * from './ports/authorized.ts'
export { checkStillGranted } from './tokens/validity.ts'
export type * from './tokens/validity.ts'
export { issueTokens } from './tokens/issue-tokens.ts'
export type * from './tokens/issue-tokens.ts'
export { readTokenId } from './tokens/token-claims.ts'
export { longestLifetime } from './tokens/validity.ts'
export type * from './tokens/read-access-token.ts'
export { verifyIdToken } from './tokens/verify-id-token.ts'
export type * from './tokens/verify-id-token.ts'
export { accessTokenStores, verifyAccessToken } from './tokens/verify-access-token.ts'
export type * from './tokens/verify-access-token.ts'
