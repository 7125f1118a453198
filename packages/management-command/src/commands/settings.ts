// `symbolon domains` and `metadata`.
import type { settingCommands } from '../forms/settings.ts'
import { changeOptions, changeOutcome, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { orgOf, userOf } from './find.ts'
import { listCommand, pagesOf, removeCommand, setCommand } from './objects.ts'
import type { Target } from './objects.ts'

/** The commands. */
export const settings: Commands<typeof settingCommands> = {
  'domains list': listCommand(
    async (call) => pagesOf((await orgOf(call)).client.domains),
    {
      domain: 'entry.domainName',
      state: ({ entry }) => (entry.isVerified === true ? 'verified' : 'not verified'),
      primary: ({ entry }) => (entry.isPrimary === true ? 'primary' : ''),
    },
    'No domains.',
  ),

  async 'domains add'(call) {
    const { given } = call
    const { list, id, what } = await targetDomain(call)
    const entry = { isVerified: given.has('verified'), isPrimary: given.has('primary') }
    return changeOutcome(call, await list.put(id, entry, { ...changeOptions(call), ifNoneMatch: '*' }), what)
  },

  'domains set': setCommand(targetDomain, { verified: 'isVerified', primary: 'isPrimary' }, '--verified or --primary'),

  'domains remove': removeCommand(targetDomain, ({ what }) => `Remove ${what}, in which no login name may end then`),

  'metadata list': listCommand(
    async (call) => {
      const { client, userId } = await userOf(call)
      return pagesOf(client.userMetadata, { userId })
    },
    { key: 'entry.key', value: ({ entry }) => decoded(entry.value) },
    'No metadata.',
  ),

  async 'metadata show'(call) {
    const { client, userId } = await userOf(call)
    const resource = await client.userMetadata.get([userId, word(call, 1)])
    return { json: resource, blocks: [decoded(resource.entry.value)] }
  },

  async 'metadata set'(call) {
    const { list, id, what } = await targetMetadata(call)
    return changeOutcome(call, await list.put(id, { value: encoded(word(call, 2)) }, changeOptions(call)), what)
  },

  'metadata remove': removeCommand(targetMetadata, ({ key, name }) => `Remove ${key} from the metadata of ${name}`),
}

async function targetDomain(call: Call): Promise<Target> {
  const { client } = await orgOf(call)
  const domain = word(call)
  return { what: `the domain ${domain}`, list: client.domains, id: domain }
}

async function targetMetadata(call: Call): Promise<Target & { readonly key: string; readonly name: string }> {
  const { client, userId, name } = await userOf(call)
  const key = word(call, 1)
  return { what: `${key} of ${name}`, list: client.userMetadata, id: [userId, key], key, name }
}

/** A value is base64 of any bytes. Most are text. */
function decoded(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(value), (byte) => byte.charCodeAt(0)))
  } catch {
    return `base64 ${value}`
  }
}

function encoded(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
