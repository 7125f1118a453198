// `symbolon domains` and `metadata`.
import type { SettingCommandName } from '../forms/settings.ts'
import { CommandError } from '../terminal/outcome.ts'
import { changeOptions, changeOutcome, confirm, doneLine, filterOf, listOutcome, readList, word } from './call.ts'
import type { Command } from './call.ts'
import { findUser, orgOf } from './find.ts'

/** The commands. */
export const settings: Readonly<Record<SettingCommandName, Command>> = {
  async 'domains list'(call) {
    const { client } = await orgOf(call)
    return listOutcome(
      await readList(call, (limit) => client.domains.pages({ limit })),
      {
        domain: ({ entry }) => entry.domainName,
        state: ({ entry }) => (entry.isVerified === true ? 'verified' : 'not verified'),
        primary: ({ entry }) => (entry.isPrimary === true ? 'primary' : ''),
      },
      'No domains.',
    )
  },

  async 'domains add'(call) {
    const { given } = call
    const { client } = await orgOf(call)
    const domain = word(call)
    const entry = { isVerified: given.has('verified'), isPrimary: given.has('primary') }
    const change = await client.domains.put(domain, entry, { ...changeOptions(call), ifNoneMatch: '*' })
    return changeOutcome(call, change, `the domain ${domain}`)
  },

  async 'domains set'(call) {
    const { given } = call
    if (!given.has('verified') && !given.has('primary'))
      throw new CommandError('nothing_given', 'Say what to change: --verified or --primary.')
    const { client } = await orgOf(call)
    const domain = word(call)
    const patch = { ...(given.has('verified') ? { isVerified: true } : {}), ...(given.has('primary') ? { isPrimary: true } : {}) }
    return changeOutcome(call, await client.domains.patch(domain, patch, changeOptions(call)), `the domain ${domain}`)
  },

  async 'domains remove'(call) {
    const { client } = await orgOf(call)
    const domain = word(call)
    await confirm(call, `Remove the domain ${domain}, in which no login name may end then`)
    const removal = await client.domains.remove(domain, changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, `the domain ${domain}`)] }
  },

  async 'metadata list'(call) {
    const org = await orgOf(call)
    const { userId } = await findUser(org, word(call))
    return listOutcome(
      await readList(call, (limit) => org.client.userMetadata.pages({ limit, ...filterOf({ userId }) })),
      { key: ({ entry }) => entry.key, value: ({ entry }) => decoded(entry.value) },
      'No metadata.',
    )
  },

  async 'metadata show'(call) {
    const org = await orgOf(call)
    const { userId } = await findUser(org, word(call))
    const resource = await org.client.userMetadata.get([userId, word(call, 1)])
    return { json: resource, blocks: [decoded(resource.entry.value)] }
  },

  async 'metadata set'(call) {
    const org = await orgOf(call)
    const { userId, name } = await findUser(org, word(call))
    const [, key = '', value = ''] = call.given.words
    const change = await org.client.userMetadata.put([userId, key], { value: encoded(value) }, changeOptions(call))
    return changeOutcome(call, change, `${key} of ${name}`)
  },

  async 'metadata remove'(call) {
    const org = await orgOf(call)
    const { userId, name } = await findUser(org, word(call))
    const key = word(call, 1)
    await confirm(call, `Remove ${key} from the metadata of ${name}`)
    const removal = await org.client.userMetadata.remove([userId, key], changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, `${key} of ${name}`)] }
  },
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
