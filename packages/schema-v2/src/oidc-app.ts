// An OpenID Connect client. Which redirect URIs may be used is decided by the protocol; here they are only free of control characters.

import type * as v from 'valibot'
import { clientCredentialFields } from './client-credentials.ts'
import {
  OIDC_APP_TYPE, OIDC_AUTH_METHOD_TYPE, OIDC_GRANT_TYPE, OIDC_RESPONSE_TYPE, OIDC_TOKEN_TYPE, OIDC_VERSION,
} from './enums.ts'
import { enumeration, extensibleEnumeration } from './json/enumeration.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { bool } from './json/scalars.ts'
import { filledText, identifier, uri } from './json/text.ts'
import { duration } from './json/time.ts'

/** Which login pages the app uses: one of the two members is set. */
const loginVersionSchema = message({
  loginV1: message({}),
  loginV2: message({ baseUri: uri() }),
})

export const oidcAppSchema = message({
  appId: required(identifier()),
  app: required(message({
    projectId: required(identifier()),
    name: required(filledText(200)),
    redirectUris: list(uri()),
    responseTypes: list(enumeration(OIDC_RESPONSE_TYPE)),
    // A grant of a part that this product does not have goes by its URI.
    grantTypes: list(extensibleEnumeration(OIDC_GRANT_TYPE)),
    appType: enumeration(OIDC_APP_TYPE),
    authMethodType: enumeration(OIDC_AUTH_METHOD_TYPE),
    postLogoutRedirectUris: list(uri()),
    version: enumeration(OIDC_VERSION),
    devMode: bool(),
    accessTokenType: enumeration(OIDC_TOKEN_TYPE),
    accessTokenRoleAssertion: bool(),
    idTokenRoleAssertion: bool(),
    idTokenUserinfoAssertion: bool(),
    clockSkew: duration({ min: 0, max: 5, zeroIsAbsent: true }),
    additionalOrigins: list(uri()),
    skipNativeAppSuccessPage: bool(),
    backChannelLogoutUri: uri(),
    loginVersion: loginVersionSchema,
  })),
  ...clientCredentialFields,
  // A member of ours: tokens of the app may be for the API by which the instance is administered.
  managementAccess: bool(),
})
export type OidcApp = v.InferOutput<typeof oidcAppSchema>
