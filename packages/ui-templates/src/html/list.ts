// Sections, lists with actions, and lists of facts, as on the account page.
import { html } from 'hono/html'
import type { Markup } from './markup.ts'

/** A part of a page with its own heading. */
export interface Section {
  /** Unique on the page. Links may lead to it by `#id`. */
  readonly id: string
  readonly heading: string
  readonly lead?: Markup | string
  readonly body: Markup
}

/** A part of a page under a second heading. */
export function section({ id, heading, lead, body }: Section): Markup {
  return html`<section class="section" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${lead === undefined ? '' : html`<p class="lead">${lead}</p>`}
${body}
</section>`
}

/** A row of a list. Names of users and objects go through `isolatedName`. */
export interface Row {
  readonly title: Markup | string
  /** Lines below the title, such as a date or an address. */
  readonly notes?: readonly (Markup | string)[]
  /** Small buttons in separate forms, or links. The accessible name of each names the row that it acts on. */
  readonly actions?: readonly Markup[]
}

/** A list of rows. Small screens show the actions below the text. */
export function rows(list: readonly Row[]): Markup {
  return html`<ul class="rows">
${list.map(
  ({ title, notes = [], actions = [] }) => html`<li class="row">
<div class="row-text"><span class="row-title">${title}</span>${notes.map((note) => html` <span class="note">${note}</span>`)}</div>
${
  actions.length === 0
    ? ''
    : html`<div class="row-actions">
${actions.map(
  (action) => html`${action}
`,
)}</div>
`
}</li>
`,
)}</ul>`
}

/** Names and their values, one below the other. */
export function factList(facts: readonly (readonly [name: string, value: Markup | string])[]): Markup {
  return html`<dl class="facts">
${facts.map(
  ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
)}</dl>`
}

/** Small buttons and forms of a section, in a row. */
export function actions(list: readonly Markup[]): Markup {
  return html`<div class="row-actions">
${list.map(
  (action) => html`${action}
`,
)}</div>`
}
