// What all administrative endpoints have in common: an owner calls, and what goes wrong is told in the REST shape.
import { defineEndpoint } from '@symbolon/core-protocol'
import type { AnyEndpoint, RequestContext, StoreName, User } from '@symbolon/core-protocol'
import { authenticateOwner } from './authenticate-owner.ts'
import type { OwnerStores } from './authenticate-owner.ts'
import { RestError, restErrorResponse } from './rest-error.ts'

const ownerStores: readonly OwnerStores[] = ['accessTokens', 'clients', 'directory', 'personalAccessTokens', 'revocations', 'users']

export interface AdministrativeEndpoint<S extends StoreName> {
  readonly name: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** Beside those that tell who the caller is. */
  readonly stores: readonly S[]
  handle(request: Request, owner: User, context: RequestContext<OwnerStores | S>): Promise<Response>
}

export function administrativeEndpoint<const S extends StoreName>(endpoint: AdministrativeEndpoint<S>): AnyEndpoint {
  const { name, path, method, stores } = endpoint
  return defineEndpoint({
    name,
    stores: [...ownerStores, ...stores],
    path,
    methods: [method],
    cors: 'none',
    async handle(request, context: RequestContext<OwnerStores | S>) {
      try {
        return await endpoint.handle(request, await authenticateOwner(request, context), context)
      } catch (error) {
        if (!(error instanceof RestError)) throw error
        context.log.info('administration_refused', { path, id: error.id })
        return restErrorResponse(error, context.vendor, context.issuer)
      }
    },
  })
}
