// The operations of a group: what is sent, and what is answered.
import type { JsonSchema } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { OperationObject, ParameterObject, PathItem } from '../openapi/operations.ts'
import { nothing, prose } from './markup.ts'
import type { Markup } from './markup.ts'
import { membersTable, typeOf } from './members.ts'
import type { Schemas } from './members.ts'

/** An operation with its place. */
export interface PlacedOperation {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
  /** The parameters of the path, and the parameters of the operation. */
  readonly parameters: readonly ParameterObject[]
}

/** @returns the operations of a document, in its order */
export function operationsOf({ paths }: OpenApiDocument): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methodsOf(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
    })),
  )
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

function methodsOf(item: PathItem): readonly (readonly [string, OperationObject])[] {
  return methods.flatMap((method) => (item[method] === undefined ? [] : [[method, item[method]] as const]))
}

/**
 * @param schemas the named schemas of the document
 * @returns the section of an operation
 */
export function operationSection({ method, path, operation, parameters }: PlacedOperation, schemas: Schemas): Markup {
  const { operationId, summary, requestBody, responses } = operation
  const answers = Object.entries(responses)
  const errors = answers.filter(([status]) => Number(status) >= 400).map(([status]) => status)
  return html`<section id="${operationId}">
    <h3>${methodBadge(method)} <code>${path}</code></h3>
    <p>${summary}.</p>
    ${parameters.length === 0 ? nothing : parametersTable(parameters)} ${requestBody === undefined ? nothing : bodyPart(requestBody, schemas)}
    ${answers.map(([status, response]) => (errors.includes(status) ? nothing : answerPart(status, response, schemas)))}
    <p class="muted">Errors: ${errors.join(', ')}</p>
  </section> `
}

/** @returns the name of a method, coloured by what it does */
export function methodBadge(method: string): Markup {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`
}

function parametersTable(parameters: readonly ParameterObject[]): Markup {
  return html`<table>
    <caption>Parameters</caption>
    <thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>
    <tbody>${parameters.map(
      ({ name, in: place, required = false, description, schema }) =>
        html`<tr><th scope="row"><code>${name}</code> <small>${place}</small>${required && place !== 'path' ? html` <em>required</em>` : nothing}</th><td>${place === 'path' ? nothing : html`${typeOf(schema)}. `}${prose(description)}</td></tr>`,
    )}</tbody>
  </table>`
}

function bodyPart(body: JsonSchema, schemas: Schemas): Markup {
  const content = contentOf(body)
  const types = content.map(([type], index) => html`${index === 0 ? '' : ' or '}<code>${type}</code>`)
  const schema = content[0]?.[1].schema ?? {}
  return html`<p>The body${body['required'] === true ? ' is' : ', which may be left out, is'} ${bodyName(schema, schemas)}, as ${types}.</p>
    ${membersTable(schema, 'The members of the body', schemas)}`
}

function contentOf({ content = {} }: JsonSchema): readonly (readonly [type: string, media: { readonly schema: JsonSchema }])[] {
  return Object.entries(content as Readonly<Record<string, { readonly schema: JsonSchema }>>)
}

/** The members of an entry are shown once, at the end of the page. */
function bodyName({ $ref, type }: JsonSchema, schemas: Schemas): Markup {
  if (typeof $ref !== 'string') return html`of the type ${String(type)}`
  const name = $ref.split('/').at(-1) ?? ''
  if (typeof schemas[name]?.['title'] === 'string') return html`of the type ${name}`
  const entry = name.replace(/Patch$/, '')
  const link = html`<a href="#${entry}">${entry}</a>`
  return entry === name ? html`of the type ${link}` : html`a merge patch of ${link}`
}

function answerPart(status: string, response: JsonSchema, schemas: Schemas): Markup {
  const { description } = response
  const schema = contentOf(response)[0]?.[1].schema ?? {}
  return html`<p><code>${status}</code> ${prose(typeof description === 'string' ? description : '')}</p>
    ${membersTable(schema, 'The members of the answer', schemas)}`
}
