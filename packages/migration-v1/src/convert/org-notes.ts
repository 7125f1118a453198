// What is remembered of one organization until its end, and the rows that only then can be written.

import type { Path } from '@symbolon/json-stream'
import type { Ledger } from '../ledger/ledger.ts'
import type { IdpOwners } from './login-policy.ts'
import type { Notes } from './org-context.ts'

/** What entries of an organization say that matters to other entries. */
export interface OrgNotes extends Notes, IdpOwners {
  readonly clientIds: ReadonlyMap<string, string>
  readonly ownProjects: ReadonlySet<string>
  /** Of an entry that is in the output: the list has one. */
  keeps(list: string, entry: Path): void
  write(): void
}

/** References are remembered for a row of advice only: a file may hold any number of them, an honest one holds a handful. */
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
