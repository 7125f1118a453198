// Facts about one organization that are kept until its end, and the rows that can be written only then.

import type { Path } from '@symbolon/json-stream'
import type { Ledger } from '../ledger/ledger.ts'
import type { IdpOwners } from './login-policy.ts'
import type { Notes } from './org-context.ts'

/** Facts in entries that other entries need. */
export interface OrgNotes extends Notes, IdpOwners {
  readonly clientIds: ReadonlyMap<string, string>
  readonly ownProjects: ReadonlySet<string>
  /** Called for entries of the output. It means that the organization has the list. */
  keeps(list: string, entry: Path): void
  write(): void
}

/** References serve only for a row of advice. The bound limits memory, because a hostile file may hold any number of them. */
const MOST_REFERENCES = 10_000

/** @param org the place of the organization */
export function createOrgNotes(org: Path, ledger: Ledger): OrgNotes {
  const ownIdps = new Set<string>()
  const references = new Map<string, Path>()
  const ownProjects = new Set<string>()
  const clientIds = new Map<string, string>()
  const textLists = new Map<string, Path>()
  let statesAbsent = false

  return {
    clientIds,
    ownProjects,
    stateAbsent: () => void (statesAbsent = true),
    ownsIdp: (idpId) => void ownIdps.add(idpId),
    isOwn: (idpId) => ownIdps.has(idpId),
    refersToIdp(idpId, place) {
      if (references.size < MOST_REFERENCES && !references.has(idpId)) references.set(idpId, place)
    },
    ownsProject: (projectId) => void ownProjects.add(projectId),
    knowsClientId: (appId, clientId) => void clientIds.set(appId, clientId),
    keeps(list, entry) {
      if (/(?:Texts|Messages)$/.test(list) && !textLists.has(list)) textLists.set(list, entry.slice(0, -1))
    },
    write() {
      if (statesAbsent) ledger.add('states-absent', org)
      for (const place of textLists.values()) ledger.add('texts-frozen', place)
      const mixedUp = textLists.get('passwordlessRegistrationMessages')
      if (mixedUp !== undefined && textLists.has('domainClaimedMessages')) ledger.add('texts-mixed-up', mixedUp)
      for (const [idpId, place] of references) if (!ownIdps.has(idpId)) ledger.add('idp-of-instance', place)
    },
  }
}
