// The source files of the repository, parsed: what the architecture tests look at.
import { parseSync } from 'oxc-parser'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface Import {
  readonly specifier: string
  /** Erased before the program runs: `import type`, `export type … from`, `import('…')` in a type. */
  readonly typesOnly: boolean
  readonly reexport: boolean
}

/** A node of the syntax tree; see https://github.com/estree/estree. */
export type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string }

export interface Source {
  /** From the repository, with slashes. */
  readonly path: string
  /** The folder under packages/. */
  readonly folder: string
  readonly text: string
  readonly nodes: readonly SyntaxNode[]
  readonly imports: readonly Import[]
}

export interface Manifest {
  readonly name: string
  readonly version?: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** The folders under packages/. */
export const packageFolders: readonly string[] = globSync('packages/*/package.json', { cwd: root })
  .map((path) => path.split('/')[1] ?? '')
  .sort()

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as Manifest
}

export const packageSources: readonly Source[] = globSync('packages/*/src/**/*.ts', { cwd: root }).sort().map(readSource)

/** Every file that we write in TypeScript or JavaScript. */
export const allFiles: readonly string[] = globSync(
  ['packages/*/{src,test}/**/*.{ts,mjs}', '{test,scripts,examples,bench}/**/*.{ts,mjs}'],
  {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  },
)
  .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
  .sort()

/** @throws Error for a file that does not parse, or imports something that is computed */
export function readSource(path: string): Source {
  return sourceOf(path, readFileSync(join(root, path), 'utf8'))
}

/** The source that a file of this text would be. @throws as `readSource` */
export function sourceOf(path: string, content: string): Source {
  const { text, nodes } = parse(path, content)
  return { path, folder: path.split('/')[1] ?? '', text, nodes, imports: nodes.flatMap((node) => importOf(node, path)) }
}

/** @throws Error for a file that does not parse */
export function parse(path: string, text: string = readFileSync(join(root, path), 'utf8')): Pick<Source, 'text' | 'nodes'> {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  return { text, nodes: [...walk(program)] }
}

/** `@scope/name/entry` → `@scope/name`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function* walk(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const element of value) yield* walk(element)
  } else if (isNode(value)) {
    yield value
    for (const member of Object.values(value)) if (typeof member === 'object') yield* walk(member)
  }
}

function importOf(node: SyntaxNode, path: string): readonly Import[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return [{ specifier: literal(node['source'], path), typesOnly: node['importKind'] === 'type', reexport: false }]
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return node['source'] === null
        ? []
        : [{ specifier: literal(node['source'], path), typesOnly: node['exportKind'] === 'type', reexport: true }]
    case 'ImportExpression':
      return [{ specifier: literal(node['source'], path), typesOnly: false, reexport: false }]
    case 'TSImportType':
      return [{ specifier: literal(node['source'] ?? node['argument'], path), typesOnly: true, reexport: false }]
    default:
      return []
  }
}

/** What is imported must be readable without running the program. */
function literal(node: unknown, path: string): string {
  if (isNode(node) && typeof node['value'] === 'string') return node['value']
  throw new Error(`${path} imports something that is computed`)
}
