// The documentation of the API. It is public: it holds nothing of the instance but its issuer.
import { define } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { managementPath } from '../http/route.ts'
import type { AnyRoute } from '../http/route.ts'
import { openApiDocument } from './document.ts'

/** @returns the endpoint of the OpenAPI document of the routes */
export function documentationEndpoints(routes: readonly AnyRoute[]): readonly AnyEndpoint[] {
  const documents = new Map<string, string>()
  return [
    define({
      kind: 'endpoint',
      name: 'OpenAPI document of the management API',
      path: `${managementPath}/openapi.json`,
      methods: ['GET', 'HEAD'],
      stores: [],
      // Tools in the browser read it from other origins.
      cors: 'any',
      async handle(_request, { issuer }) {
        const body = documents.get(issuer) ?? JSON.stringify(openApiDocument(routes, issuer))
        documents.set(issuer, body)
        return { status: 200, fields: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' }, body }
      },
    }),
  ]
}
