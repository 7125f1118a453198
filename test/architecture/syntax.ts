// Questions to a parsed source file.
import { isNode } from './sources.ts'
import type { Source, SyntaxNode } from './sources.ts'

/** The names that a file uses as free identifiers or takes from globalThis; members of other objects do not count. */
export function namesOf({ nodes }: Source): readonly string[] {
  const members = new Set<unknown>()
  const names: string[] = []
  for (const node of nodes) {
    if (node.type === 'MemberExpression') {
      const ofGlobal = isIdentifier(node['object'], 'globalThis')
      if (ofGlobal && isNode(node['property'])) names.push(String(node['property']['name'] ?? node['property']['value']))
      if (node['computed'] !== true) members.add(node['property'])
    }
    if (/^(Property|PropertyDefinition|MethodDefinition|TSPropertySignature|TSMethodSignature)$/.test(node.type) && node['computed'] !== true) members.add(node['key'])
  }
  return [...names, ...nodes.filter((node) => node.type === 'Identifier' && !members.has(node)).map((node) => String(node['name']))]
}

/** The strings that a file writes, members' names included; what types say is no behaviour. */
export function stringsOf({ nodes }: Source): readonly string[] {
  const inTypes = new Set<unknown>(nodes.filter(({ type }) => type === 'TSLiteralType').map((node) => node['literal']))
  return nodes.filter((node) => !inTypes.has(node)).flatMap((node) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
    if (node.type === 'TemplateElement' && isTemplateValue(node['value'])) return [node['value'].cooked]
    if (node.type === 'Property' && isNode(node['key']) && node['key'].type === 'Identifier' && node['computed'] !== true) return [String(node['key']['name'])]
    return []
  })
}

/** Where a file names `object.member`, called or not. */
export function callsOf({ nodes }: Source, object: string, members: readonly string[]): readonly SyntaxNode[] {
  return nodes.filter((node) => node.type === 'MemberExpression' && isIdentifier(node['object'], object) && members.some((member) => isNamed(node['property'], member)))
}

/** Where a file says `new name(…)`. */
export function constructsOf({ nodes }: Source, name: string): readonly SyntaxNode[] {
  return nodes.filter((node) => node.type === 'NewExpression' && isIdentifier(node['callee'], name))
}

export function isIdentifier(value: unknown, name: string): boolean {
  return isNode(value) && value.type === 'Identifier' && value['name'] === name
}

function isNamed(value: unknown, name: string): boolean {
  return isNode(value) && (value['name'] === name || value['value'] === name)
}

function isTemplateValue(value: unknown): value is { readonly cooked: string } {
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
}
