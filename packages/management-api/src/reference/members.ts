// The members of an object as a table.
import type { JsonSchema } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { nothing, prose } from './markup.ts'
import type { Markup } from './markup.ts'

interface Member {
  readonly path: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/** The named schemas of the document. */
export type Schemas = Readonly<Record<string, JsonSchema>>

/**
 * @param schemas titled schemas appear where they are referenced; others have a separate section
 * @returns the table of the members of an object, those of inner objects included
 */
export function membersTable(schema: JsonSchema, caption: string, schemas: Schemas = {}): Markup {
  const members = membersOf(schema, '', schemas)
  if (members.length === 0) return nothing
  return html`<table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">Member</th><th scope="col">Value</th></tr></thead>
    <tbody>${members.map(row)}</tbody>
  </table>`
}

function row({ path, required, schema }: Member): Markup {
  const { description } = schema
  const sentence = typeof description === 'string' ? html` <span>${prose(description)}</span>` : nothing
  return html`<tr><th scope="row"><code>${path}</code>${required ? html` <em>required</em>` : nothing}</th><td>${typeOf(schema)}.${sentence}</td></tr>
`
}

function membersOf(referred: JsonSchema, before: string, schemas: Schemas): readonly Member[] {
  const { properties = {}, required = [] } = meant(referred, schemas)
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).flatMap(([name, schema]) => {
    const member = { path: `${before}${name}`, required: (required as readonly string[]).includes(name), schema }
    const { items } = schema as { readonly items?: JsonSchema }
    return [
      member,
      ...membersOf(schema, `${member.path}.`, schemas),
      ...(items === undefined ? [] : membersOf(items, `${member.path}[].`, schemas)),
    ]
  })
}

function meant(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref } = schema
  const named = typeof $ref === 'string' ? schemas[$ref.split('/').at(-1) ?? ''] : undefined
  return typeof named?.['title'] === 'string' ? named : schema
}

/** @returns what values a schema takes, in words */
export function typeOf(schema: JsonSchema): Markup {
  const { type, enum: names, const: only, anyOf, items, $ref, writeOnly } = schema
  if (typeof $ref === 'string') return html`${$ref.split('/').at(-1)}`
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`
  if (Array.isArray(anyOf))
    return html`${joined(
      anyOf.map((each) => typeOf(each as JsonSchema)),
      ' or ',
    )}`
  if (Array.isArray(names))
    return html`${joined(
      names.map((name) => html`<code>${String(name)}</code>`),
      ', ',
    )}`
  if (type === 'array') return html`list of ${typeOf((items ?? {}) as JsonSchema)}`
  const never = writeOnly === true ? ', never shown' : ''
  return html`${kindOf(schema)}${bounds(schema)}${never}`
}

function joined(parts: readonly Markup[], separator: string): readonly (Markup | string)[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
}

const formats: Readonly<Record<string, string>> = { 'date-time': 'time (RFC 3339)' }

function kindOf({ type, format, contentEncoding, pattern, description }: JsonSchema): Markup {
  if (typeof format === 'string') return html`${formats[format] ?? format}`
  if (typeof contentEncoding === 'string') return html`${contentEncoding}`
  // A description says more than a pattern, and one that only refuses control characters says little.
  const shown = typeof pattern === 'string' && description === undefined && !pattern.includes(String.raw`\x00`)
  return html`${typeof type === 'string' ? type : 'any value'}${shown ? html` <code>${pattern}</code>` : nothing}`
}

function bounds({ minLength, maxLength, minimum, maximum, default: standard }: JsonSchema): string {
  const text = (value: unknown): string | undefined => (typeof value === 'number' && value > 0 ? value.toLocaleString('en') : undefined)
  const [shortest, longest, least, most] = [minLength, maxLength, minimum, maximum].map(text)
  const length =
    longest === undefined ? '' : shortest === undefined ? `, at most ${longest} characters` : `, ${shortest} to ${longest} characters`
  const range = most === undefined ? '' : `, ${least ?? '0'} to ${most}`
  return `${length}${range}${standard === undefined ? '' : `; ${JSON.stringify(standard)} by default`}`
}
