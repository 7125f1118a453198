// What the endpoint and the grant share.
import type { ClientAuthenticationMethod } from '@symbolon/core-protocol'

/** https://www.rfc-editor.org/rfc/rfc8628#section-3.4 */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'

/** How clients authenticate, at both endpoints. */
export const clientAuthenticationMethods: readonly ClientAuthenticationMethod[] = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
]
