// Questions to a parsed source file.
import { isNode } from './sources.ts'
import type { Source, SyntaxNode } from './sources.ts'

/** The strings that a file writes, members' names included; types have no behaviour. */
export function stringsOf({ nodes }: Source): readonly string[] {
  const inTypes = new Set<unknown>(nodes.filter(({ type }) => type === 'TSLiteralType').map((node) => node['literal']))
  return nodes
    .filter((node) => !inTypes.has(node))
    .flatMap((node) => {
      if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
      if (node.type === 'TemplateElement' && isTemplateValue(node['value'])) return [node['value'].cooked]
      if (node.type === 'Property' && isNode(node['key']) && node['key'].type === 'Identifier' && node['computed'] !== true)
        return [String(node['key']['name'])]
      return []
    })
}

/** Where a file names `object.member`, called or not. */
export function callsOf({ nodes }: Source, object: string, members: readonly string[]): readonly SyntaxNode[] {
  return nodes.filter(
    (node) =>
      node.type === 'MemberExpression' &&
      isIdentifier(node['object'], object) &&
      members.some((member) => isNamed(node['property'], member)),
  )
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
