// The protocols that packages add with tables, endpoints and sources of requests.
import type { AnyPart, OwnStore } from '@symbolon/core-protocol'
import { deviceGrant } from '@symbolon/grants-device'
import { pushedRequests } from '@symbolon/pushed-requests'

/** @returns the parts of these protocols in the whole service */
export function protocols(): readonly AnyPart[] {
  return [...deviceGrant(), ...pushedRequests()]
}

/** @returns the stores that they bring, each once */
export function protocolStores(): readonly OwnStore[] {
  return [...new Set(protocols().flatMap(({ brings = [] }) => brings))]
}
