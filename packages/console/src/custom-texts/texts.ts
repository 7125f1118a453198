// The texts of an organization: which languages have some, and the form of one language. A text that is left empty is inherited.
import type { FieldViolation } from '@symbolon/admin-api'
import { ForbiddenForm, PageNotFound } from '@symbolon/core-protocol'
import type { Answer, StoredResource } from '@symbolon/core-protocol'
import type { Locale } from '@symbolon/login'
import { entityTag, findResource, listResources, putResource, removeResource } from '@symbolon/management-api'
import { may } from '@symbolon/permissions'
import { html } from 'hono/html'
import { csrfField, describedBy, errorSummary, fieldId } from '../html/form.ts'
import { consoleAddress, nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { orgOf, targetOf } from '../resource/resources.ts'
import type { Texts } from '../texts/shape.ts'
import type { TextList } from '../texts/shape/custom-texts.ts'
import { afterChange } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { localeOf, locales, ownText, textFields, textLists, withTexts } from './kinds.ts'
import type { TextField } from './kinds.ts'

/** At most this many entries are counted. An entry is the texts of one kind in one language. */
const most = 200

/** `GET /ui/console/orgs/:orgId/texts`. */
export async function textsPage(visit: Visit): Promise<ConsoleContent> {
  const { texts, management } = visit
  const words = texts.customTexts
  const org = await orgOf(visit, 'policy.read')
  const { items } = await listResources({ kind: 'orgText', orgId: org.id, limit: most }, management)
  const names = new Intl.DisplayNames(texts.language, { type: 'language' })
  const row = (list: TextList): Markup => {
    const own = new Map(items.filter(({ key: [, member] }) => member === list).map((stored) => [stored.key[2] ?? '', stored]))
    const languages = [...locales, ...[...own.keys()].filter((language) => !locales.some((locale) => locale === language))]
    const link = (language: string): Markup => {
      const count = countOf(list, own.get(language))
      const name = names.of(language) ?? language
      const number = count === 0 ? nothing : html` <span class="badge good">${words.own(count)}</span>`
      return localeOf(language) === undefined
        ? html`<li><span class="muted">${name}</span></li>`
        : html`<li><a href="${consoleAddress('orgs', org.id, 'texts', list, language)}">${name}</a>${number}</li>`
    }
    return html`<tr><th scope="row"><strong>${words.lists[list].label}</strong><span class="help">${words.lists[list].help}</span></th>
<td><ul class="languages">${languages.map(link)}</ul></td></tr>`
  }
  return {
    title: words.heading,
    section: 'texts',
    org,
    main: html`<p>${words.lead}</p>
<div class="table"><table>
<thead><tr><th scope="col">${words.where}</th><th scope="col">${words.languages}</th></tr></thead>
<tbody>${textLists.map(row)}</tbody></table></div>`,
  }
}

function countOf(list: TextList, stored: StoredResource | undefined): number {
  const locale = localeOf(stored?.key[2] ?? '')
  if (stored === undefined || locale === undefined) return 0
  return textFields(list, locale).filter((field) => ownText(stored.content, field) !== '').length
}

interface Entry {
  readonly org: { readonly id: string; readonly name: string }
  readonly list: TextList
  readonly language: string
  readonly locale: Locale
  readonly stored: StoredResource | undefined
  readonly mayChange: boolean
}

/** @throws PageNotFound for a kind or a language that there is not, and without the right to read the texts */
async function entryOf(visit: Visit): Promise<Entry> {
  const { parameters, visitor, management } = visit
  const org = await orgOf(visit, 'policy.read')
  const list = textLists.find((each) => each === parameters['list'])
  const { language = '' } = parameters
  const locale = localeOf(language)
  if (list === undefined || locale === undefined) throw new PageNotFound()
  const stored = await findResource(targetOf(list, org.id, language), management)
  const mayChange = may(visitor.caller, 'change', 'orgText', { orgId: org.id }) === undefined
  return { org, list, language, locale, stored, mayChange }
}

/** `GET /ui/console/orgs/:orgId/texts/:list/:language`. */
export async function textForm(visit: Visit): Promise<ConsoleContent> {
  return shown(await entryOf(visit), undefined, [], visit)
}

function shown(entry: Entry, typed: URLSearchParams | undefined, errors: readonly FieldViolation[], visit: Visit): ConsoleContent {
  const { texts, visitor } = visit
  const words = texts.customTexts
  const { org, list, language, locale, stored, mayChange } = entry
  const fields = textFields(list, locale)
  const valueOf = (field: TextField): string => typed?.get(field.name) ?? (stored === undefined ? '' : ownText(stored.content, field))
  const screens = [...new Set(fields.map(({ screen }) => screen))]
  const group = (screen: TextField['screen']): Markup => {
    const own = fields.filter((field) => field.screen === screen)
    const controls = own.map((field) => control(field, valueOf(field), language, errors, texts))
    if (screen === undefined) return html`${controls}`
    const count = own.filter((field) => valueOf(field) !== '').length
    const isOpen = count > 0 || own.some(({ name }) => errors.some((error) => error.field === name))
    return html`<details class="card"${isOpen ? html` open` : ''}><summary>${words.screens[screen]}${count === 0 ? nothing : html` <span class="badge good">${words.own(count)}</span>`}</summary>
<div class="fields">${controls}</div></details>`
  }
  const hidden = (act: 'reset' | 'save'): Markup =>
    html`${csrfField(visitor.csrf)}<input type="hidden" name="act" value="${act}"><input type="hidden" name="etag" value="${stored === undefined ? '' : entityTag(stored)}">`
  return {
    title: titleOf(entry, texts),
    section: 'texts',
    org,
    above: [{ path: consoleAddress('orgs', org.id, 'texts'), title: words.heading }],
    status: errors.length === 0 ? 200 : 422,
    main: html`${errorSummary(errors, texts)}
<p>${list === 'loginTexts' ? words.pagesLead : words.mailLead}</p>
<form method="post" class="fields dense">${hidden('save')}
<fieldset class="bare"${mayChange ? nothing : html` disabled`}>
${screens.map(group)}
${mayChange ? html`<div><button>${words.save}</button></div>` : nothing}
</fieldset>
</form>
${
  mayChange && stored !== undefined
    ? html`<form method="post" class="fields end">${hidden('reset')}<p>${words.resetLead}</p><div><button class="danger">${words.reset}</button></div></form>`
    : nothing
}`,
  }
}

function titleOf({ list, language }: Entry, { customTexts: words, language: own }: Texts): string {
  return `${words.lists[list].label} · ${new Intl.DisplayNames(own, { type: 'language' }).of(language) ?? language}`
}

/** A field of the pages is named by the text that it replaces: nothing else says better where it stands. */
function control(field: TextField, value: string, language: string, errors: readonly FieldViolation[], texts: Texts): Markup {
  const { name, screen, member, builtIn } = field
  const { members, inherited } = texts.customTexts
  const { attributes, notes } = describedBy({ name, help: undefined, errors })
  const id = fieldId(name)
  const input =
    member === 'text'
      ? html`<textarea id="${id}" name="${name}" rows="5" lang="${language}"${attributes}>${`\n${value}`}</textarea>`
      : html`<input id="${id}" name="${name}" lang="${language}" value="${value}" autocomplete="off"${attributes}>`
  // The keys of the words are the members of mails.
  const label = screen === undefined ? members[member as keyof typeof members] : html`<span lang="${language}">${builtIn}</span>`
  return html`<div class="field"><label for="${id}">${label}</label>
${screen !== undefined || builtIn === '' ? nothing : html`<span class="help">${inherited} <span lang="${language}">${builtIn}</span></span>`}
${input}${notes}</div>`
}

/**
 * `POST` of the same path: `act` is `save`, or `reset`, which removes all texts of the language.
 * @throws PageNotFound without the right, ForbiddenForm for another act
 */
export async function changeTexts(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const entry = await entryOf(visit)
  const { org, list, language, locale, stored, mayChange } = entry
  if (!mayChange) throw new PageNotFound()
  const act = fields.get('act')
  if (act !== 'save' && act !== 'reset') throw new ForbiddenForm()
  const target = targetOf(list, org.id, language)
  const etag = fields.get('etag') ?? ''
  const conditions = etag === '' ? { ifMatch: undefined, ifNoneMatch: '*' } : { ifMatch: etag, ifNoneMatch: undefined }
  const typed = textFields(list, locale).map((field) => [field, (fields.get(field.name) ?? '').trim()] as const)
  const isEmpty = typed.every(([, text]) => text === '')
  const overview = consoleAddress('orgs', org.id, 'texts')
  try {
    if (act === 'save' && !isEmpty) {
      const content = withTexts(stored?.content ?? {}, typed)
      const { stored: now } = await putResource(target, content, { conditions, dryRun: false }, management)
      return await afterChange(visit, overview, 'changed', titleOf(entry, texts), { target, before: stored, now })
    }
    if (stored !== undefined) await removeResource(target, { conditions, dryRun: false }, management)
    return await afterChange(visit, overview, 'reset', titleOf(entry, texts), { target, before: stored, now: undefined })
  } catch (error) {
    return shown(entry, act === 'save' ? fields : undefined, problemsOf(error, texts.reasons), visit)
  }
}
