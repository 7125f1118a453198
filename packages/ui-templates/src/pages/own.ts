// The page of a custom step of the host, in the branding of all pages: the host provides the texts and the fields, and never writes markup.
import type { AnyOwnStep, Locale, OwnPage, Page, PageField, PageText } from '@symbolon/login'
import { html } from 'hono/html'
import { moreWays, submitButton } from '../html/button.ts'
import { plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { checkFieldNames, errorBlock, fieldBlocks, textBlocks } from './blocks.ts'
import { aside, form, skipForm } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

/** A field of the form. */
export type OwnPageField = PageField

/** The content of the page in one language: plain text, which is escaped. */
export interface OwnPageContent<Refusal extends string = string> extends PageText {
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
  const { lead, hidden = {}, fields = [], submit, refusals } = content
  const title = plainName(content.title)
  checkFieldNames(hidden, fields, page.step)
  const { texts } = setting
  const refusal = page.error === undefined ? undefined : refusals[page.error]
  return layout(setting, {
    title: refusal === undefined ? title : `${texts.errorPrefix}${title}`,
    place: page.applicationName,
    heading: title,
    ...(lead === undefined ? {} : { lead: plainName(lead) }),
    body: html`${errorBlock(refusal)}
${textBlocks(content)}
${form({ ...page, fields: hidden }, html`${fieldBlocks(fields, refusal !== undefined)}${submitButton(submit)}`)}
${page.skip === undefined ? '' : moreWays([skipForm(page, page.skip, texts)])}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}
