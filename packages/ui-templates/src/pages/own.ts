// The page of a custom step of the host, in the branding of all pages: the host provides the texts and the fields, and never writes markup.
import type { AnyOwnStep, Locale, OwnPage, Page } from '@symbolon/login'
import { html } from 'hono/html'
import { moreWays, submitButton } from '../html/button.ts'
import { checkbox, field } from '../html/field.ts'
import { ownPath, webAddress } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { aside, form, skipForm } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

const errorId = 'form-error'

/** A field of the form. */
export interface OwnPageField {
  /** The name by which `submit` of the step reads it. Not `request`, `csrf` or `step`. */
  readonly name: string
  readonly label: string
  /** A checkbox that is ticked sends `on`. Default: `text`. */
  readonly kind?: 'text' | 'email' | 'tel' | 'checkbox'
  readonly value?: string
  readonly help?: string
  /** The purpose of the field: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill. Default: `off`. */
  readonly autocomplete?: string
}

/** The content of the page in one language: plain text, which is escaped. */
export interface OwnPageContent<Refusal extends string = string> {
  readonly title: string
  /** One line below the title. */
  readonly lead?: string
  readonly paragraphs?: readonly string[]
  /** To paths of this origin, or to web addresses. */
  readonly links?: readonly { readonly text: string; readonly address: string }[]
  /** A hidden value that the form sends along, such as the version that the page shows. It can be forged like any field. */
  readonly hidden?: Readonly<Record<string, string>>
  readonly fields?: readonly OwnPageField[]
  /** The text of the button. */
  readonly submit: string
  /** The text of each reason for which the step rejects the form. */
  readonly refusals: Readonly<Record<Refusal, string>>
}

/** The page of one own step. */
export interface TemplatePage {
  readonly step: string
  readonly content: (page: Page, locale: Locale) => OwnPageContent | undefined
}

/**
 * Gives an own step its page: `templates({ pages: [ownPage(terms, ({ version }, locale) => ({ title: …, submit: …, refusals: … }))] })`.
 *
 * @param content makes the content of a page from the model that the step declares; the locale is one of `LoginUi.locales`
 */
export function ownPage<Model, Refusal extends string>(
  step: AnyOwnStep<Model, Refusal>,
  content: (model: Model, locale: Locale) => OwnPageContent<Refusal>,
): TemplatePage {
  return {
    step: step.name,
    content: (page, locale) => (step.shows(page) ? content(page.model, locale) : undefined),
  }
}

/** Renders the page of an own step. @throws TypeError for a step that has no page, a field whose name is taken, and an address that is not valid */
export function ownPageOf(page: OwnPage, pages: readonly TemplatePage[], locale: Locale, setting: Setting): Markup {
  const content = pages.find(({ step }) => step === page.step)?.content(page, locale)
  if (content === undefined) throw new TypeError(`templates: the step ${page.step} has no page`)
  const { title, lead, paragraphs = [], links = [], hidden = {}, fields = [], submit, refusals } = content
  const taken = [...Object.keys(hidden), ...fields.map(({ name }) => name)].find((name) => ['request', 'csrf', 'step'].includes(name))
  if (taken !== undefined) throw new TypeError(`templates: a field of the page of ${page.step} is named ${taken}`)
  const { texts } = setting
  const refusal = page.error === undefined ? undefined : refusals[page.error]
  return layout(setting, {
    title: refusal === undefined ? title : `${texts.errorPrefix}${title}`,
    place: page.applicationName,
    heading: title,
    ...(lead === undefined ? {} : { lead }),
    body: html`${refusal === undefined ? '' : html`<p class="error" id="${errorId}" role="alert" tabindex="-1" autofocus>${refusal}</p>`}
${paragraphs.map((text) => html`<p>${text}</p>\n`)}${links.map(({ text, address }) => link(address, text))}
${form({ ...page, fields: hidden }, html`${fields.map((each) => fieldOf(each, refusal !== undefined))}${submitButton(submit)}`)}
${page.skip === undefined ? '' : moreWays([skipForm(page, page.skip, texts)])}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

function link(address: string, text: string): Markup {
  return html`<p><a href="${address.startsWith('/') ? ownPath(address) : webAddress(address)}">${text}</a></p>\n`
}

function fieldOf({ name, label, kind = 'text', value, help, autocomplete = 'off' }: OwnPageField, failed: boolean): Markup {
  const base = { id: `own-${name}`, name, label, ...(help === undefined ? {} : { help }), ...(failed ? { describedBy: errorId } : {}) }
  if (kind === 'checkbox') return html`${checkbox({ ...base, checked: value === 'on' })}\n`
  return html`${field({ ...base, type: kind, value: value ?? '', autocomplete, prose: kind === 'text' })}\n`
}
