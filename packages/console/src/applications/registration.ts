// The objects that a registration stores: the project if it is new, and the application or the service user, with a secret that is shown once.
import type { Context } from '@symbolon/core-protocol'
import { ifAbsent, putResource, unconditional } from '@symbolon/management-api'
import type { Changed, Management, Target } from '@symbolon/management-api'
import type { DocumentOrg } from '@symbolon/schema-v2'
import { targetOf } from '../resource/resources.ts'
import { entryOf } from './kinds.ts'
import type { NewApplication } from './kinds.ts'
import type { SetupValues } from './setup/values.ts'

/** The ids that a form was given, so that sending it twice registers one application. */
export interface ChosenIds {
  readonly appId: string
  /** Of the project that is created with the application. */
  readonly newProjectId: string
}

type Project = NonNullable<DocumentOrg['projects']>[number]

const isNew = { conditions: ifAbsent, dryRun: false } as const

/**
 * Registers the application.
 * @returns its values, with the secret
 * @throws RestError as `putResource`; precondition_failed for a form that was sent before
 */
export async function register(
  application: NewApplication,
  orgId: string,
  { appId, newProjectId }: ChosenIds,
  management: Management,
): Promise<SetupValues> {
  const { context } = management
  const { kind, name } = application
  if (kind === 'service') {
    // A service user has a secret only if it is given one.
    const clientSecret = context.randomToken()
    const entry = { user: { userName: name, name }, clientSecret }
    await putResource(targetOf('machineUsers', orgId, appId), entry, isNew, management)
    return setupValuesOf(application, { clientId: appId, secret: clientSecret }, context)
  }
  const projectId = application.projectId === '' ? newProjectId : application.projectId
  if (application.projectId === '') {
    // The project may be there already, from an attempt that was refused because of an address.
    const repeatable = { conditions: unconditional, dryRun: false }
    await putResource(targetOf('projects', orgId, projectId), { project: { name } }, repeatable, management)
  }
  const target = targetOf(kind === 'api' ? 'apiApps' : 'oidcApps', orgId, appId)
  const { generated, stored } = await putResource(target, entryOf({ ...application, projectId }), isNew, management)
  const clientId = stored?.content['clientId']
  const { clientSecret } = generated
  return setupValuesOf(
    application,
    { clientId: typeof clientId === 'string' ? clientId : appId, ...(clientSecret === undefined ? {} : { secret: clientSecret }) },
    context,
  )
}

/**
 * Checks the members as a registration would. Nothing is stored.
 * @returns what does not act as it would be stored
 * @throws RestError as `putResource`
 */
export async function tryRegistration(
  application: NewApplication,
  orgId: string,
  { appId, newProjectId }: ChosenIds,
  management: Management,
): Promise<Changed['notices']> {
  const { kind, projectId } = application
  if (kind === 'service') return []
  const entry = entryOf({ ...application, projectId: projectId === '' ? newProjectId : projectId })
  const target = targetOf(kind === 'api' ? 'apiApps' : 'oidcApps', orgId, appId)
  const tried = projectId === '' ? withProject(target, { projectId: newProjectId, project: { name: application.name } }) : target
  return (await putResource(tried, entry, { ...isNew, dryRun: true }, management)).notices
}

/** @returns the target together with the project that it refers to, which does not exist yet */
function withProject(target: Target, project: Project): Target {
  return {
    ...target,
    put: (entry) => {
      const change = target.put(entry)
      return 'org' in change ? { org: { ...change.org, projects: [project] } } : change
    },
  }
}

/** @returns what the set-up texts of an application are made of */
export function setupValuesOf(
  { kind, method, projectId, redirectUris, postLogoutRedirectUris, refreshTokens }: Omit<NewApplication, 'name' | 'devMode'>,
  credentials: { readonly clientId: string; readonly secret?: string },
  { issuer, vendor }: Pick<Context, 'issuer' | 'vendor'>,
): SetupValues {
  const [redirectUri = 'https://app.example/callback'] = redirectUris
  const [postLogoutRedirectUri] = postLogoutRedirectUris
  const scopes =
    kind === 'service'
      ? ['openid', ...(projectId === '' ? [] : [`urn:${vendor}:iam:org:project:id:${projectId}:aud`])]
      : ['openid', 'profile', 'email', ...(refreshTokens ? ['offline_access'] : [])]
  return {
    kind,
    issuer,
    ...credentials,
    method,
    redirectUri,
    ...(postLogoutRedirectUri === undefined ? {} : { postLogoutRedirectUri }),
    scopes,
  }
}
