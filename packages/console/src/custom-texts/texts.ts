// The texts of an organization or of the instance: which languages have some, and the form of one language. A text that is left empty is inherited.
import { ForbiddenForm, PageNotFound } from '@symbolon/core-protocol'
import type { Answer, Resource } from '@symbolon/core-protocol'
import { entityTag, ifUnchanged, putResource, removeResource } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { selectField } from '../html/controls.ts'
import { csrfField, describedBy, fieldId } from '../html/form.ts'
import { nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import type { Texts } from '../texts/shape.ts'
import type { TextList } from '../texts/en/custom-texts.ts'
import { afterChange } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { localeOf, locales, ownText, textFields, textLists, withTexts } from './kinds.ts'
import type { TextField } from './kinds.ts'
import { entryOf, storedTexts, textPlaceOf } from './place.ts'
import type { TextEntry } from './place.ts'
import { previewedPages } from './preview.ts'

/** `GET /ui/console/orgs/:orgId/texts` and `…/instance/texts`. */
export async function textsPage(visit: Visit): Promise<ConsoleContent> {
  const { texts } = visit
  const words = texts.customTexts
  const place = await textPlaceOf(visit)
  const { own, inherited } = await storedTexts(place, visit)
  const names = new Intl.DisplayNames(texts.language, { type: 'language' })
  const row = (list: TextList): Markup => {
    const of = (resources: readonly Resource[]): ReadonlyMap<string, Resource> =>
      new Map(resources.filter(({ key }) => key.at(-2) === list).map((resource) => [resource.key.at(-1) ?? '', resource]))
    const [stored, ofInstance] = [of(own), of(inherited)]
    const languages = [...locales, ...[...stored.keys()].filter((language) => !locales.some((locale) => locale === language))]
    const link = (language: string): Markup => {
      const count = countOf(list, stored.get(language))
      const name = names.of(language) ?? language
      const isInherited = count === 0 && countOf(list, ofInstance.get(language)) > 0
      const number = count === 0 ? nothing : html` <span class="badge good">${words.own(count)}</span>`
      return localeOf(language) === undefined
        ? html`<li><span class="muted">${name}</span></li>`
        : html`<li><a href="${place.address(list, language)}">${name}</a>${number}${isInherited ? html` <span class="badge">${texts.policies.sources.instance}</span>` : nothing}</li>`
    }
    return html`<tr><th scope="row"><strong>${words.lists[list].label}</strong><span class="help">${words.lists[list].help}</span></th>
<td><ul class="languages">${languages.map(link)}</ul></td></tr>`
  }
  return {
    ...place.frame,
    title: words.heading,
    main: html`<p>${words.leads[place.level]}</p>
<div class="table"><table>
<thead><tr><th scope="col">${words.where}</th><th scope="col">${words.languages}</th></tr></thead>
<tbody>${textLists.map(row)}</tbody></table></div>`,
  }
}

function countOf(list: TextList, stored: Resource | undefined): number {
  const locale = localeOf(stored?.key.at(-1) ?? '')
  if (stored === undefined || locale === undefined) return 0
  return textFields(list, locale).filter((field) => ownText(stored.content, field) !== '').length
}

/** `GET …/texts/:list/:language`. */
export async function textForm(visit: Visit): Promise<ConsoleContent> {
  return shown(await entryOf(visit), undefined, [], visit)
}

function shown(entry: TextEntry, typed: URLSearchParams | undefined, errors: readonly FieldViolation[], visit: Visit): ConsoleContent {
  const { texts, visitor, request } = visit
  const words = texts.customTexts
  const { place, list, language, locale, stored, inherited } = entry
  const { mayChange } = place
  const fields = textFields(list, locale)
  const valueOf = (field: TextField): string => typed?.get(field.name) ?? (stored === undefined ? '' : ownText(stored.content, field))
  const inheritedOf = (field: TextField): string =>
    stored === undefined && inherited !== undefined ? ownText(inherited.content, field) : ''
  const screens = [...new Set(fields.map(({ screen }) => screen))]
  const group = (screen: TextField['screen']): Markup => {
    const own = fields.filter((field) => field.screen === screen)
    const controls = own.map((field) => control(field, valueOf(field), inheritedOf(field), language, errors, texts))
    if (screen === undefined) return html`${controls}`
    const count = own.filter((field) => valueOf(field) !== '').length
    const isOpen = count > 0 || own.some(({ name }) => errors.some((error) => error.field === name))
    return html`<details class="card"${isOpen ? html` open` : ''}><summary>${words.screens[screen]}${count === 0 ? nothing : html` <span class="badge good">${words.own(count)}</span>`}</summary>
<div class="fields">${controls}</div></details>`
  }
  const etag = html`<input type="hidden" name="etag" value="${stored === undefined ? '' : entityTag(stored)}">`
  const previewed = previewedPages.find((each) => each === typed?.get('page')) ?? 'login_name'
  const query = new URLSearchParams({ page: previewed })
  for (const field of fields) if (valueOf(field) !== '') query.set(field.name, valueOf(field))
  return {
    ...place.frame,
    title: titleOf(entry, texts),
    above: [{ path: place.address(), title: words.heading }],
    errors,
    frames: true,
    main: html`<p>${list === 'loginTexts' ? words.pagesLead : words.mailLead}</p>
${stored === undefined && inherited !== undefined ? html`<p class="warning">${words.asWhole}</p>` : nothing}
<div class="split">
<form method="post" class="fields dense" data-preview="${request.path}/preview">${csrfField(visitor.csrf)}${etag}
<fieldset class="bare"${mayChange ? nothing : html` disabled`}>
${
  list === 'loginTexts'
    ? selectField({
        name: 'page',
        label: words.previewed,
        value: previewed,
        choices: previewedPages.map((value) => ({ value, label: words.pages[value] })),
      })
    : nothing
}
${screens.map(group)}
${mayChange ? html`<div class="actions"><button name="act" value="save">${words.save}</button><button name="act" value="preview" class="secondary">${texts.branding.show}</button></div>` : nothing}
</fieldset>
</form>
<div class="previews"><section><h2>${words.preview}</h2>
<iframe src="${request.path}/preview?${query.toString()}" sandbox title="${words.preview}" data-scheme="light"></iframe></section></div>
</div>
${
  mayChange && stored !== undefined
    ? html`<form method="post" class="fields end">${csrfField(visitor.csrf)}<input type="hidden" name="act" value="reset">${etag}<p>${words.resetLeads[place.level]}</p><div><button class="danger">${words.reset}</button></div></form>`
    : nothing
}`,
  }
}

function titleOf({ list, language }: TextEntry, { customTexts: words, language: own }: Texts): string {
  return `${words.lists[list].label} · ${new Intl.DisplayNames(own, { type: 'language' }).of(language) ?? language}`
}

/** A field of the pages is named by the text that it replaces, which shows its place best. */
function control(
  field: TextField,
  value: string,
  inherited: string,
  language: string,
  errors: readonly FieldViolation[],
  texts: Texts,
): Markup {
  const { name, screen, member, builtIn } = field
  const { members } = texts.customTexts
  const { attributes, notes } = describedBy({ name, help: undefined, errors })
  const id = fieldId(name)
  const input =
    member === 'text'
      ? html`<textarea id="${id}" name="${name}" rows="5" lang="${language}"${attributes}>${`\n${value}`}</textarea>`
      : html`<input id="${id}" name="${name}" lang="${language}" value="${value}" autocomplete="off"${attributes}>`
  // The keys of the words are the members of mails.
  const label = screen === undefined ? members[member as keyof typeof members] : html`<span lang="${language}">${builtIn}</span>`
  return html`<div class="field"><label for="${id}">${label}</label>
${
  inherited === ''
    ? screen !== undefined || builtIn === ''
      ? nothing
      : html`<span class="help">${texts.customTexts.inherited} <span lang="${language}">${builtIn}</span></span>`
    : html`<span class="help">${texts.customTexts.ofInstance} <span lang="${language}">${inherited}</span></span>`
}
${input}${notes}</div>`
}

/**
 * `POST` of the same path: `act` is `save`; `preview`, which saves nothing; or `reset`, which removes all texts of the language.
 * @throws PageNotFound without the right, ForbiddenForm for another act
 */
export async function changeTexts(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const entry = await entryOf(visit)
  const { place, list, language, locale, stored } = entry
  if (!place.mayChange) throw new PageNotFound()
  const act = fields.get('act')
  if (act === 'preview') return shown(entry, fields, [], visit)
  if (act !== 'save' && act !== 'reset') throw new ForbiddenForm()
  const target = place.targetOf(list, language)
  const etag = fields.get('etag') ?? ''
  const conditions = ifUnchanged(etag)
  const typed = textFields(list, locale).map((field) => [field, (fields.get(field.name) ?? '').trim()] as const)
  const isEmpty = typed.every(([, text]) => text === '')
  const next = place.address()
  try {
    if (act === 'save' && !isEmpty) {
      const content = withTexts(stored?.content ?? {}, typed)
      const { stored: now } = await putResource(target, content, { conditions, dryRun: false }, management)
      return await afterChange(visit, next, 'changed', titleOf(entry, texts), { target, before: stored, now })
    }
    if (stored !== undefined) await removeResource(target, { conditions, dryRun: false }, management)
    return await afterChange(visit, next, 'reset', titleOf(entry, texts), { target, before: stored, now: undefined })
  } catch (error) {
    return shown(entry, act === 'save' ? fields : undefined, problemsOf(error, texts.reasons), visit)
  }
}
