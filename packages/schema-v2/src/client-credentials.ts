// Members of ours on every app, beside `appId` and `app`: the format itself has neither client id nor secret.
// `clientSecret` is clear text and only ever comes in; `clientSecretHash` goes out in exports with credentials.

import { ACCESS_TOKEN_TYP, SIGNING_ALG } from './enums.ts'
import { choice } from './json/enumeration.ts'
import { clearSecret, optionalIdentifier, text } from './json/text.ts'
import { state } from './state.ts'

export const clientCredentialFields = {
  clientId: optionalIdentifier(),
  clientSecret: clearSecret(),
  clientSecretHash: text(),
  idTokenSigningAlg: choice(...SIGNING_ALG),
  accessTokenSigningAlg: choice(...SIGNING_ALG),
  accessTokenTyp: choice(...ACCESS_TOKEN_TYP),
  state: state(),
}
