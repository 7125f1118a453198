// The static files that the pages link to, and their addresses.
import type { Asset } from '@symbolon/login'
import { passkeyScript } from './passkey-script.ts'
import { style } from './style/style.ts'

/**
 * A token broken in two, whose halves fit together. The colours are readable on light and dark backgrounds. The image holds no style, so
 * that a strict Content-Security-Policy allows it.
 */
const logo: Asset = {
  contentType: 'image/svg+xml',
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">
<path fill="#5d57ee" d="M16.6 2.2 11.4 11 18.4 21 13.4 29.8A14 14 0 0 1 16.6 2.2Z"/>
<path fill="#8b93fa" d="M18.6 2.2 13.4 11 20.4 21 15.4 29.8A14 14 0 0 0 18.6 2.2Z"/>
</svg>
`,
}

/**
 * Submits the only form of a `form_post` page. The script is the last element of the page, so the form exists when it runs. It calls
 * `submit` of the prototype, because a parameter named `submit` would hide the form's own method.
 */
const formPostScript: Asset = {
  contentType: 'text/javascript; charset=utf-8',
  body: 'HTMLFormElement.prototype.submit.call(document.forms[0]);\n',
}

/**
 * The script of the account page. It reports to the browser which passkeys the user has, and the names of the user: the data of the element with
 * `data-passkey-signals`, where the browser has the methods. Nothing waits for it.
 * https://www.w3.org/TR/webauthn-3/#sctn-signal-methods
 */
const passkeySignalsScript: Asset = {
  contentType: 'text/javascript; charset=utf-8',
  body: `'use strict';
{
  const api = window.PublicKeyCredential;
  const data = document.querySelector('[data-passkey-signals]')?.dataset.passkeySignals;
  if (api && data) {
    const { rpId, name, displayName, accepted } = JSON.parse(data);
    for (const { userHandle: userId, credentialIds: allAcceptedCredentialIds } of accepted) {
      api.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }).catch(() => {});
      api.signalCurrentUserDetails?.({ rpId, userId, name, displayName }).catch(() => {});
    }
  }
}
`,
}

/** File names under `/ui/login/assets`. */
export type AssetName = 'style.css' | 'logo.svg' | 'form-post.js' | 'passkey.js' | 'passkey-signals.js'

/** The static files that the login serves for the pages. */
export const assets: Readonly<Record<AssetName, Asset>> = Object.freeze({
  'style.css': style,
  'logo.svg': logo,
  'form-post.js': formPostScript,
  'passkey.js': passkeyScript,
  'passkey-signals.js': passkeySignalsScript,
})

/** Equals `assetsPath` of `@symbolon/login`. This package imports only types from there, so a test compares the two values. */
const assetsPath = '/ui/login/assets'

/** The path that a page loads a theme from. */
export function themeAddress(name: string): string {
  return `${assetsPath}/themes/${name}`
}

/** The path that a page loads an image of a brand from. */
export function imageAddress(name: string): string {
  return `${assetsPath}/images/${name}`
}

/** The path that a page loads the asset from. */
export function assetAddress(name: AssetName): string {
  return `${assetsPath}/${name}`
}
