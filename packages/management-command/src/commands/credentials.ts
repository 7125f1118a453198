// `symbolon tokens`, `user-keys` and `app-keys`: what programs authenticate with.
import type { Change } from '@symbolon/client'
import { createKeyFile, readPublicKey } from '../access/key-file-writer.ts'
import type { KeyOwner } from '../access/key-file-writer.ts'
import type { credentialCommands } from '../forms/credentials.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { changeOptions, changeOutcome, expiryOf, timeText, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { appOf, orgOf, userOf } from './find.ts'
import type { Org } from './find.ts'
import { listCommand, pagesOf, removeCommand } from './objects.ts'

/** The columns of every list. */
const common = { created: 'createdAt', ends: 'entry.expirationDate', state: 'entry.state' } as const

/** The commands. */
export const credentials: Commands<typeof credentialCommands> = {
  'tokens list': listCommand(
    async (call) => {
      const { client, userId } = await namedUser(call)
      return pagesOf(client.personalAccessTokens, { userId })
    },
    { id: 'entry.tokenId', user: 'entry.userId', scopes: ({ entry }) => entry.scopes?.join(' '), ...common },
    'No personal access tokens.',
  ),

  async 'tokens add'(call) {
    const { client, userId, name } = await serviceUser(call)
    const [expirationDate, scopes] = [expiryOf(call), call.given.values('scope')]
    const entry = {
      userId,
      ...(expirationDate === undefined ? {} : { expirationDate }),
      ...(scopes.length === 0 ? {} : { scopes: [...scopes] }),
    }
    const change = await client.personalAccessTokens.create(entry, changeOptions(call))
    const token = change.generated?.token
    return changeOutcome(call, change, `a personal access token for ${name}`, [
      { facts: { id: change.entry?.tokenId, token, ends: timeText(expirationDate) } },
      ...(token === undefined ? [] : ['The token is shown only now.']),
    ])
  },

  'tokens remove': removeCommand(async (call) => {
    const { personalAccessTokens: list } = (await orgOf(call)).client
    const { tokenId, userId } = (await list.get(word(call))).entry
    return { what: `the personal access token ${tokenId} of ${userId}`, list, id: tokenId }
  }, removal),

  'user-keys list': listCommand(
    async (call) => {
      const { client, userId } = await namedUser(call)
      return pagesOf(client.machineKeys, { userId })
    },
    { id: 'entry.keyId', user: 'entry.userId', ...common },
    'No keys.',
  ),

  async 'user-keys add'(call) {
    const { client, userId, name } = await serviceUser(call)
    return await addKey(call, `a key for ${name}`, { type: 'serviceaccount', userId }, async (keyId, key) =>
      client.machineKeys.put(keyId, { userId, ...key }, { ...changeOptions(call), ifNoneMatch: '*' }),
    )
  },

  'user-keys remove': removeCommand(async (call) => {
    const { machineKeys: list } = (await orgOf(call)).client
    const { keyId, userId } = (await list.get(word(call))).entry
    return { what: `the key ${keyId} of ${userId}`, list, id: keyId }
  }, removal),

  'app-keys list': listCommand(
    async (call) => {
      if (call.given.words.length === 0) return pagesOf((await orgOf(call)).client.appKeys)
      const { client, resource } = await appOf(call)
      return pagesOf(client.appKeys, { appId: resource.entry.appId })
    },
    { id: 'entry.id', application: 'entry.appId', ...common },
    'No keys.',
  ),

  async 'app-keys add'(call) {
    const { client, resource } = await appOf(call)
    const { appId, app, clientId } = resource.entry
    const owner = { type: 'application', appId, ...(clientId === undefined ? {} : { clientId }) } as const
    return await addKey(call, `a key for ${app.name}`, owner, async (id, key) =>
      client.appKeys.put(id, { appId, projectId: app.projectId, ...key }, { ...changeOptions(call), ifNoneMatch: '*' }),
    )
  },

  'app-keys remove': removeCommand(async (call) => {
    const { appKeys: list } = (await orgOf(call)).client
    const { id, appId } = (await list.get(word(call))).entry
    return { what: `the key ${id} of the application ${appId}`, list, id }
  }, removal),
}

function removal({ what }: { readonly what: string }): string {
  return `Remove ${what}, which works no longer then`
}

interface NewKey {
  readonly type: 'KEY_TYPE_JSON'
  readonly publicKey: string
  readonly expirationDate?: string
}

async function addKey(
  call: Call,
  what: string,
  owner: KeyOwner,
  put: (keyId: string, key: NewKey) => Promise<Change<unknown>>,
): Promise<Outcome> {
  const { given } = call
  const [file, publicKeyFile] = [given.value('file'), given.value('public-key')]
  const keyId = crypto.randomUUID()
  const expirationDate = expiryOf(call)
  const add = async (publicKey: string): Promise<Change<unknown>> =>
    await put(keyId, { type: 'KEY_TYPE_JSON', publicKey, ...(expirationDate === undefined ? {} : { expirationDate }) })
  const facts = { id: keyId, ends: timeText(expirationDate) }
  if (publicKeyFile !== undefined) {
    return changeOutcome(call, await add(await readPublicKey(publicKeyFile)), what, [{ facts }])
  }
  if (file === undefined)
    throw new CommandError('option_needed', 'Say where the private key goes: --file FILE. Or give a public key: --public-key FILE.')
  const written = await createKeyFile(file, { ...owner, keyId }, given.value('algorithm') ?? 'RS256')
  try {
    const change = await add(written.publicKey)
    if (given.has('dry-run')) await written.discard()
    return changeOutcome(call, change, what, [{ facts: { ...facts, file: given.has('dry-run') ? undefined : file } }])
  } catch (error) {
    await written.discard()
    throw error
  }
}

/** The organization, and the service user of the first argument where there is one. */
async function namedUser(call: Call): Promise<Org & { readonly userId?: string }> {
  return call.given.words.length === 0 ? await orgOf(call) : await serviceUser(call)
}

/** @throws CommandError not_a_service_user, not_found, ambiguous */
async function serviceUser(call: Call): Promise<Org & { readonly userId: string; readonly name: string }> {
  const user = await userOf(call)
  if (user.list === 'machineUsers') return user
  throw new CommandError(
    'not_a_service_user',
    `${user.name} is a person, who signs in. Tokens and keys are for service users: symbolon users add NAME --service --org ${user.orgId}`,
  )
}
