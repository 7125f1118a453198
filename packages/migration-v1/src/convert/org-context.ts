// What the conversion of one object may use of the organization around it.

import type { Path } from '@symbolon/json-stream'
import type { Ledger } from '../ledger/ledger.ts'

/** What is known only when the organization has been read to its end. */
export interface Notes {
  stateAbsent(): void
  ownsIdp(idpId: string): void
  refersToIdp(idpId: string, place: Path): void
  ownsProject(projectId: string): void
  /** Of an application key: the client id of its app on the server that wrote the file. */
  knowsClientId(appId: string, clientId: string): void
}

/** What the conversion of an entry needs. */
export interface OrgContext {
  readonly ledger: Ledger
  readonly notes: Notes
  readonly skipKeys: boolean
}
