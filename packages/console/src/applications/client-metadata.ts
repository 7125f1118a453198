// The client metadata that composed parts declare, as fields of the form of an application.
import type { ClientMetadataMember, ClientMetadataMembers } from '@symbolon/core-protocol'
import type { JsonSchema } from '@symbolon/schema-v2'
import type { FormField } from '../html/fields.ts'

/**
 * @param kind of the application
 * @param language of the user
 * @returns a field for each member that an application of the kind has
 */
export function clientMetadataFields(kind: string, members: ClientMetadataMembers, language: string): readonly FormField[] {
  const clientKind = kind === 'apiApp' ? 'api' : 'oidc'
  return [...members].flatMap(([name, member]) => {
    const { clientKinds = ['oidc'], texts = {} } = member
    const { label = name, help } = texts[language] ?? texts['en'] ?? {}
    const described = { name: `clientMetadata.${name}`, label, ...(help === undefined ? {} : { help }) }
    return clientKinds.includes(clientKind) ? [{ ...described, ...controlOf(member) }] : []
  })
}

function controlOf({ schema }: ClientMetadataMember): Partial<FormField> {
  if (!('json' in schema)) return listControl(schema.item.json)
  const { type, enum: values } = schema.json
  if (isTexts(values)) return { kind: 'select', choices: [{ value: '', label: '–' }, ...choicesOf(values)] }
  if (type === 'boolean') return { kind: 'check' }
  if (type === 'integer') return { kind: 'number', toMember: (typed) => (typed === '' ? undefined : Number(typed)) }
  return {}
}

function listControl({ enum: values }: JsonSchema): Partial<FormField> {
  return isTexts(values) ? { kind: 'checks', choices: choicesOf(values) } : { kind: 'lines' }
}

function choicesOf(values: readonly string[]): NonNullable<FormField['choices']> {
  return values.map((value) => ({ value, label: value }))
}

function isTexts(values: unknown): values is readonly string[] {
  return Array.isArray(values) && values.every((value) => typeof value === 'string')
}
