// Finds pushed requests at the authorization endpoint. https://www.rfc-editor.org/rfc/rfc9126#section-4
import { clientMetadata, define, digest, DisplayedError } from '@symbolon/core-protocol'
import type { AnyRequestSource } from '@symbolon/core-protocol'
import { requiresPushing } from './client-metadata.ts'
import { pushedRequestStore } from './sql-store.ts'

/** The name of the source, which pending authorization requests keep. */
export const sourceName = 'pushed authorization requests'

/** https://www.rfc-editor.org/rfc/rfc9126#section-2.2 */
export const referencePrefix = 'urn:ietf:params:oauth:request_uri:'

/** The source of pushed requests. */
export function pushedRequestSource({ required }: { readonly required: boolean }): AnyRequestSource {
  return define({
    kind: 'request_source',
    name: sourceName,
    stores: ['pushedRequests'],
    brings: [pushedRequestStore],
    parameter: 'request_uri',
    async read({ value, client: { clientId } }, { stores, now }) {
      if (!value.startsWith(referencePrefix)) return undefined
      const reference = digest(value.slice(referencePrefix.length))
      const request = await stores.pushedRequests.find({ digest: reference, clientId }, now())
      // One description for all reasons: an unknown reference, an expired or used one, and that of another client.
      if (request === undefined)
        throw new DisplayedError('invalid_request_uri', 'The request_uri is not known, has expired or was used before.')
      return { request, reference }
    },
    use: async (reference, { stores, now }) => await stores.pushedRequests.take(reference, now()),
    clientMetadata: { require_pushed_authorization_requests: requiresPushing },
    // Clients that are parts of the provider, such as the console, are public and cannot push.
    isRequiredOf: (client, { registry }) =>
      (required && !registry.clientIds.includes(client.clientId)) ||
      clientMetadata(client, 'require_pushed_authorization_requests', registry) === true,
  })
}
