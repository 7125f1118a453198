// `symbolon texts`: texts of the login pages and of mails that an organization, or the instance, has changed.
import type { Collection, TextListName } from '@symbolon/client'
import { textLists } from '../forms/policies.ts'
import type { PolicyCommandName, TextKind } from '../forms/policies.ts'
import { changeOptions, changeOutcome, confirm, doneLine, listOutcome, timeText, word } from './call.ts'
import type { Call, Command } from './call.ts'
import { entrySchema, factsIn, readFields } from './fields.ts'
import { absent, orgOf } from './find.ts'

type TextCollection = Collection<{ readonly language: string }, string, 'language'>

const kinds = Object.keys(textLists) as readonly TextKind[]

/** The commands. */
export const texts: Readonly<Record<Extract<PolicyCommandName, `texts ${string}`>, Command>> = {
  async 'texts list'(call) {
    const place = await placeOf(call)
    const items = await Promise.all(
      kinds.map(async (kind) => (await place.of(kind).list({ limit: 200 })).items.map((resource) => ({ kind, ...resource }))),
    )
    return listOutcome(
      { items: items.flat(), more: false },
      {
        kind: ({ kind }) => kind,
        language: ({ entry }) => entry.language,
        texts: ({ entry }) => String(factsIn(entry).length - 1),
        changed: ({ changedAt }) => timeText(changedAt),
      },
      call.given.has('instance')
        ? 'No changed texts: the built-in ones are shown.'
        : 'No changed texts: those of the instance are shown, or the built-in ones.',
    )
  },

  async 'texts show'(call) {
    const resource = await (await placeOf(call)).of(kindOf(call)).get(word(call, 1))
    return { json: resource, blocks: [{ facts: factsIn(resource.entry) }] }
  },

  async 'texts set'(call) {
    const place = await placeOf(call)
    const kind = kindOf(call)
    const language = word(call, 1)
    const schema = await entrySchema(call.client, `${place.path}/${textLists[kind]}/{language}`)
    const fields = readFields(schema, call.given.words.slice(2))
    const list = place.of(kind)
    const stored = await list.get(language).catch(absent)
    const change =
      stored === undefined
        ? await list.put(language, fields, { ...changeOptions(call), ifNoneMatch: '*' })
        : await list.patch(language, fields, { ...changeOptions(call), ifMatch: stored.etag })
    return changeOutcome(call, change, `the texts ${kind} in ${language}`)
  },

  async 'texts remove'(call) {
    const place = await placeOf(call)
    const [kind, language] = [kindOf(call), word(call, 1)]
    const what = `the texts ${kind} in ${language}`
    await confirm(
      call,
      `Remove ${what}, so that ${call.given.has('instance') ? '' : 'those of the instance or '}the built-in ones are shown`,
    )
    const removal = await place.of(kind).remove(language, changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, what)] }
  },
}

function kindOf(call: Call): TextKind {
  return kinds.find((kind) => kind === word(call)) ?? 'login'
}

/** Where texts are: an organization, or the instance. */
interface TextPlace {
  /** In the document of the API. */
  readonly path: string
  of(kind: TextKind): TextCollection
}

async function placeOf(call: Call): Promise<TextPlace> {
  const isOfInstance = call.given.has('instance')
  const client: Readonly<Record<TextListName, unknown>> = isOfInstance ? call.client.instance : (await orgOf(call)).client
  // The lists differ in the members of their entries alone. The compiler cannot follow that.
  return { path: isOfInstance ? '/instance' : '/orgs/{orgId}', of: (kind) => client[textLists[kind]] as TextCollection }
}
