// `symbolon apps`: applications and APIs, and service users that are registered as applications.
import { newSecret } from '@symbolon/client'
import type { EntryOf } from '@symbolon/client'
import type { applicationCommands } from '../forms/applications.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { changeOutcome, confirm, stateOf, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { appOf, appsCalled, findApp, findProject, findUser, orgOf } from './find.ts'
import type { App, Org } from './find.ts'
import { add, listOutcome, pagesOf, readList, removeCommand, searchOf, setCommand, showOutcome } from './objects.ts'
import type { Target } from './objects.ts'

const kinds = ['web', 'spa', 'native', 'api', 'service'] as const
type Kind = (typeof kinds)[number]

/** The commands. */
export const apps: Commands<typeof applicationCommands> = {
  async 'apps list'(call) {
    const org = await orgOf(call)
    const named = call.given.value('project')
    const projectId = named === undefined ? undefined : (await findProject(org, named)).entry.projectId
    const filter = { ...searchOf(call), projectId }
    return listOutcome(
      await readList<App['resource']>(call, pagesOf(org.client.oidcApps, filter), pagesOf(org.client.apiApps, filter)),
      {
        name: 'entry.app.name',
        kind: kindOf,
        'client id': 'entry.clientId',
        project: 'entry.app.projectId',
        state: 'entry.state',
        id: 'entry.appId',
      },
      'No applications.',
    )
  },

  async 'apps show'(call) {
    const { resource } = await appOf(call)
    const { appId, app, clientId, state } = resource.entry
    const oidc = 'redirectUris' in app ? app : undefined
    return showOutcome(resource, {
      id: appId,
      name: app.name,
      kind: kindOf(resource),
      project: app.projectId,
      'client id': clientId,
      'redirect URIs': oidc?.redirectUris?.join(', '),
      'post-logout URIs': oidc?.postLogoutRedirectUris?.join(', '),
      development: oidc?.devMode === true ? 'yes' : undefined,
      state: stateOf(state),
    })
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

  'apps set': setCommand(
    async (call) => {
      const app = await target(call)
      if (app.kind === 'api' && (call.given.has('redirect-uri') || call.given.has('post-logout-uri'))) {
        throw new CommandError('option_idle', 'An API has no redirect URIs: users do not sign in to it.')
      }
      return app
    },
    {
      name: 'app.name',
      'redirect-uri': { path: 'app.redirectUris', list: true },
      'post-logout-uri': { path: 'app.postLogoutRedirectUris', list: true },
      state: { path: 'state', prefix: 'STATE' },
    },
    '--name, --redirect-uri, --post-logout-uri, --state or NAME=VALUE',
    ({ kind }) => `/orgs/{orgId}/${kind === 'api' ? 'apiApps' : 'oidcApps'}/{appId}`,
  ),

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
        { facts: { 'client id': clientId, 'client secret': clientSecret } },
        ...(until === undefined ? [] : [`The former secret works until ${until}.`]),
      ],
    }
  },

  'apps remove': removeCommand(target, ({ what, id }) => `Remove ${what} (${id}), so that users can no longer sign in to it`),
}

async function target(call: Call): Promise<Target & { readonly id: string; readonly kind: Kind }> {
  const { client, list, resource } = await appOf(call)
  const { entry, etag } = resource
  return { what: `the application ${entry.app.name}`, list: client[list], id: entry.appId, etag, kind: kindOf(resource) }
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
  const change = await (
    kind === 'api'
      ? add(call, org.client.apiApps, { app: { projectId, name } })
      : add(call, org.client.oidcApps, oidcEntry(kind, name, projectId, call))
  ).catch(withoutProject)
  const { generated = {}, entry } = change
  // An option requests refresh tokens, so a note about the member of the document is not needed.
  const notices = (change.notices ?? []).filter(({ field }) => field !== 'app.grantTypes')
  return changeOutcome(call, { ...change, notices }, `the application ${name}`, [
    {
      facts: {
        id: given.value('id') ?? entry?.appId,
        project: projectId,
        'client id': generated.clientId ?? entry?.clientId,
        'client secret': generated.clientSecret,
        issuer: call.issuer,
      },
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
  const name = word(call)
  const clientSecret = newSecret()
  const change = await add(call, client.machineUsers, { user: { userName: name, name }, clientSecret })
  if (call.given.has('dry-run')) return changeOutcome(call, change, `the service user ${name}`)
  const clientId = call.given.value('id') ?? change.entry?.userId
  const generated = { ...(clientId === undefined ? {} : { clientId }), clientSecret }
  return changeOutcome(call, { ...change, generated }, `the service user ${name}`, [
    { facts: { 'client id': clientId, 'client secret': clientSecret, issuer: call.issuer } },
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

function kindOf({ path, entry: { app } }: App['resource']): Kind {
  if (path.includes('/apiApps/')) return 'api'
  const type = 'appType' in app ? app.appType : undefined
  return type === 'OIDC_APP_TYPE_USER_AGENT' ? 'spa' : type === 'OIDC_APP_TYPE_NATIVE' ? 'native' : 'web'
}
