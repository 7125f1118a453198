// Whose identity providers a page is about: those of an organization, or those of the instance, which every login policy may list.
import { PageNotFound } from '@symbolon/core-protocol'
import { instanceEntryTarget } from '@symbolon/management-api'
import type { Target } from '@symbolon/management-api'
import { holds, theInstance } from '@symbolon/permissions'
import { consoleAddress } from '../html/markup.ts'
import { orgOf, targetOf } from '../resource/resources.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** The rights of a visitor on providers. */
export type ProviderAct = 'delete' | 'read' | 'write'

/** An organization or the instance. */
export interface ProviderPlace {
  /** Undefined for the instance. */
  readonly orgId: string | undefined
  readonly frame: Pick<ConsoleContent, 'section' | 'org'>
  readonly may: (act: ProviderAct) => boolean
  /** The list, or a page below it. */
  readonly address: (...below: readonly string[]) => string
  readonly newAddress: string
  readonly heading: string
  readonly targetOf: (idpId: string) => Target
}

/**
 * @returns the place that the path names
 * @throws PageNotFound without the right, or without the organization
 */
export async function providerPlaceOf(visit: Visit, act: ProviderAct): Promise<ProviderPlace> {
  const { parameters, visitor, texts } = visit
  if (parameters['orgId'] === undefined) {
    const may = (act: ProviderAct): boolean => holds(visitor.caller, `instance.${act}`, theInstance)
    if (!may(act)) throw new PageNotFound()
    return {
      orgId: undefined,
      frame: { section: 'instance-idps' },
      may,
      address: (...below) => consoleAddress('instance', 'idps', ...below),
      newAddress: consoleAddress('instance', 'new-idp'),
      heading: texts.identityProviders.instanceHeading,
      targetOf: (idpId) => instanceEntryTarget('oidcIdps', idpId),
    }
  }
  const org = await orgOf(visit, `policy.${act}`)
  return {
    orgId: org.id,
    frame: { section: 'idps', org },
    may: (act) => holds(visitor.caller, `policy.${act}`, { orgId: org.id }),
    address: (...below) => consoleAddress('orgs', org.id, 'idps', ...below),
    newAddress: consoleAddress('orgs', org.id, 'new-idp'),
    heading: texts.identityProviders.heading,
    targetOf: (idpId) => targetOf('oidcIdps', org.id, idpId),
  }
}
