// One application of the path: a client that signs users in, or an API.
import { PageNotFound } from '@symbolon/core-protocol'
import type { StoredResource } from '@symbolon/core-protocol'
import { findResource, getResource } from '@symbolon/management-api'
import type { SecretHolderReference, Target } from '@symbolon/management-api'
import type { Permission } from '@symbolon/permissions'
import { consoleAddress } from '../html/markup.ts'
import { objectAt, orgOf, targetOf, textIn, textsIn } from '../resource/resources.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { kindOf, methodOf } from './kinds.ts'
import { setupValuesOf } from './registration.ts'
import type { SetupValues } from './setup/values.ts'

/** An application with what its pages need. */
export interface Application {
  readonly stored: StoredResource
  readonly target: Target
  readonly projectId: string
  readonly name: string
  /** The address of its page. */
  readonly path: string
  readonly frame: Required<Pick<ConsoleContent, 'section' | 'org' | 'above'>>
}

/**
 * @returns the application of the path, for a visitor with the permission
 * @throws PageNotFound without the permission, or without the application
 */
export async function applicationOf(visit: Visit, permission: Permission): Promise<Application> {
  const { parameters, management, texts } = visit
  const { orgId = '', appId = '' } = parameters
  const targets = [targetOf('oidcApps', orgId, appId), targetOf('apiApps', orgId, appId)]
  for (const target of targets) {
    if ((await findResource(target, management)) === undefined) continue
    const stored = await getResource(target, management)
    const app = objectAt(stored, 'app')
    const projectId = textIn(app, 'projectId')
    const org = await orgOf(visit, permission, projectId)
    return {
      stored,
      target,
      projectId,
      name: textIn(app, 'name'),
      path: consoleAddress('orgs', orgId, 'apps', appId),
      frame: {
        section: 'applications',
        org,
        above: [{ path: consoleAddress('orgs', orgId, 'apps'), title: texts.applications.heading }],
      },
    }
  }
  throw new PageNotFound()
}

/** @returns the frame of a page below the page of the application */
export function frameBelow({ frame, path, name }: Application): Application['frame'] {
  return { ...frame, above: [...frame.above, { path, title: name }] }
}

/** @returns the application as the holder of secrets and keys */
export function secretHolderOf({ frame, stored }: Application): SecretHolderReference {
  return { orgId: frame.org.id, list: stored.kind === 'apiApp' ? 'apiApps' : 'oidcApps', id: stored.key[0] ?? '' }
}

/** @returns what its set-up texts are made of; without the secret, which is not stored */
export function valuesOf({ stored, projectId }: Application, { management }: Visit): SetupValues {
  const app = objectAt(stored, 'app')
  return setupValuesOf(
    {
      kind: kindOf(stored),
      method: methodOf(stored),
      projectId,
      redirectUris: textsIn(app, 'redirectUris'),
      postLogoutRedirectUris: textsIn(app, 'postLogoutRedirectUris'),
      refreshTokens: textsIn(app, 'grantTypes').includes('OIDC_GRANT_TYPE_REFRESH_TOKEN'),
    },
    { clientId: textIn(stored.content, 'clientId') },
    management.context,
  )
}
