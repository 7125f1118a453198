// The lists of an organization that are converted entry by entry. For each list: how an entry becomes an entry of v2, and which facts are
// kept. Most lists need only their schema.

import type { Path } from '@symbolon/json-stream'
import { documentOrgSchema, orgResourceLists } from '@symbolon/schema-v2'
import type { AppKey, MachineKey } from '@symbolon/schema-v2'
import type * as v from 'valibot'
import { convertHumanUser } from './human-user.ts'
import { memberOf } from './member-names.ts'
import type { OrgContext } from './org-context.ts'
import { readEntry } from './read-entry.ts'
import { convertTriggerActions } from './trigger-actions.ts'

/** undefined for an empty place, and for an entry that was left out. */
export type ConvertEntry = (raw: unknown, place: Path, org: OrgContext) => object | undefined

const { fields } = documentOrgSchema

const special: Readonly<Record<string, ConvertEntry>> = {
  humanUsers: convertHumanUser,
  triggerActions: convertTriggerActions,
  domains: (raw, place, org) => withKnownEnum(fields.domains.item, raw, place, org, 'validationType'),
  machineUsers(raw, place, { ledger, notes }) {
    const user = readEntry(fields.machineUsers.item, raw, place, ledger)
    if (user !== undefined && user.state === undefined) notes.stateAbsent()
    return user
  },
  oidcIdps: (raw, place, org) => ownIdp(readEntry(fields.oidcIdps.item, raw, place, org.ledger), org),
  jwtIdps: (raw, place, org) => ownIdp(readEntry(fields.jwtIdps.item, raw, place, org.ledger), org),
  userLinks(raw, place, org) {
    const link = withKnownEnum(fields.userLinks.item, raw, place, org, 'idpType')
    if (link !== undefined) org.notes.refersToIdp(link.idpId, place)
    return link
  },
  projects(raw, place, { ledger, notes }) {
    const project = readEntry(fields.projects.item, raw, place, ledger)
    if (project !== undefined) notes.ownsProject(project.projectId)
    return project
  },
  machineKeys: (raw, place, org) => key(readEntry(fields.machineKeys.item, raw, place, org.ledger), place, org),
  appKeys(raw, place, org) {
    const read = readEntry(fields.appKeys.item, raw, place, org.ledger)
    if (read?.clientId !== undefined) org.notes.knowsClientId(read.appId, read.clientId)
    return key(read, place, org)
  },
}

/** Lists that wait for the end of the organization, because they depend on other members, are not here. */
export const entries: ReadonlyMap<string, ConvertEntry> = new Map(
  orgResourceLists
    .map(({ member }) => member)
    .filter((name) => name !== 'oidcApps' && name !== 'apiApps' && name !== 'projectMembers')
    .map((name) => [name, special[name] ?? bySchema(fields[name].item)]),
)

function bySchema(schema: v.GenericSchema<unknown, object>): ConvertEntry {
  return (raw, place, { ledger }) => readEntry(schema, raw, place, ledger)
}

function ownIdp<TIdp extends { readonly idpId: string }>(idp: TIdp | undefined, { notes }: OrgContext): TIdp | undefined {
  if (idp !== undefined) notes.ownsIdp(idp.idpId)
  return idp
}

/** Importers read a missing expiry as 1970, which was a bug. Here a key without expiry does not expire. */
function key<TKey extends AppKey | MachineKey>(read: TKey | undefined, place: Path, { ledger, skipKeys }: OrgContext): TKey | undefined {
  if (read === undefined) return undefined
  if (skipKeys) {
    ledger.add('keys-skipped', place)
    return undefined
  }
  if (read.expirationDate === undefined) ledger.add('key-without-expiry', place)
  return read
}

/** For enums that exporters cast from internal numbers. The schema reads an unknown value as absent. */
function withKnownEnum<T extends object>(
  schema: v.GenericSchema<unknown, T>,
  raw: unknown,
  place: Path,
  { ledger }: OrgContext,
  name: keyof T & string,
): T | undefined {
  const read = readEntry(schema, raw, place, ledger, (path) => /\.(?:validation_?[tT]ype|idp_?[tT]ype)$/.test(path))
  if (read === undefined || read[name] !== undefined) return read
  const said = memberOf(raw, name)
  const isZero = said?.value === 0 || String(said?.value).endsWith('_UNSPECIFIED')
  if (said !== undefined && !isZero) ledger.add('unknown-value', [...place, said.spelling])
  return read
}
