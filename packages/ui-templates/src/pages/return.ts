// Pages that return the browser to the application: by a redirect, or by a posted form.
import type { FormPostPage, LeavingPage } from '@symbolon/login'
import { html } from 'hono/html'
import { assetAddress } from '../assets/assets.ts'
import { nextLink, submitButton } from '../html/button.ts'
import { isolatedName, ownPath, plainName, postAddress } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

/**
 * Redirects to the authorization endpoint, or to an identity provider, without a script. The link is for browsers in which refresh is switched off.
 * https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
 */
export function leavingPage({ target, applicationName, providerName }: LeavingPage, setting: Setting): Markup {
  const { texts } = setting
  return layout(setting, {
    title: providerName === undefined ? texts.formPost.title : plainName(providerName),
    place: applicationName,
    heading: providerName === undefined ? texts.formPost.title : texts.ways.provider(isolatedName(providerName)),
    lead: texts.formPost.next,
    next: ownPath(target),
    body: nextLink(ownPath(target), texts.formPost.submit),
  })
}

/**
 * Posts the authorization response to the application. The script submits the form at once; without scripts the user presses the button.
 * https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export function formPostPage(page: FormPostPage, setting: Setting): Markup {
  const { texts, vendorName } = setting
  return layout(setting, {
    title: texts.formPost.title,
    place: vendorName,
    heading: texts.formPost.title,
    lead: texts.formPost.next,
    body: html`<form method="post" action="${postAddress(page.action)}">
${Object.entries(page.parameters).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
)}${submitButton(texts.formPost.submit)}
</form>
<script src="${assetAddress('form-post.js')}"></script>`,
  })
}
