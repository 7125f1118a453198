// Takes the answer to the application: https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
// The script sends the form as soon as it is there; without scripts the button does.
import type { FormPostPage } from '@symbolon/login'
import { html } from 'hono/html'
import { postAddress } from '../html/addresses.ts'
import { assetAddress } from '../assets/assets.ts'
import { layout, type Setting } from './layout.ts'
import type { Markup } from '../html/markup.ts'

export const formPostPage = (page: FormPostPage, setting: Setting): Markup => {
  const { texts, vendorName } = setting
  return layout(setting, {
    title: texts.formPost.title,
    place: vendorName,
    heading: texts.formPost.title,
    lead: texts.formPost.next,
    body: html`<form method="post" action="${postAddress(page.action)}">
${Object.entries(page.parameters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`)}<button type="submit">${texts.formPost.submit}</button>
</form>
<script src="${assetAddress('form-post.js')}"></script>`,
  })
}
