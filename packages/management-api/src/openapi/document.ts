// The OpenAPI document of the API, made from its routes. https://spec.openapis.org/oas/v3.1.1.html
import type { Registry } from '@symbolon/core-protocol'
import type { JsonSchema } from '@symbolon/schema-v2'
import { managementPath } from '../http/route.ts'
import type { AnyRoute } from '../http/route.ts'
import { errorResponses, pathItem } from './operations.ts'
import type { PathItem } from './operations.ts'
import { withAuditEvents } from './audit-events.ts'
import { withClientMetadata } from './client-metadata.ts'
import { componentSchemas } from './schemas.ts'
import { tagsOf } from './tags.ts'
import type { TagObject } from './tags.ts'

/** An OpenAPI document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string; readonly license: JsonSchema }
  readonly servers: readonly [{ readonly url: string }]
  readonly security: readonly JsonSchema[]
  readonly tags: readonly TagObject[]
  /** By path; parameters as `{orgId}`. */
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>
  }
}

const description = `Every resource of an instance as JSON. An entry is that of a document.

A caller presents an access token or a personal access token of a user with a role, as a bearer token.

\`PUT\` creates an object or brings it to the state of the body: members that are left out take their default. \`PATCH\` is a JSON Merge Patch.
\`dry_run\` returns what a change would do, and changes nothing. Secrets are never read: those that a change generates are in its answer, once.

A list is read page by page: \`next\` is the \`cursor\` of the next page.

\`ETag\` changes with the content, and \`If-Match\` refuses a change of another version.

An unknown member and an unknown query parameter are refused.`

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description: 'An access token for the audience of the management API, or a personal access token of a service user.',
}

type Declared = Pick<Registry, 'auditEvents' | 'clientMetadata'>

/**
 * @param issuer the origin of the server, with its path if it has one
 * @param declared what parts of the server declare
 * @returns the document of the routes
 * @throws TypeError for a route with a schema that has no name in `namedSchemas`, and for a group without a description
 */
export function openApiDocument(
  routes: readonly AnyRoute[],
  issuer: string,
  { clientMetadata, auditEvents }: Declared = { clientMetadata: new Map(), auditEvents: new Map() },
): OpenApiDocument {
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Management API',
      version: '1.0.0',
      description: description.replaceAll(/(?<!\n)\n(?!\n)/g, ' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${issuer}${managementPath}` }],
    security: [{ bearer: [] }],
    tags: tagsOf(routes),
    paths: Object.fromEntries(routes.map((route) => [route.path.replaceAll(/:(\w+)/g, '{$1}'), pathItem(route)])),
    components: {
      schemas: withClientMetadata(componentSchemas(routes), clientMetadata),
      responses: errorResponses,
      securitySchemes: { bearer },
    },
  }
  return withAuditEvents(document, auditEvents)
}
