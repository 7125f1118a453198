// `symbolon apps`: applications and APIs, and service users that are registered as applications.
import { newSecret } from '@symbolon/client'
import type { Change, EntryOf, OrgClient } from '@symbolon/client'
import type { ApplicationCommandName } from '../forms/applications.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Block, Outcome } from '../terminal/outcome.ts'
import {
  changeOptions,
  changeOutcome,
  confirm,
  doneLine,
  filterOf,
  listOutcome,
  readList,
  requireChange,
  stateFrom,
  stateOf,
  timeText,
  word,
} from './call.ts'
import type { Call, Command } from './call.ts'
import { appsCalled, findApp, findProject, findUser, orgOf } from './find.ts'
import type { App, Org } from './find.ts'

const kinds = ['web', 'spa', 'native', 'api', 'service'] as const
type Kind = (typeof kinds)[number]

/** The commands. */
export const apps: Readonly<Record<ApplicationCommandName, Command>> = {
  async 'apps list'(call) {
    const { given } = call
    const org = await orgOf(call)
    const { client } = org
    const named = given.value('project')
    const projectId = named === undefined ? undefined : (await findProject(org, named)).entry.projectId
    const filter = filterOf({ q: given.value('search'), state: given.value('state'), projectId })
    const read = await readList<App['resource']>(
      call,
      (limit) => client.oidcApps.pages({ limit, ...filter }),
      (limit) => client.apiApps.pages({ limit, ...filter }),
    )
    return listOutcome(
      read,
      {
        name: ({ entry }) => entry.app.name,
        kind: ({ path, entry }) => kindOf(path, entry),
        'client id': ({ entry }) => entry.clientId,
        project: ({ entry }) => entry.app.projectId,
        state: ({ entry }) => stateOf(entry.state),
        id: ({ entry }) => entry.appId,
      },
      'No applications.',
    )
  },

  async 'apps show'(call) {
    const { resource } = await findApp(await orgOf(call), word(call))
    return { json: resource, blocks: [{ facts: factsOf(resource) }] }
  },

  async 'apps add'(call) {
    const { given } = call
    const [kind, ...others] = kinds.filter((each) => given.has(each))
    if (kind === undefined || others.length > 0) {
      throw new CommandError('option_needed', 'Say what the application is: one of --web, --spa, --native, --api and --service.')
    }
    const signsIn = kind === 'web' || kind === 'spa' || kind === 'native'
    if (signsIn && given.values('redirect-uri').length === 0) {
      throw new CommandError('option_needed', 'Say where users return after the sign-in: --redirect-uri URI.')
    }
    const idle = ['redirect-uri', 'post-logout-uri', 'refresh-tokens', 'dev'].find((option) => !signsIn && given.has(option))
    if (idle !== undefined) throw new CommandError('option_idle', `--${idle} has no effect with --${kind}. Leave it out.`)
    const org = await orgOf(call)
    return kind === 'service' ? await addService(call, org) : await addApp(kind, call, org)
  },

  async 'apps set'(call) {
    const { given } = call
    const name = given.value('name')
    const [redirectUris, postLogoutRedirectUris] = [given.values('redirect-uri'), given.values('post-logout-uri')]
    const state = stateFrom(given, 'STATE')
    requireChange([name, state, redirectUris[0], postLogoutRedirectUris[0]], '--name, --redirect-uri, --post-logout-uri or --state')
    const { client, ...org } = await orgOf(call)
    const { list, resource } = await findApp({ client, ...org }, word(call))
    if (list === 'apiApps' && redirectUris.length + postLogoutRedirectUris.length > 0) {
      throw new CommandError('option_idle', 'An API has no redirect URIs: users do not sign in to it.')
    }
    const app = {
      ...(name === undefined ? {} : { name }),
      ...(redirectUris.length === 0 ? {} : { redirectUris }),
      ...(postLogoutRedirectUris.length === 0 ? {} : { postLogoutRedirectUris }),
    }
    const patch = { ...(Object.keys(app).length === 0 ? {} : { app }), ...(state === undefined ? {} : { state }) }
    const options = { ...changeOptions(call), ifMatch: resource.etag }
    return changeOutcome(
      call,
      await client[list].patch(resource.entry.appId, patch as object, options),
      `the application ${resource.entry.app.name}`,
    )
  },

  async 'apps secret'(call) {
    const org = await orgOf(call)
    const { list, id, name, clientId } = await secretHolder(org, word(call))
    const until = call.given.value('former-until')
    if (until === undefined) await confirm(call, `Replace the secret of ${name}, whose present secret stops working at once`)
    if (call.given.has('dry-run')) {
      return { json: { action: 'changed', changed: ['clientSecret'] }, blocks: [`Would replace the secret of ${name}.`] }
    }
    const change =
      until === undefined
        ? await org.client.replaceSecret(list, id)
        : await org.client.addSecret(list, id, { formerExpiresAt: new Date(until).toISOString() })
    const { clientSecret } = change
    return {
      json: change,
      blocks: [
        `Replaced the secret of ${name}. It is shown only now:`,
        {
          facts: [
            ['client id', clientId],
            ['client secret', clientSecret],
          ],
        },
        ...(until === undefined ? [] : [`The former secret works until ${until}.`]),
      ],
    }
  },

  async 'apps remove'(call) {
    const { client, ...org } = await orgOf(call)
    const { list, resource } = await findApp({ client, ...org }, word(call))
    const { appId, app } = resource.entry
    await confirm(call, `Remove the application ${app.name} (${appId}), so that users can no longer sign in to it`)
    const removal = await client[list].remove(appId, changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, `the application ${app.name}`)] }
  },
}

async function addApp(kind: Exclude<Kind, 'service'>, call: Call, org: Org): Promise<Outcome> {
  const { given } = call
  const name = word(call)
  const projectId = await projectFor(name, call, org)
  // A project that was made for the application does not stay without it.
  const withoutProject = async (error: unknown): Promise<never> => {
    if (given.value('project') === undefined) await org.client.projects.remove(projectId)
    throw error
  }
  const adding =
    kind === 'api'
      ? put(call, org.client, 'apiApps', { app: { projectId, name } })
      : put(call, org.client, 'oidcApps', oidcEntry(kind, name, projectId, call))
  const change = await adding.catch(withoutProject)
  const { generated = {}, entry } = change
  // An option requests refresh tokens, so a note about the member of the document is not needed.
  const notices = (change.notices ?? []).filter(({ field }) => field !== 'app.grantTypes')
  return changeOutcome(call, { ...change, notices }, `the application ${name}`, [
    {
      facts: [
        ['id', given.value('id') ?? entry?.appId],
        ['project', projectId],
        ['client id', generated.clientId ?? entry?.clientId],
        ['client secret', generated.clientSecret],
        ['issuer', call.issuer],
      ],
    },
    ...(generated.clientSecret === undefined ? [] : ['The secret is shown only now.']),
  ])
}

function oidcEntry(kind: 'web' | 'spa' | 'native', name: string, projectId: string, { given }: Call): Omit<EntryOf<'oidcApps'>, 'appId'> {
  const types = { web: 'OIDC_APP_TYPE_WEB', spa: 'OIDC_APP_TYPE_USER_AGENT', native: 'OIDC_APP_TYPE_NATIVE' } as const
  return {
    app: {
      projectId,
      name,
      redirectUris: [...given.values('redirect-uri')],
      postLogoutRedirectUris: [...given.values('post-logout-uri')],
      responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
      grantTypes: [
        'OIDC_GRANT_TYPE_AUTHORIZATION_CODE',
        ...(given.has('refresh-tokens') ? (['OIDC_GRANT_TYPE_REFRESH_TOKEN'] as const) : []),
      ],
      appType: types[kind],
      // Code in a browser or on a device keeps no secret.
      authMethodType: kind === 'web' ? 'OIDC_AUTH_METHOD_TYPE_BASIC' : 'OIDC_AUTH_METHOD_TYPE_NONE',
      devMode: given.has('dev'),
    },
  }
}

async function put<L extends 'apiApps' | 'oidcApps'>(call: Call, client: OrgClient, list: L, entry: object): Promise<Change<EntryOf<L>>> {
  const id = call.given.value('id')
  const options = changeOptions(call)
  // The two lists differ in their entries alone. The compiler cannot follow that.
  const apps = client[list] as unknown as {
    create(entry: object, options: object): Promise<Change<EntryOf<L>>>
    put(id: string, entry: object, options: object): Promise<Change<EntryOf<L>>>
  }
  return id === undefined ? await apps.create(entry, options) : await apps.put(id, entry, { ...options, ifNoneMatch: '*' })
}

/** @returns the id of the project of `--project`, or of a new project of the name; a dry run makes none */
async function projectFor(name: string, call: Call, org: Org): Promise<string> {
  const named = call.given.value('project')
  if (named !== undefined) return (await findProject(org, named)).entry.projectId
  if (call.given.has('dry-run')) {
    throw new CommandError('option_needed', 'A dry run needs --project PROJECT: without it the command first adds a project.')
  }
  const { entry } = await org.client.projects.create({ project: { name } })
  return entry?.projectId ?? ''
}

async function addService(call: Call, { client }: Org): Promise<Outcome> {
  const [name, id] = [word(call), call.given.value('id')]
  const clientSecret = newSecret()
  const entry = { user: { userName: name, name }, clientSecret }
  const change =
    id === undefined
      ? await client.machineUsers.create(entry, changeOptions(call))
      : await client.machineUsers.put(id, entry, { ...changeOptions(call), ifNoneMatch: '*' })
  const clientId = id ?? change.entry?.userId
  if (call.given.has('dry-run')) return changeOutcome(call, change, `the service user ${name}`)
  const generated = { ...(clientId === undefined ? {} : { clientId }), clientSecret }
  return changeOutcome(call, { ...change, generated }, `the service user ${name}`, [
    {
      facts: [
        ['client id', clientId],
        ['client secret', clientSecret],
        ['issuer', call.issuer],
      ],
    },
    'The secret is shown only now.',
  ])
}

interface SecretHolder {
  readonly list: 'apiApps' | 'machineUsers' | 'oidcApps'
  readonly id: string
  readonly name: string
  readonly clientId: string | undefined
}

async function secretHolder(org: Org, named: string): Promise<SecretHolder> {
  const found = await appsCalled(org, named)
  if (found.length > 0) {
    const { list, resource } = await findApp(org, named)
    const { appId, app, clientId } = resource.entry
    if (/_(NONE|PRIVATE_KEY_JWT)$/.test(app.authMethodType ?? '')) {
      throw new CommandError(
        'without_secret',
        `${app.name} has no secret: it authenticates by ${(app.authMethodType ?? '').endsWith('NONE') ? 'nothing but its client id' : 'a key'}.`,
      )
    }
    return { list, id: appId, name: app.name, clientId }
  }
  const user = await findUser(org, named)
  if (user.list === 'humanUsers')
    throw new CommandError('not_found', `${named} is a person. Only applications and service users have a client secret.`)
  return { list: 'machineUsers', id: user.userId, name: user.name, clientId: user.userId }
}

function kindOf(path: string, { app }: EntryOf<'oidcApps'> | EntryOf<'apiApps'>): Kind {
  if (path.includes('/apiApps/')) return 'api'
  const type = 'appType' in app ? app.appType : undefined
  return type === 'OIDC_APP_TYPE_USER_AGENT' ? 'spa' : type === 'OIDC_APP_TYPE_NATIVE' ? 'native' : 'web'
}

function factsOf({ path, entry, createdAt, changedAt }: App['resource']): Extract<Block, { facts: unknown }>['facts'] {
  const { app } = entry
  const oidc = 'redirectUris' in app ? app : undefined
  return [
    ['id', entry.appId],
    ['name', app.name],
    ['kind', kindOf(path, entry)],
    ['project', app.projectId],
    ['client id', entry.clientId],
    ['redirect URIs', oidc?.redirectUris?.join(', ')],
    ['post-logout URIs', oidc?.postLogoutRedirectUris?.join(', ')],
    ['development', oidc?.devMode === true ? 'yes' : undefined],
    ['state', stateOf(entry.state)],
    ['created', timeText(createdAt)],
    ['changed', timeText(changedAt)],
  ]
}
