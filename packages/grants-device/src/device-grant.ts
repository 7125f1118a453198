// The device authorization grant. https://www.rfc-editor.org/rfc/rfc8628
import { checkNoOptions } from '@symbolon/core-protocol'
import type { AnyPart, NoOptions } from '@symbolon/core-protocol'
import { deviceAuthorizationEndpoint } from './device-authorization.ts'
import { deviceCodeGrant } from './device-code.ts'
import { shortAddress, verificationPage } from './verification-page.ts'

/**
 * Sign-in on devices without a browser, such as televisions and command-line tools: the device shows a code, and its user types the code in a
 * browser elsewhere. `createProvider({ parts: [...deviceGrant()], login, … })`; the page needs a login.
 *
 * @returns the device authorization endpoint, the grant, and the page where users decide
 * @throws TypeError (`unknown_option`) for an argument
 */
export function deviceGrant(...none: NoOptions): readonly AnyPart[] {
  checkNoOptions('deviceGrant', none)
  return [deviceAuthorizationEndpoint, deviceCodeGrant(), verificationPage, shortAddress]
}
