// The client whose keys a page is about: an application of the path, or a service user.
import { PageNotFound } from '@symbolon/core-protocol'
import type { SecretHolderReference } from '@symbolon/management-api'
import { may } from '@symbolon/permissions'
import { methodOf } from '../applications/kinds.ts'
import { applicationOf, frameBelow, secretHolderOf } from '../applications/stored.ts'
import { nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { allowedOn, framedInUser, tabs, userOf, userPath } from '../users/user.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** A client with what the page of its keys needs. */
export interface KeyHolder {
  readonly reference: SecretHolderReference
  readonly name: string
  /** The address of its keys. */
  readonly path: string
  readonly frame: Required<Pick<ConsoleContent, 'section' | 'org' | 'above'>>
  /** The address of its secrets. */
  readonly secretPath: string
  /** The links to the other pages about it. */
  readonly tabs: Markup
  readonly mayChange: boolean
  /** Whether the client authenticates by a key as it is set up. */
  readonly usesKeys: boolean
}

/**
 * @returns the client that the path names
 * @throws PageNotFound without it, or without the right to see it
 */
export async function keyHolderOf(visit: Visit): Promise<KeyHolder> {
  return visit.parameters['appId'] === undefined ? await serviceUser(visit) : await application(visit)
}

async function application(visit: Visit): Promise<KeyHolder> {
  const found = await applicationOf(visit, 'project.app.read')
  const { stored, frame, path, name, projectId } = found
  const place = { orgId: frame.org.id, projectId }
  return {
    reference: secretHolderOf(found),
    name,
    path: `${path}/keys`,
    secretPath: `${path}/secret`,
    frame: frameBelow(found),
    tabs: nothing,
    mayChange: may(visit.visitor.caller, 'create', 'appKey', place) === undefined,
    usesKeys: methodOf(stored) === 'private_key_jwt',
  }
}

async function serviceUser(visit: Visit): Promise<KeyHolder> {
  const user = await userOf(visit)
  if (user.kind !== 'machine') throw new PageNotFound()
  return {
    reference: { orgId: user.orgId, list: 'machineUsers', id: user.id },
    name: user.displayName,
    path: userPath(user, 'keys'),
    secretPath: userPath(user, 'secret'),
    frame: await framedInUser(visit, user),
    tabs: tabs(user, 'keys', visit),
    mayChange: (await allowedOn(user, visit)).changeCredential,
    usesKeys: true,
  }
}
