// `symbolon idps`: identity providers at which users of an organization, or of all of them, sign in.
import { readFile } from 'node:fs/promises'
import type { policyCommands } from '../forms/policies.ts'
import { CommandError } from '../terminal/outcome.ts'
import { changeOptions, changeOutcome, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { entrySchema, factsIn, readFields } from './fields.ts'
import { findIdentityProvider, offeredProvider } from './find.ts'
import { add, listOutcome, removeCommand } from './objects.ts'
import { placeOf } from './place.ts'
import type { Place } from './find.ts'
import { changePolicy } from './policies.ts'

/** The commands. */
export const identityProviders: Commands<typeof policyCommands, 'idps'> = {
  async 'idps list'(call) {
    const items = await (await placeOf(call)).offering()
    return listOutcome(
      { items, more: false },
      {
        name: 'name',
        issuer: 'issuer',
        offered: ({ offered }) => (offered ? 'yes' : 'no'),
        'redirect URI': 'redirectUri',
        organization: ({ orgId }) => orgId ?? 'the instance',
        id: 'idpId',
      },
      'No identity providers.',
    )
  },

  async 'idps show'(call) {
    const place = await placeOf(call)
    const resource = await findIdentityProvider(place, word(call))
    const { idpId, idp } = resource.entry
    const shown = (await place.offering()).find((each) => each.idpId === idpId)
    const facts = { id: idpId, 'redirect URI': shown?.redirectUri, offered: shown?.offered === true ? 'yes' : 'no', ...factsIn(idp) }
    return { json: resource, blocks: [{ facts }] }
  },

  async 'idps add'(call) {
    const { given } = call
    const place = await placeOf(call)
    const [name, clientId] = [word(call), given.value('client-id')]
    const preset = await presetOf(call)
    const issuer = given.value('issuer') ?? preset?.issuer
    if (issuer === undefined || /^$|\{/.test(issuer)) {
      throw new CommandError(
        'option_needed',
        `Say which provider it is: --issuer ${preset === undefined || preset.issuer === '' ? 'URL' : preset.issuer}.`,
      )
    }
    if (clientId === undefined) {
      const where =
        preset?.registration === undefined ? 'Register a client at the provider first' : `Register a client at ${preset.registration} first`
      throw new CommandError('option_needed', `${where}, then give its id: --client-id ID.`)
    }
    const scopes = given.values('scope')
    const entry = {
      idp: {
        name,
        issuer,
        clientId,
        clientSecret: (await secretFrom(call)) ?? (await asked(call)),
        scopes: scopes.length > 0 ? [...scopes] : [...(preset?.scopes ?? ['openid', 'email', 'profile'])],
        ...(preset === undefined ? {} : { usernameMapping: preset.usernameMapping }),
        autoRegister: given.has('auto-register'),
      },
    }
    const change = await add(call, place.client.oidcIdps, entry)
    const idpId = given.value('id') ?? change.entry?.idpId
    const redirectUri = given.has('dry-run') ? undefined : await redirectUriOf(place, idpId)
    return {
      ...changeOutcome(call, change, `the identity provider ${name}`, [{ facts: { id: idpId, 'redirect URI': redirectUri } }]),
      hints:
        redirectUri === undefined
          ? []
          : [`Next: register the redirect URI at the provider, then symbolon idps offer ${idpId ?? name} on ${place.option}`],
    }
  },

  async 'idps set'(call) {
    const place = await placeOf(call)
    const [named = '', ...assignments] = call.given.words
    const clientSecret = await secretFrom(call)
    if (clientSecret === undefined && assignments.length === 0) {
      throw new CommandError('nothing_given', 'Say what to change: NAME=VALUE or --client-secret-file FILE.')
    }
    const { entry, etag } = await findIdentityProvider(place, named)
    const schema = await entrySchema(call.client, `${place.path}/oidcIdps/{idpId}`)
    const fields = readFields(schema.properties?.['idp'] ?? {}, assignments)
    const patch = { idp: { ...fields, ...(clientSecret === undefined ? {} : { clientSecret }) } }
    const change = await place.client.oidcIdps.patch(entry.idpId, patch, { ...changeOptions(call), ifMatch: etag })
    // `idps show` has the redirect URI.
    return changeOutcome(call, { ...change, notices: [] }, `the identity provider ${entry.idp.name}`)
  },

  async 'idps offer'(call) {
    const place = await placeOf(call)
    const { idpId, name } = await offeredProvider(place, word(call))
    const isOffered = word(call, 1) === 'on'
    const outcome = await changePolicy(place, 'loginPolicy', call, (entry) => {
      const policy: EntryOfLoginPolicy = entry
      const others = (policy.idps ?? []).filter((each) => each.idpId !== idpId)
      return isOffered ? { ...policy, allowExternalIdp: true, idps: [...others, { idpId }] } : { ...policy, idps: others }
    })
    const does = `${call.given.has('dry-run') ? 'would offer' : 'offers'} ${name}${isOffered ? '' : ' no longer'}`
    return { ...outcome, blocks: [`The sign-in page of ${place.what} ${does}.`] }
  },

  'idps remove': removeCommand(
    async (call) => {
      const place = await placeOf(call)
      const { idpId, idp } = (await findIdentityProvider(place, word(call))).entry
      return { what: `the identity provider ${idp.name}`, list: place.client.oidcIdps, id: idpId }
    },
    ({ what, id }) => `Remove ${what} (${id}), with the links of users to it`,
  ),
}

interface EntryOfLoginPolicy {
  readonly idps?: readonly { readonly idpId: string }[]
}

/** @throws CommandError option_invalid */
async function presetOf({
  client,
  given,
}: Call): Promise<Awaited<ReturnType<Call['client']['identityProviderPresets']>>[number] | undefined> {
  const named = given.value('preset')
  if (named === undefined) return undefined
  const presets = await client.identityProviderPresets()
  const preset = presets.find(({ id }) => id === named)
  if (preset !== undefined) return preset
  throw new CommandError('option_invalid', `--preset must be one of ${presets.map(({ id }) => id).join(', ')}.`)
}

/** @throws CommandError file_unreadable */
async function secretFrom({ given }: Call): Promise<string | undefined> {
  const file = given.value('client-secret-file')
  if (file === undefined) return undefined
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    throw new CommandError('file_unreadable', `${file} cannot be read.`)
  }
}

/** @throws CommandError option_needed without a terminal */
async function asked({ terminal }: Call): Promise<string> {
  if (terminal.interactive) return (await terminal.ask('The client secret that the provider gave: ')).trim()
  throw new CommandError(
    'option_needed',
    'Give the client secret in a file: --client-secret-file FILE. Other users could read it on the command line.',
  )
}

async function redirectUriOf(place: Place, id: string | undefined): Promise<string | undefined> {
  return (await place.offering()).find(({ idpId }) => idpId === id)?.redirectUri
}
