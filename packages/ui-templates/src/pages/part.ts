// The page of a part, in the branding of all pages.
import type { PageForm, PartPage } from '@symbolon/login'
import { html } from 'hono/html'
import { ownPath, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { checkFieldNames, errorBlock, fieldBlocks, textBlocks } from './blocks.ts'
import { hidden } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

/** Renders the page of a part. @throws TypeError for a field whose name is taken, and an address that is not valid */
export function partPage({ content, csrf, applicationName }: PartPage, setting: Setting): Markup {
  const { lead, form } = content
  const title = plainName(content.title)
  const error = form?.error
  const isSingleField = form?.fields?.length === 1
  return layout(setting, {
    title: error === undefined ? title : `${setting.texts.errorPrefix}${title}`,
    place: applicationName ?? setting.vendorName,
    heading: title,
    ...(lead === undefined ? {} : { lead: plainName(lead) }),
    body: html`${errorBlock(error, !isSingleField)}
${textBlocks(content)}
${form === undefined ? '' : formOf(form, csrf)}`,
  })
}

function formOf({ action, hidden: values = {}, fields = [], buttons, error }: PageForm, csrf: string): Markup {
  checkFieldNames(values, fields, action)
  return html`<form method="post" action="${ownPath(action)}">
<input type="hidden" name="csrf" value="${csrf}">
${hidden(values)}${fieldBlocks(fields, error !== undefined, error === undefined || fields.length === 1)}${
    buttons.length === 1 ? buttonOf(buttons[0], '') : html`<div class="choices">${buttons.map((each) => buttonOf(each, 'secondary'))}</div>`
  }
</form>`
}

/** Of several buttons none stands out: a user who is not sure must not be led to the one that grants. */
function buttonOf({ text, name, value = '' }: PageForm['buttons'][number], look: 'secondary' | ''): Markup {
  return html`<button type="submit"${look === '' ? '' : html` class="${look}"`}${name === undefined ? '' : html` name="${name}" value="${value}"`}>${text}</button>`
}
