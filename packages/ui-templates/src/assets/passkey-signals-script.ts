// The script of the account page. It tells the browser which passkeys are left, and how their user is called.
import type { Asset } from '@symbolon/login'

/**
 * Passes on the data of the element with `data-passkey-signals`, where the browser has the methods. Nothing waits for it.
 * https://www.w3.org/TR/webauthn-3/#sctn-signal-methods
 */
export const passkeySignalsScript: Asset = {
  contentType: 'text/javascript; charset=utf-8',
  body: `'use strict';
{
  const api = window.PublicKeyCredential;
  const told = document.querySelector('[data-passkey-signals]')?.dataset.passkeySignals;
  if (api && told) {
    const { rpId, name, displayName, accepted } = JSON.parse(told);
    for (const { userHandle: userId, credentialIds: allAcceptedCredentialIds } of accepted) {
      api.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }).catch(() => {});
      api.signalCurrentUserDetails?.({ rpId, userId, name, displayName }).catch(() => {});
    }
  }
}
`,
}
