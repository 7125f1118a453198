// Applications, and the public keys with which applications and service users sign their assertions.
import type * as v from 'valibot'
import {
  ACCESS_TOKEN_TYP,
  API_AUTH_METHOD_TYPE,
  KEY_TYPE,
  OIDC_APP_TYPE,
  OIDC_AUTH_METHOD_TYPE,
  OIDC_GRANT_TYPE,
  OIDC_RESPONSE_TYPE,
  OIDC_TOKEN_TYPE,
  OIDC_VERSION,
  SIGNING_ALG,
} from './enums.ts'
import { clientMetadata } from './client-metadata.ts'
import { choice, enumeration, extensibleEnumeration } from './json/enumeration.ts'
import { decisive, writeOnly } from './json/leaf.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { bool, filledBytes } from './json/scalars.ts'
import { clearSecret, filledText, identifier, optionalIdentifier, text, uri } from './json/text.ts'
import { duration, timestamp } from './json/time.ts'
import { state } from './state.ts'

/**
 * Extensions on every app, in addition to `appId` and `app`: the format has neither client id nor secret. `clientSecret` is clear text and
 * occurs only in input; `clientSecretHash` occurs in exports with credentials, as does the hash of a second valid secret. `clientMetadata` has the
 * members that composed parts declare.
 */
const clientCredentialFields = {
  clientId: optionalIdentifier(),
  clientSecret: clearSecret(),
  clientSecretHash: writeOnly(text()),
  formerClientSecretHash: writeOnly(text()),
  formerClientSecretUntil: decisive(writeOnly(timestamp())),
  idTokenSigningAlg: choice(...SIGNING_ALG),
  accessTokenSigningAlg: choice(...SIGNING_ALG),
  accessTokenTyp: choice(...ACCESS_TOKEN_TYP),
  clientMetadata: clientMetadata(),
  state: state(),
}

/** The login pages that the app uses. Exactly one of the two members is set. */
const loginVersionSchema = message({
  loginV1: message({}),
  loginV2: message({ baseUri: uri() }),
})

/** An OpenID Connect client. The protocol decides which redirect URIs may be used. This schema only refuses control characters. */
export const oidcAppSchema = message({
  appId: required(identifier()),
  app: required(
    message({
      projectId: required(identifier()),
      name: required(filledText(200)),
      redirectUris: list(uri()),
      responseTypes: list(enumeration(OIDC_RESPONSE_TYPE)),
      // A grant type that Symbolon does not implement is named by its URI.
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
    }),
  ),
  ...clientCredentialFields,
  // An extension: tokens of the app may be issued for the API that administers the instance.
  managementAccess: bool(),
})
/** What `oidcAppSchema` reads. */
export type OidcApp = v.InferOutput<typeof oidcAppSchema>

/** An API: a client that never signs a user in and asks the introspection endpoint about tokens. */
export const apiAppSchema = message({
  appId: required(identifier()),
  app: required(
    message({
      projectId: required(identifier()),
      name: required(filledText(200)),
      authMethodType: enumeration(API_AUTH_METHOD_TYPE),
    }),
  ),
  ...clientCredentialFields,
})
/** What `apiAppSchema` reads. */
export type ApiApp = v.InferOutput<typeof apiAppSchema>

/** A PEM public key of RSA-16384 takes under 3000 bytes. */
const LARGEST_PUBLIC_KEY = 10_000

/**
 * The public keys with which apps and service users sign their assertions. `publicKey` is base64 of a PEM text. A key without
 * `expirationDate` does not expire.
 */
export const appKeySchema = message({
  id: required(identifier()),
  projectId: optionalIdentifier(),
  appId: required(identifier()),
  /** The client id on the server that wrote the file. */
  clientId: optionalIdentifier(),
  type: enumeration(KEY_TYPE),
  expirationDate: decisive(timestamp()),
  publicKey: required(filledBytes(LARGEST_PUBLIC_KEY)),
  state: state(),
})
/** What `appKeySchema` reads. */
export type AppKey = v.InferOutput<typeof appKeySchema>

/** The public key of a service user. */
export const machineKeySchema = message({
  keyId: required(identifier()),
  userId: required(identifier()),
  type: enumeration(KEY_TYPE),
  expirationDate: decisive(timestamp()),
  publicKey: required(filledBytes(LARGEST_PUBLIC_KEY)),
  state: state(),
})
/** What `machineKeySchema` reads. */
export type MachineKey = v.InferOutput<typeof machineKeySchema>
