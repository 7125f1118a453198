// What the pages of parts and of own steps consist of: texts in a fixed order, and fields. The part provides plain text, and never writes markup.
import type { PageField, PageText } from '@symbolon/login'
import { html } from 'hono/html'
import { notice } from '../html/content.ts'
import { checkbox, codeField, field } from '../html/field.ts'
import { factList } from '../html/list.ts'
import { isolatedName, ownPath, plainName, webAddress } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'

/** The id of the error of the form. */
export const errorId = 'form-error'

/** The names that the hidden fields of every form have. */
const reserved: readonly string[] = ['request', 'csrf', 'step']

/** @throws TypeError for a field of the content whose name is reserved */
export function checkFieldNames(hidden: Readonly<Record<string, string>>, fields: readonly PageField[], page: string): void {
  const taken = [...Object.keys(hidden), ...fields.map(({ name }) => name)].find((name) => reserved.includes(name))
  if (taken !== undefined) throw new TypeError(`templates: a field of the page of ${page} is named ${taken}`)
}

/** The error of the form that was posted last. @param focused so that it is read before the fields: unless the only field has the focus */
export function errorBlock(error: string | undefined, focused: boolean = true): Markup | '' {
  if (error === undefined) return ''
  return html`<p class="error" id="${errorId}" role="alert"${focused ? html` tabindex="-1" autofocus` : ''}>${error}</p>`
}

/** The texts below the title. They may hold names, which others chose. @throws TypeError for an address that is not valid */
export function textBlocks({ code, paragraphs = [], facts = [], list, notice: message, links = [] }: PageText): Markup {
  return html`${code === undefined ? '' : html`<p class="shown-code"><code dir="ltr">${plainName(code)}</code></p>\n`}${paragraphs.map(
    (text) => html`<p>${plainName(text)}</p>\n`,
  )}${facts.length === 0 ? '' : factList(facts.map(({ name, value }) => [name, isolatedName(value)]))}${
    list === undefined
      ? ''
      : html`
<h2>${plainName(list.heading)}</h2>
<ul class="items">
${list.items.map((item) => html`<li>${isolatedName(item)}</li>\n`)}</ul>
`
  }${message === undefined ? '' : notice(plainName(message.text), message.kind)}${links.map(({ text, address }) => link(address, text))}`
}

function link(address: string, text: string): Markup {
  return html`<p class="page-link"><a href="${address.startsWith('/') ? ownPath(address) : webAddress(address)}">${text}</a></p>\n`
}

/** The fields of the form. @param failed whether the form was refused. @param focused whether the first one has the focus */
export function fieldBlocks(fields: readonly PageField[], failed: boolean, focused: boolean = false): Markup {
  return html`${fields.map((each, index) => fieldOf(each, failed, focused && index === 0))}`
}

function fieldOf({ name, label, kind = 'text', value, help, autocomplete = 'off' }: PageField, failed: boolean, focused: boolean): Markup {
  const described = failed ? { describedBy: errorId } : {}
  const base = { id: `own-${name}`, name, label, focused, ...(help === undefined ? {} : { help }), ...described }
  if (kind === 'checkbox') return html`${checkbox({ ...base, checked: value === 'on' })}\n`
  if (kind === 'code') return html`${codeField({ ...base, value, digits: false, typed: true })}\n`
  return html`${field({ ...base, type: kind, value: value ?? '', autocomplete, prose: kind === 'text' })}\n`
}
