// The reference of every export: its declaration and its doc comment, read from the sources. A package is a page.
import { parseSync } from 'oxc-parser'
import { dirname, join } from 'node:path'
import { filesLike, readText } from './repository.ts'

interface Declared {
  readonly name: string
  readonly kind: string
  readonly declaration: string
  readonly comment: string
}

/** @returns pages in Markdown by the name of the package */
export function apiPages(): ReadonlyMap<string, string> {
  const pages = filesLike('packages/*/package.json').flatMap((path): (readonly [string, string])[] => {
    const manifest = JSON.parse(readText(path)) as { readonly name: string; readonly private?: boolean; readonly description?: string }
    if (manifest.private === true) return []
    const folder = dirname(path)
    return [[manifest.name, pageOf(manifest.name, manifest.description ?? '', folder)]]
  })
  return new Map(pages)
}

function pageOf(name: string, description: string, folder: string): string {
  const exported = exportsOf(join(folder, 'src/index.ts')).toSorted((one, other) => one.name.localeCompare(other.name))
  const entries = exported.map(
    ({ name: each, kind, declaration, comment }) => `## ${each}\n\n*${kind}*\n\n${comment}\n\n\`\`\`ts\n${declaration}\n\`\`\``,
  )
  return [`# ${name}`, description, `${exported.length} exports. [README](../${folder}/README.md)`, ...entries].join('\n\n')
}

/** What a module exports, through the modules that it exports again. */
function exportsOf(path: string): readonly Declared[] {
  const text = readText(path)
  const { program, comments } = parseSync(path, text)
  const overloaded = new Set<string>()
  return program.body.flatMap((statement): readonly Declared[] => {
    if (statement.type === 'ExportAllDeclaration') {
      return statement.source.value.startsWith('.')
        ? typesOf(exportsOf(join(dirname(path), statement.source.value)), statement.exportKind ?? 'value')
        : []
    }
    if (statement.type !== 'ExportNamedDeclaration') return []
    const from = statement.source?.value
    if (from?.startsWith('.') === true) {
      const inside = exportsOf(join(dirname(path), from))
      const names = statement.specifiers.map(({ local }) => ('name' in local ? local.name : ''))
      return inside.filter(({ name }) => names.includes(name))
    }
    if (statement.declaration === null) return []
    const { declaration } = statement
    const comment = comments.findLast(
      ({ end, value }) => end <= statement.start && text.slice(end, statement.start).trim() === '' && value.startsWith('*'),
    )
    const written = signatureOf(text.slice(declaration.start, declaration.end), declaration, text)
    const shown = { declaration: written, comment: proseOf(comment?.value ?? '') }
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.map(({ id }) => ({ name: 'name' in id ? id.name : '', kind: 'value', ...shown }))
    const name = 'id' in declaration && declaration.id !== null && 'name' in declaration.id ? declaration.id.name : ''
    // The first overload has the comment; the declaration with the body cannot be called.
    if (overloaded.has(name)) return []
    if (declaration.type === 'TSDeclareFunction') overloaded.add(name)
    return [{ name, kind: kinds[declaration.type] ?? 'type', ...shown }]
  })
}

const kinds: Readonly<Record<string, string>> = {
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
}

function typesOf(declared: readonly Declared[], kind: string): readonly Declared[] {
  return kind === 'type' ? declared.filter((each) => each.kind === 'type' || each.kind === 'class') : declared
}

/** A declaration without the body of a function, or the value of a constant whose type is written. */
function signatureOf(whole: string, declaration: { readonly type: string; readonly start: number }, text: string): string {
  if ('body' in declaration && declaration.type === 'FunctionDeclaration') {
    const { start } = declaration.body as { readonly start: number }
    return text.slice(declaration.start, start).trim()
  }
  if (declaration.type !== 'VariableDeclaration') return whole
  const [first = whole] = whole.split(/ =(?:\s|$)/)
  return first.includes(':') ? first : (whole.split('\n')[0] ?? '')
}

/** The text of a doc comment: tags become paragraphs. */
function proseOf(comment: string): string {
  return comment
    .replaceAll(/^\s*\*+ ?/gm, '')
    .replaceAll(/\{@link ([^}]*)\}/g, '`$1`')
    .replaceAll(/@(param|returns|throws|example)\b ?/g, '\n\n**$1** ')
    .trim()
}
