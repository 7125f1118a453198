// The documentation of the API. It is public: it holds nothing of the instance but its issuer.
import { define } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, HttpRequest, Registry } from '@symbolon/core-protocol'
import { managementPath } from '../http/route.ts'
import type { AnyRoute } from '../http/route.ts'
import { openApiDocument } from '../openapi/document.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { groupPage, overviewPage, referencePath, unknownPage } from './pages.ts'
import { style, stylePath } from './style.ts'

/** @returns the endpoints of the OpenAPI document of the routes, and of its pages */
export function documentationEndpoints(routes: readonly AnyRoute[]): readonly AnyEndpoint[] {
  const documents = new Map<string, OpenApiDocument>()
  const made = new Map<string, string | undefined>()

  function documentOf({ issuer, registry }: Asked): OpenApiDocument {
    const document = documents.get(issuer) ?? openApiDocument(routes, issuer, registry)
    documents.set(issuer, document)
    return document
  }

  /** Every text is made once: it depends on the issuer alone. Only known addresses are kept. */
  function once(key: string, make: () => string | undefined): string | undefined {
    const text = made.get(key) ?? make()
    if (text !== undefined) made.set(key, text)
    return text
  }

  return [
    file('OpenAPI document of the management API', `${managementPath}/openapi.json`, (asked) => ({
      status: 200,
      fields: { 'content-type': 'application/json', 'cache-control': shortly },
      body: once(`json ${asked.issuer}`, () => JSON.stringify(documentOf(asked))) ?? '',
    })),
    file('reference of the management API', referencePath, (asked) =>
      pageAnswer(once(`overview ${asked.issuer}`, () => overviewPage(documentOf(asked)))),
    ),
    file('group in the reference of the management API', `${referencePath}/:group`, (asked) => {
      const group = asked.path.slice(referencePath.length + 1)
      return pageAnswer(once(`group ${asked.issuer} ${group}`, () => groupPage(documentOf(asked), group)))
    }),
    file('style sheet of the reference of the management API', stylePath, () => ({
      status: 200,
      fields: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
      body: style,
    })),
  ]
}

const shortly = 'public, max-age=300'

interface Asked extends Pick<HttpRequest, 'path'> {
  readonly issuer: string
  readonly registry: Pick<Registry, 'auditEvents' | 'clientMetadata'>
}

function file(name: string, path: string, answer: (asked: Asked) => Answer): AnyEndpoint {
  return define({
    kind: 'endpoint',
    takes: 'nothing',
    name,
    path,
    methods: ['GET', 'HEAD'],
    stores: [],
    // Tools in the browser read the document from other origins.
    cors: path.endsWith('.json') ? 'any' : 'none',
    handle: async (request, { issuer, registry }) => answer({ path: request.path, issuer, registry }),
  })
}

function pageAnswer(text: string | undefined): Answer {
  return {
    status: text === undefined ? 404 : 200,
    fields: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': shortly,
      'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    },
    body: text ?? unknownPage(),
  }
}
