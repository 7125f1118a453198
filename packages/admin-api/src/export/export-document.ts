// The document of an export as a stream of text. Equal content gives equal bytes: entries stand in the order of their keys, each in its
// canonical form, and lists so that what is referred to comes first, the organization's id before all, so that whoever reads it can begin
// at once. One page of a list is in memory at a time.
import type { DirectorySnapshot, Resource, ResourceReference, Sealing } from '@symbolon/core-protocol'
import { canonicalJson, orgResourceLists } from '@symbolon/schema-v2'
import type { Turns } from '../apply/turns.ts'
import { nameOf } from '../plan/standing.ts'
import type { ExportSelection } from '../requests/export-request.ts'
import type { ChosenOrgs } from './chosen-orgs.ts'
import { entryOf } from './entry-of.ts'
import { exportedLists } from './exported-members.ts'
import type { ExportedList } from './exported-members.ts'
import { pagesOf } from './pages-of.ts'
import { namedBy } from './references.ts'
import { withRepeatedIds } from './repeated-ids.ts'

export interface ExportContext {
  readonly snapshot: DirectorySnapshot
  readonly sealing: Sealing
  readonly orgs: ChosenOrgs
  /** Called before each page: throws when the work has to stop. */
  readonly step: () => void
  readonly turns: Turns
  /** Entries that were written, by the member of the document. */
  readonly counts: Map<string, number>
}

export async function* exportDocument(selection: ExportSelection, context: ExportContext): AsyncGenerator<string> {
  yield '{"orgs":['
  let separator = ''
  for await (const org of context.orgs.list()) {
    context.step()
    yield separator
    yield* orgText(org, selection, context)
    separator = ','
    count(context, 'orgs')
  }
  yield ']}'
}

async function* orgText(org: Resource, selection: ExportSelection, context: ExportContext): AsyncGenerator<string> {
  const { key: [orgId = ''], content } = org
  const { orgId: _orgId, ...facts } = content
  yield `{"orgId":${canonicalJson(orgId)}`
  for (const name of Object.keys(facts).sort()) yield `,${JSON.stringify(name)}:${canonicalJson(facts[name])}`
  yield* policyText(orgId, context)
  const texts = await textsOf(orgId, context)
  for (const { member } of orgResourceLists) {
    const list = exportedLists.find((each) => each.member === member)
    if (list === undefined) yield* textListText(member, texts.get(member) ?? [], context)
    else if (list.needsCredentials !== true || selection.withCredentials) yield* listText(list, orgId, selection, context)
  }
  yield '}'
}

async function* policyText(orgId: string, context: ExportContext): AsyncGenerator<string> {
  for await (const page of pagesOf(context.snapshot, 'orgPolicy', orgId)) {
    for (const resource of page) {
      const { key: [, policy = ''] } = resource
      yield `,${JSON.stringify(policy)}:${canonicalJson(withRepeatedIds(resource))}`
      count(context, policy)
    }
  }
}

/** An organization has a handful of texts: one for each language and kind. */
async function textsOf(orgId: string, { snapshot }: ExportContext): Promise<ReadonlyMap<string, readonly Resource[]>> {
  const texts: Resource[] = []
  for await (const page of pagesOf(snapshot, 'orgText', orgId)) texts.push(...page)
  return Map.groupBy(texts, ({ key: [, member = ''] }) => member)
}

async function* textListText(member: string, texts: readonly Resource[], context: ExportContext): AsyncGenerator<string> {
  if (texts.length === 0) return
  yield `,${JSON.stringify(member)}:[${texts.map(({ content }) => canonicalJson(content)).join(',')}]`
  count(context, member, texts.length)
}

async function* listText(
  { member, kind }: ExportedList,
  orgId: string,
  selection: ExportSelection,
  context: ExportContext,
): AsyncGenerator<string> {
  let separator = `,${JSON.stringify(member)}:[`
  for await (const page of pagesOf(context.snapshot, kind, orgId)) {
    context.step()
    let text = ''
    for (const resource of await complete(page, context)) {
      text += separator + canonicalJson(await entryOf(resource, selection, context.sealing))
      separator = ','
      count(context, member)
    }
    yield text
    await context.turns.rest()
  }
  if (separator === ',') yield ']'
}

/** Those whose references all come along. */
async function complete(page: readonly Resource[], { snapshot, orgs }: ExportContext): Promise<readonly Resource[]> {
  const names = new Map(orgs.some ? page.map((resource) => [resource, namedBy(resource)]) : [])
  const wanted = [...names.values()].flat(2)
  if (wanted.length === 0) return page
  const owners = await ownersOf(wanted, snapshot)
  return page.filter((resource) => (names.get(resource) ?? []).every((alternatives) => (
    alternatives.some((reference) => orgs.includes(owners.get(nameOf(reference))))
  )))
}

/** From what exists to the id of its organization. */
async function ownersOf(
  references: readonly ResourceReference[],
  snapshot: DirectorySnapshot,
): Promise<ReadonlyMap<string, string | undefined>> {
  const wanted = [...new Map(references.map((reference) => [nameOf(reference), reference])).values()]
  const owners = new Map<string, string | undefined>()
  for (const resource of await snapshot.find(wanted)) {
    owners.set(nameOf(resource), resource.kind === 'org' ? resource.key[0] : resource.orgId)
  }
  return owners
}

function count({ counts }: ExportContext, name: string, entries = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + entries)
}
