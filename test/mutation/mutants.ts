// Mutants of a source file: small changes of behaviour that a good test suite notices. Types, imports and texts for people stay as they are.
import { isNode } from '../architecture/sources.ts'
import type { Source, SyntaxNode } from '../architecture/sources.ts'

export interface Mutant {
  /** The file, seen from the repository. */
  readonly path: string
  /** Where the change starts and ends in the file's text. */
  readonly start: number
  readonly end: number
  readonly line: number
  readonly replacement: string
  readonly operator: string
}

type Change = Pick<Mutant, 'start' | 'end' | 'replacement' | 'operator'>

const swappedOperators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
}
const swappedLogic: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' }
const swappedMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
}
/** Calls that can be left out: what they were called on takes their place. */
const transparentMethods = new Set(['filter', 'toSorted', 'toReversed', 'slice', 'trim', 'toLowerCase'])

/** @returns every mutant of the file, in the order of the text */
export function mutantsOf({ path, text, nodes }: Source): readonly Mutant[] {
  const skipped = new Set<unknown>(nodes.flatMap((node) => untouched(node)))
  const changes = nodes.filter((node) => !skipped.has(node)).flatMap((node) => changesOf(node, text))
  return changes
    .map((change) => ({ ...change, path, line: text.slice(0, change.start).split('\n').length }))
    .toSorted((left, right) => left.start - right.start || left.end - right.end)
}

/** Nodes whose mutants would say nothing: types, module names, member names, directives. */
function untouched(node: SyntaxNode): readonly unknown[] {
  switch (node.type) {
    case 'TSLiteralType':
      return [node['literal']]
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return [node['source']]
    case 'Property':
    case 'PropertyDefinition':
    case 'TSPropertySignature':
      return [node['key']]
    case 'MemberExpression':
      return node['computed'] === true ? [] : [node['property']]
    default:
      return []
  }
}

function changesOf(node: SyntaxNode, text: string): readonly Change[] {
  const source = (value: unknown): string => text.slice(...range(value))
  const change = (operator: string, replacement: string, at: unknown = node): Change => {
    const [start, end] = range(at)
    return { start, end, replacement, operator }
  }
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [change('condition is true', 'true', node['test']), change('condition is false', 'false', node['test'])]
    case 'BinaryExpression': {
      const operator = String(node['operator'])
      const swapped = swappedOperators[operator]
      return swapped === undefined
        ? []
        : [change(`${operator} becomes ${swapped}`, `${source(node['left'])} ${swapped} ${source(node['right'])}`)]
    }
    case 'LogicalExpression': {
      const operator = String(node['operator'])
      const swapped = swappedLogic[operator]
      return swapped === undefined
        ? []
        : [change(`${operator} becomes ${swapped}`, `((${source(node['left'])}) ${swapped} (${source(node['right'])}))`)]
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? [change('! is left out', source(node['argument']))] : []
    case 'Literal':
      return changesOfLiteral(node, change)
    case 'ArrayExpression':
      return (node['elements'] as readonly unknown[]).length === 0 ? [] : [change('array becomes empty', '[]')]
    case 'CallExpression':
      return changesOfCall(node, change, source)
    case 'ExpressionStatement': {
      const { expression } = node as { readonly expression?: unknown }
      const called = isNode(expression) && expression.type === 'AwaitExpression' ? expression['argument'] : expression
      return isNode(called) && called.type === 'CallExpression' && !isSuper(called) ? [change('statement is left out', ';')] : []
    }
    default:
      return []
  }
}

type Describe = (operator: string, replacement: string, at?: unknown) => Change

function changesOfLiteral({ value }: SyntaxNode, change: Describe): readonly Change[] {
  if (typeof value === 'boolean') return [change(`${value} becomes ${!value}`, String(!value))]
  // A text with spaces is for people: what it says is not tested word by word.
  if (typeof value === 'string' && value !== '' && !value.includes(' ')) return [change('string becomes empty', `''`)]
  if (typeof value === 'number') return [change(`${value} becomes ${value + 1}`, String(value + 1))]
  return []
}

function changesOfCall({ callee }: SyntaxNode, change: Describe, source: (value: unknown) => string): readonly Change[] {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || callee['computed'] === true || !isNode(callee['property'])) return []
  const method = String(callee['property']['name'])
  const swapped = swappedMethods[method]
  if (swapped !== undefined) return [change(`${method} becomes ${swapped}`, swapped, callee['property'])]
  return transparentMethods.has(method) ? [change(`${method} is left out`, source(callee['object']))] : []
}

function isSuper(call: SyntaxNode): boolean {
  return isNode(call['callee']) && call['callee'].type === 'Super'
}

function range(value: unknown): [number, number] {
  if (!isNode(value)) throw new Error('There is no node')
  return [Number(value['start']), Number(value['end'])]
}
