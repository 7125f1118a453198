// `symbolon texts`: texts of the login pages and of mails that an organization, or the instance, has changed.
import { textLists } from '../forms/policies.ts'
import type { policyCommands, TextKind } from '../forms/policies.ts'
import { changeOptions, changeOutcome, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { entrySchema, factsIn, readFields } from './fields.ts'
import { absent } from './find.ts'
import { listOutcome, removeCommand } from './objects.ts'
import type { Target } from './objects.ts'
import { placeOf } from './place.ts'

const kinds = Object.keys(textLists) as readonly TextKind[]

/** The commands. */
export const texts: Commands<typeof policyCommands, 'texts'> = {
  async 'texts list'(call) {
    const place = await placeOf(call)
    const items = await Promise.all(
      kinds.map(async (kind) =>
        (await place.client[textLists[kind]].list({ limit: 200 })).items.map((resource) => ({ kind, ...resource })),
      ),
    )
    return listOutcome(
      { items: items.flat(), more: false },
      {
        kind: 'kind',
        language: 'entry.language',
        texts: ({ entry }) => String(Object.keys(factsIn(entry)).length - 1),
        changed: 'changedAt',
      },
      call.given.has('instance')
        ? 'No changed texts: the built-in ones are shown.'
        : 'No changed texts: those of the instance are shown, or the built-in ones.',
    )
  },

  async 'texts show'(call) {
    const { list, id } = await target(call)
    const resource = await list.get(id)
    return { json: resource, blocks: [{ facts: factsIn(resource.entry) }] }
  },

  async 'texts set'(call) {
    const { what, list, id, path } = await target(call)
    const fields = readFields(await entrySchema(call.client, path), call.given.words.slice(2))
    const stored = await list.get(id).catch(absent)
    const change =
      stored === undefined
        ? await list.put(id, fields, { ...changeOptions(call), ifNoneMatch: '*' })
        : await list.patch(id, fields, { ...changeOptions(call), ifMatch: stored.etag })
    return changeOutcome(call, change, what)
  },

  'texts remove': removeCommand(
    target,
    ({ what }, { given }) =>
      `Remove ${what}, so that ${given.has('instance') ? '' : 'those of the instance or '}the built-in ones are shown`,
  ),
}

/** The texts of one kind and language. */
async function target(call: Call): Promise<Target & { readonly path: string }> {
  const place = await placeOf(call)
  const [kind, language] = [kinds.find((each) => each === word(call)) ?? 'login', word(call, 1)]
  return {
    what: `the texts ${kind} in ${language}`,
    list: place.client[textLists[kind]],
    id: language,
    path: `${place.path}/${textLists[kind]}/{language}`,
  }
}
