// The pages of the reference: an overview, and a page for each group of operations.
import type { JsonSchema } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { managementPath } from '../http/route.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { errorNames } from '../openapi/operations.ts'
import { nothing, prose, slugOf, toText } from './markup.ts'
import type { Markup } from './markup.ts'
import { membersTable } from './members.ts'
import { methodBadge, operationSection, operationsOf } from './operations.ts'
import type { PlacedOperation } from './operations.ts'
import { stylePath } from './style.ts'

/** The path of the overview. */
export const referencePath: string = `${managementPath}/reference`

/** @returns the overview: what holds for all operations, and every path */
export function overviewPage(document: OpenApiDocument): string {
  const { info, servers, tags } = document
  const operations = operationsOf(document)
  const [{ url }] = servers
  return page(
    info.title,
    html`<h1>${info.title}</h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<pre tabindex="0"><code>curl ${url}/orgs -H "authorization: Bearer $TOKEN"</code></pre>
<p>The same as <a href="${managementPath}/openapi.json">OpenAPI 3.1 document</a>, for generators of clients and for tools.</p>
<h2>Errors</h2>
<p>An error has a <code>message</code> for people, and <code>details</code> for programs: a stable <code>id</code>, and with
<code>fieldViolations</code> the members at fault.</p>
${errorsTable(document)} ${membersTable(document.components.schemas['FieldViolation'] ?? {}, 'Each of the fieldViolations')}
<h2>Operations</h2>
${tags.map((tag) => groupOverview(tag, operations.filter(isOf(tag.name))))}`,
  )
}

function groupOverview({ name, description }: OpenApiDocument['tags'][number], operations: readonly PlacedOperation[]): Markup {
  const paths = [...new Set(operations.map(({ path }) => path))]
  const methodsOf = (path: string): readonly Markup[] =>
    operations.filter((each) => each.path === path).map(({ method }) => methodBadge(method))
  return html`<div class="group">
    <h3><a href="${referencePath}/${slugOf(name)}">${name}</a></h3>
    <p>${prose(description)}</p>
    <ul>
      ${paths.map((path) => html`<li><code>${path}</code> <span class="methods">${methodsOf(path)}</span></li>`)}
    </ul>
  </div>`
}

function errorsTable({ components }: OpenApiDocument): Markup {
  return html`<table>
    <caption>
      The statuses of errors
    </caption>
    <thead>
      <tr>
        <th scope="col">Status</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(errorNames).map(([status, name]) => {
        const description = components.responses[name]?.['description']
        return html`<tr>
          <th scope="row"><code>${status}</code></th>
          <td>${prose(typeof description === 'string' ? description : '')}</td>
        </tr>`
      })}
    </tbody>
  </table>`
}

/** @returns the page of a group of operations; undefined if the document has no such group */
export function groupPage(document: OpenApiDocument, slug: string): string | undefined {
  const tag = document.tags.find(({ name }) => slugOf(name) === slug)
  if (tag === undefined) return undefined
  const operations = operationsOf(document).filter(isOf(tag.name))
  const text = JSON.stringify(operations)
  // The entry of a group is what its answers are about. It is not shown again as a patch or in each answer.
  const entries = Object.entries(document.components.schemas).filter(([name]) => text.includes(`/schemas/${name}Resource"`))
  return page(
    `${tag.name} – ${document.info.title}`,
    html`<p class="above"><a href="${referencePath}">${document.info.title}</a></p>
<h1>${tag.name}</h1>
<p>${prose(tag.description)}</p>
<ul class="paths">${operations.map(
      ({ method, path, operation }) => html`<li><a href="#${operation.operationId}">${methodBadge(method)} <code>${path}</code></a></li>`,
    )}${entries.map(([name]) => html`<li><a href="#${name}">The members of ${name}</a></li>`)}</ul>
<h2>Operations</h2>
${operations.map((operation) => operationSection(operation, document.components.schemas))}
${entries.length === 0 ? nothing : html`<h2>Entries</h2>`}
${entries.map(([name, schema]) => entrySection(name, schema))}`,
  )
}

function entrySection(name: string, schema: JsonSchema): Markup {
  const { description } = schema
  return html`<section id="${name}">
<h3>${name}</h3>
${typeof description === 'string' ? html`<p>${prose(description)}</p>` : nothing}
${membersTable(schema, `The members of ${name}`)}
${examplesOf(schema)}</section>
`
}

function examplesOf({ examples = [] }: JsonSchema): readonly Markup[] {
  return (examples as readonly unknown[]).map(
    (example) => html`<p>For example:</p>
<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
`,
  )
}

/** @returns the page for an address outside of the reference */
export function unknownPage(): string {
  return page('No such page', html`<h1>No such page</h1><p>See the <a href="${referencePath}">overview of the API</a>.</p>`)
}

function isOf(tag: string): (operation: PlacedOperation) => boolean {
  return ({ operation }) => operation.tags.includes(tag)
}

function page(title: string, body: Markup): string {
  return toText(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`)
}
