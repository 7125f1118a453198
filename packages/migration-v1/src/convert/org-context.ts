// The facts about an organization that the conversion of its objects may use.

import type { Path } from '@symbolon/json-stream'
import type { Ledger } from '../ledger/ledger.ts'

/** Facts that are known only at the end of the organization. */
export interface Notes {
  stateAbsent(): void
  ownsIdp(idpId: string): void
  refersToIdp(idpId: string, place: Path): void
  ownsProject(projectId: string): void
  /** From an application key: the client id of its app on the server that wrote the file. */
  knowsClientId(appId: string, clientId: string): void
}

/** The dependencies of the conversion of an entry. */
export interface OrgContext {
  readonly ledger: Ledger
  readonly notes: Notes
  readonly skipKeys: boolean
}
