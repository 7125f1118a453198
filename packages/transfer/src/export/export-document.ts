// The document of an export as a stream of text. Equal content gives equal bytes: entries stand in the order of their keys, each in
// canonical form. Objects come before their references, and the id of the organization comes first, so that a reader can
// begin at once. One page of a list is in memory at a time.
import type { DirectorySnapshot, Resource, Sealing } from '@symbolon/core-protocol'
import type { ListMember, Turns } from '@symbolon/provisioning'
import { canonicalJson, orgResourceLists } from '@symbolon/schema-v2'
import { credentialLists, listKinds } from '../document-lists.ts'
import { entryOf, withRepeatedIds } from './entry-of.ts'
import type { ExportLedger } from './ledger.ts'
import { mentionedBy, namedBy, whereabouts } from './references.ts'
import { pagesOf } from './selection.ts'
import type { ChosenOrgs, ExportSelection } from './selection.ts'

/** The dependencies of writing a document. */
export interface ExportContext {
  readonly snapshot: DirectorySnapshot
  readonly sealing: Sealing
  readonly orgs: ChosenOrgs
  /** Called before each page: throws when the work has to stop. */
  readonly step: () => void
  readonly turns: Turns
  /** The number of entries that were written, by the member of the document. */
  readonly counts: Map<string, number>
  /** The entries that were left out, and the entries that refer to an object outside of the document. */
  readonly ledger: ExportLedger
}

/** @returns the text of the document, piece by piece; it throws what `context.step` throws */
export async function* exportDocument(selection: ExportSelection, context: ExportContext): AsyncGenerator<string> {
  yield '{"orgs":['
  let separator = ''
  for await (const org of context.orgs.list()) {
    context.step()
    yield separator
    // An export of named organizations holds nothing of others.
    const isFirst = separator === ''
    yield* orgText(org, selection, { ...context, holdsGone: isFirst && !context.orgs.named })
    separator = ','
    count(context, 'orgs')
  }
  yield ']}'
}

/** The content of an organization of the document. */
interface OrgContext extends ExportContext {
  /** Whether it holds the removed ids of organizations that are gone. */
  readonly holdsGone: boolean
}

async function* orgText(org: Resource, selection: ExportSelection, context: OrgContext): AsyncGenerator<string> {
  const {
    key: [orgId = ''],
    content,
  } = org
  const { orgId: _orgId, ...facts } = content
  yield `{"orgId":${canonicalJson(orgId)}`
  for (const name of Object.keys(facts).sort()) yield `,${JSON.stringify(name)}:${canonicalJson(facts[name])}`
  yield* policyText(orgId, context)
  const texts = await textsOf(orgId, context)
  for (const { member } of orgResourceLists) {
    const isLeftOut = !selection.withCredentials && credentialLists.some((list) => list === member)
    if (listKinds[member] === 'orgText') yield* textListText(member, texts.get(member) ?? [], context)
    else if (!isLeftOut) yield* listText(member, orgId, selection, context)
  }
  yield '}'
}

async function* policyText(orgId: string, context: ExportContext): AsyncGenerator<string> {
  for await (const page of pagesOf(context.snapshot, 'orgPolicy', orgId)) {
    for (const resource of await complete(page, (policy) => policy.key[1] ?? '', context)) {
      const {
        key: [, policy = ''],
      } = resource
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

async function* listText(member: ListMember, orgId: string, selection: ExportSelection, context: OrgContext): AsyncGenerator<string> {
  let separator = `,${JSON.stringify(member)}:[`
  for await (const page of pagesOfList(member, orgId, context)) {
    context.step()
    if (member === 'humanUsers') await noteRecoveryCodes(page, context)
    let text = ''
    for (const resource of await complete(page, () => member, context)) {
      text += separator + canonicalJson(await entryOf(resource, selection, context.sealing, orgId))
      separator = ','
      count(context, member)
    }
    yield text
    await context.turns.rest()
  }
  if (separator === ',') yield ']'
}

async function noteRecoveryCodes(users: readonly Resource[], { snapshot, ledger }: OrgContext): Promise<void> {
  const count = await snapshot.countWithRecoveryCodes(users.map(({ key: [id = ''] }) => id))
  if (count > 0) ledger.add('orgs[*].humanUsers', 'recovery_codes', count)
}

async function* pagesOfList(member: ListMember, orgId: string, context: OrgContext): AsyncGenerator<readonly Resource[]> {
  yield* pagesOf(context.snapshot, listKinds[member], orgId)
  if (member === 'removedIds' && context.holdsGone) yield* pagesOf(context.snapshot, 'removedId', undefined)
}

/**
 * @returns the resources whose references are all included in the export. Other resources, and members that mention objects outside the
 *   export, go to the ledger.
 * @param memberOf the member of the document that holds the resource
 */
async function complete(
  page: readonly Resource[],
  memberOf: (resource: Resource) => string,
  { snapshot, orgs, ledger }: ExportContext,
): Promise<readonly Resource[]> {
  const names = page.map((resource) => ({
    resource,
    // Where all organizations are exported, the storage vouches for what a resource cannot be without.
    needed: orgs.some ? namedBy(resource) : [],
    mentioned: mentionedBy(resource),
  }))
  const all = names.flatMap(({ needed, mentioned }) => [...needed, ...(mentioned?.names ?? [])])
  if (all.length === 0) return page
  const { isExported } = await whereabouts(all, snapshot, orgs)
  return names.flatMap(({ resource, needed, mentioned }) => {
    const member = memberOf(resource)
    if (!needed.every(isExported)) {
      ledger.add(`orgs[*].${member}`, 'stays_behind')
      return []
    }
    for (const alternatives of mentioned?.names ?? []) {
      if (!isExported(alternatives)) ledger.add(`orgs[*].${member}${mentioned?.member ?? ''}`, 'not_exported')
    }
    return [resource]
  })
}

function count({ counts }: ExportContext, name: string, entries = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + entries)
}
