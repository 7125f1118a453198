// `symbolon tokens`, `user-keys` and `app-keys`: what programs authenticate with.
import type { Change, Removal } from '@symbolon/client'
import { createKeyFile, readPublicKey } from '../access/key-file-writer.ts'
import type { KeyOwner } from '../access/key-file-writer.ts'
import type { CredentialCommandName } from '../forms/credentials.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import {
  changeOptions,
  changeOutcome,
  confirm,
  doneLine,
  expiryOf,
  filterOf,
  listOutcome,
  readList,
  stateOf,
  timeText,
  word,
} from './call.ts'
import type { Call, Command } from './call.ts'
import { findApp, findUser, orgOf } from './find.ts'
import type { Org } from './find.ts'

/** The commands. */
export const credentials: Readonly<Record<CredentialCommandName, Command>> = {
  async 'tokens list'(call) {
    const org = await orgOf(call)
    const userId = await namedUser(org, call)
    return listOutcome(
      await readList(call, (limit) => org.client.personalAccessTokens.pages({ limit, ...filterOf({ userId }) })),
      {
        id: ({ entry }) => entry.tokenId,
        user: ({ entry }) => entry.userId,
        scopes: ({ entry }) => entry.scopes?.join(' '),
        created: ({ createdAt }) => timeText(createdAt),
        ends: ({ entry }) => timeText(entry.expirationDate),
        state: ({ entry }) => stateOf(entry.state),
      },
      'No personal access tokens.',
    )
  },

  async 'tokens add'(call) {
    const org = await orgOf(call)
    const { userId, name } = await serviceUser(org, word(call))
    const [expirationDate, scopes] = [expiryOf(call), call.given.values('scope')]
    const entry = {
      userId,
      ...(expirationDate === undefined ? {} : { expirationDate }),
      ...(scopes.length === 0 ? {} : { scopes: [...scopes] }),
    }
    const change = await org.client.personalAccessTokens.create(entry, changeOptions(call))
    const token = change.generated?.token
    return changeOutcome(call, change, `a personal access token for ${name}`, [
      {
        facts: [
          ['id', change.entry?.tokenId],
          ['token', token],
          ['ends', timeText(expirationDate)],
        ],
      },
      ...(token === undefined ? [] : ['The token is shown only now.']),
    ])
  },

  async 'tokens remove'(call) {
    const { client } = await orgOf(call)
    const { tokenId, userId } = (await client.personalAccessTokens.get(word(call))).entry
    return await removed(call, `the personal access token ${tokenId} of ${userId}`, client.personalAccessTokens.remove, tokenId)
  },

  async 'user-keys list'(call) {
    const org = await orgOf(call)
    const userId = await namedUser(org, call)
    return listOutcome(
      await readList(call, (limit) => org.client.machineKeys.pages({ limit, ...filterOf({ userId }) })),
      {
        id: ({ entry }) => entry.keyId,
        user: ({ entry }) => entry.userId,
        created: ({ createdAt }) => timeText(createdAt),
        ends: ({ entry }) => timeText(entry.expirationDate),
        state: ({ entry }) => stateOf(entry.state),
      },
      'No keys.',
    )
  },

  async 'user-keys add'(call) {
    const org = await orgOf(call)
    const { userId, name } = await serviceUser(org, word(call))
    return await addKey(call, `a key for ${name}`, { type: 'serviceaccount', userId }, async (keyId, key) =>
      org.client.machineKeys.put(keyId, { userId, ...key }, { ...changeOptions(call), ifNoneMatch: '*' }),
    )
  },

  async 'user-keys remove'(call) {
    const { client } = await orgOf(call)
    const { keyId, userId } = (await client.machineKeys.get(word(call))).entry
    return await removed(call, `the key ${keyId} of ${userId}`, client.machineKeys.remove, keyId)
  },

  async 'app-keys list'(call) {
    const org = await orgOf(call)
    const appId = call.given.words[0] === undefined ? undefined : (await findApp(org, word(call))).resource.entry.appId
    return listOutcome(
      await readList(call, (limit) => org.client.appKeys.pages({ limit, ...filterOf({ appId }) })),
      {
        id: ({ entry }) => entry.id,
        application: ({ entry }) => entry.appId,
        created: ({ createdAt }) => timeText(createdAt),
        ends: ({ entry }) => timeText(entry.expirationDate),
        state: ({ entry }) => stateOf(entry.state),
      },
      'No keys.',
    )
  },

  async 'app-keys add'(call) {
    const org = await orgOf(call)
    const { appId, app, clientId } = (await findApp(org, word(call))).resource.entry
    const owner = { type: 'application', appId, ...(clientId === undefined ? {} : { clientId }) } as const
    return await addKey(call, `a key for ${app.name}`, owner, async (id, key) =>
      org.client.appKeys.put(id, { appId, projectId: app.projectId, ...key }, { ...changeOptions(call), ifNoneMatch: '*' }),
    )
  },

  async 'app-keys remove'(call) {
    const { client } = await orgOf(call)
    const { id, appId } = (await client.appKeys.get(word(call))).entry
    return await removed(call, `the key ${id} of the application ${appId}`, client.appKeys.remove, id)
  },
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
  const facts = [['id', keyId] as const, ['ends', timeText(expirationDate)] as const]
  if (publicKeyFile !== undefined) {
    return changeOutcome(call, await add(await readPublicKey(publicKeyFile)), what, [{ facts }])
  }
  if (file === undefined)
    throw new CommandError('option_needed', 'Say where the private key goes: --file FILE. Or give a public key: --public-key FILE.')
  const written = await createKeyFile(file, { ...owner, keyId }, given.value('algorithm') ?? 'RS256')
  try {
    const change = await add(written.publicKey)
    if (given.has('dry-run')) await written.discard()
    return changeOutcome(call, change, what, [{ facts: [...facts, ['file', given.has('dry-run') ? undefined : file]] }])
  } catch (error) {
    await written.discard()
    throw error
  }
}

async function removed(
  call: Call,
  what: string,
  remove: (id: string, options: ReturnType<typeof changeOptions>) => Promise<Removal>,
  id: string,
): Promise<Outcome> {
  await confirm(call, `Remove ${what}, which works no longer then`)
  const removal = await remove(id, changeOptions(call))
  return { json: removal, blocks: [doneLine(call, removal, what)] }
}

async function namedUser(org: Org, call: Call): Promise<string | undefined> {
  return call.given.words[0] === undefined ? undefined : (await serviceUser(org, word(call))).userId
}

/** @throws CommandError not_a_service_user, not_found, ambiguous */
async function serviceUser(org: Org, named: string): Promise<{ readonly userId: string; readonly name: string }> {
  const user = await findUser(org, named)
  if (user.list === 'machineUsers') return user
  throw new CommandError(
    'not_a_service_user',
    `${user.name} is a person, who signs in. Tokens and keys are for service users: symbolon users add NAME --service --org ${org.orgId}`,
  )
}
