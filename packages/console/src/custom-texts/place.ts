// Whose texts a page is about: those of an organization, or those of the instance, which apply in every organization without its own texts for
// the same pages or mail in the same language.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Resource, StoredResource } from '@symbolon/core-protocol'
import type { Locale } from '@symbolon/login'
import { findResource, instanceEntryTarget, listResources } from '@symbolon/management-api'
import type { Target } from '@symbolon/management-api'
import { holds, may, theInstance } from '@symbolon/permissions'
import { consoleAddress } from '../html/markup.ts'
import { orgOf, targetOf } from '../resource/resources.ts'
import type { TextList } from '../texts/en/custom-texts.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { localeOf, locales, textLists } from './kinds.ts'

/** At most this many entries are counted. An entry is the texts of one kind in one language. */
const most = 200

/** An organization or the instance, with its texts. */
export interface TextPlace {
  readonly level: 'instance' | 'organization'
  readonly frame: Required<Pick<ConsoleContent, 'section'>> & Pick<ConsoleContent, 'org'>
  readonly mayChange: boolean
  readonly address: (...below: readonly string[]) => string
  readonly targetOf: (list: TextList, language: string) => Target
}

/** @throws PageNotFound without the organization, and without the right to read the texts */
export async function textPlaceOf(visit: Visit): Promise<TextPlace> {
  const { parameters, visitor } = visit
  if (parameters['orgId'] === undefined) {
    if (!holds(visitor.caller, 'instance.read', theInstance)) throw new PageNotFound()
    return {
      level: 'instance',
      frame: { section: 'instance-texts' },
      mayChange: may(visitor.caller, 'change', 'instanceText', theInstance) === undefined,
      address: (...below) => consoleAddress('instance', 'texts', ...below),
      targetOf: instanceEntryTarget,
    }
  }
  const org = await orgOf(visit, 'policy.read')
  return {
    level: 'organization',
    frame: { section: 'texts', org },
    mayChange: may(visitor.caller, 'change', 'orgText', { orgId: org.id }) === undefined,
    address: (...below) => consoleAddress('orgs', org.id, 'texts', ...below),
    targetOf: (list, language) => targetOf(list, org.id, language),
  }
}

/** Texts of the place, and those that hold without them. */
export interface StoredTexts {
  readonly own: readonly StoredResource[]
  /** The texts of the instance, for an organization. */
  readonly inherited: readonly Resource[]
}

/** @returns all texts of the place, one entry for each kind and language */
export async function storedTexts({ level, frame }: TextPlace, { management }: Visit): Promise<StoredTexts> {
  if (level === 'instance' || frame.org === undefined) {
    return { own: (await listResources({ kind: 'instanceText', limit: most }, management)).items, inherited: [] }
  }
  const { items } = await listResources({ kind: 'orgText', orgId: frame.org.id, limit: most }, management)
  const references = textLists.flatMap((list) => locales.map((locale) => ({ kind: 'instanceText', key: [list, locale] }) as const))
  // They apply in the organization, so users who may read its texts see them.
  return { own: items, inherited: await management.context.stores.directory.find(references) }
}

/** The texts of one kind in one language. */
export interface TextEntry {
  readonly place: TextPlace
  readonly list: TextList
  readonly language: string
  readonly locale: Locale
  readonly stored: StoredResource | undefined
  /** The entry of the instance, for an organization. */
  readonly inherited: Resource | undefined
}

/** @throws PageNotFound for a kind or a language that there is not, and without the right to read the texts */
export async function entryOf(visit: Visit): Promise<TextEntry> {
  const { parameters, management } = visit
  const place = await textPlaceOf(visit)
  const list = textLists.find((each) => each === parameters['list'])
  const { language = '' } = parameters
  const locale = localeOf(language)
  if (list === undefined || locale === undefined) throw new PageNotFound()
  const stored = await findResource(place.targetOf(list, language), management)
  const [inherited] =
    place.level === 'instance' ? [] : await management.context.stores.directory.find([{ kind: 'instanceText', key: [list, language] }])
  return { place, list, language, locale, stored, inherited }
}
