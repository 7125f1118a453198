// The footer of every page: the links of the organization, and the name of the product.
import type { Branding } from '@symbolon/login'
import { html } from 'hono/html'
import { isolatedName, mailAddress, webAddress } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Setting } from './setting.ts'

function item(address: string, text: Markup | string): Markup {
  return html`<li><a href="${address}">${text}</a></li>
`
}

/** @param language fills the placeholder `{{.Lang}}` */
function linkItems({ links }: Branding, { footer, language }: Setting['texts']): readonly Markup[] {
  const filled = (address: string): string => webAddress(address.replaceAll('{{.Lang}}', new Intl.Locale(language).language))
  const { terms, privacy, help, support, documentation, custom } = links
  return [
    ...(terms === undefined ? [] : [item(filled(terms), footer.terms)]),
    ...(privacy === undefined ? [] : [item(filled(privacy), footer.privacy)]),
    ...(help === undefined ? [] : [item(filled(help), footer.help)]),
    ...(documentation === undefined ? [] : [item(filled(documentation), footer.documentation)]),
    ...(support === undefined ? [] : [item(mailAddress(support), footer.support)]),
    ...(custom === undefined ? [] : [item(filled(custom.address), isolatedName(custom.text))]),
  ]
}

/** The footer; nothing where there is nothing to show. */
export function pageFooter({ branding, texts, vendorName }: Setting): Markup | '' {
  const links = branding === undefined ? [] : linkItems(branding, texts)
  const named = branding?.disableWatermark !== true
  if (links.length === 0 && !named) return ''
  return html`<footer>
${links.length === 0 ? '' : html`<ul>\n${links}</ul>\n`}${named ? html`<p>${isolatedName(vendorName)}</p>\n` : ''}</footer>`
}
