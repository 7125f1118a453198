// Which declarations of the packages reach a method of a store that adds, replaces or removes a credential. Read from the syntax trees: a
// declaration writes if it calls such a method, or uses an imported or local declaration that writes. The search ends at declarations that
// declare a part, because parts are composed by name and not called.
import { dirname, join } from 'node:path'
import { isNode, packageSources } from './sources.ts'
import type { Source, SyntaxNode } from './sources.ts'

/** The ports of credentials: their interface, and its methods that add, replace or remove none: they read, use a code up, or store
 * the same secret in another form. */
export const credentialPorts: Readonly<Record<string, { readonly port: string; readonly harmless: readonly string[] }>> = {
  clients: {
    port: 'ClientStore',
    harmless: [
      'find',
      'replaceSecretHash',
      'findSecrets',
      'listKeys',
      'listClientIds',
      'hasProject',
      'admits',
      'hasOrigin',
      'findBoundary',
      'listShared',
      'hasGrantFrom',
      'hasShownSignIn',
      'recordShownSignIn',
    ],
  },
  directory: {
    port: 'DirectoryStore',
    harmless: [
      'find',
      'list',
      'get',
      'page',
      'search',
      'findRemovedByUsers',
      'findTrustedProviders',
      'findLinkedMembers',
      'findClientId',
      'findContactFacts',
      'pageOfPeople',
      'findTaken',
      'snapshot',
    ],
  },
  factorDrafts: { port: 'FactorDraftStore', harmless: ['find', 'deleteExpired'] },
  oneTimeCodes: { port: 'OneTimeCodeStore', harmless: ['find', 'accept'] },
  passkeys: { port: 'PasskeyStore', harmless: ['find', 'list', 'recordUse', 'rename'] },
  passwords: { port: 'PasswordStore', harmless: ['find', 'slowest', 'replaceHash'] },
  personalAccessTokens: { port: 'PersonalAccessTokenStore', harmless: ['find', 'findById'] },
  recoveryCodes: { port: 'RecoveryCodeStore', harmless: ['find', 'use'] },
  userAccounts: { port: 'UserAccountStore', harmless: [] },
  userLinks: { port: 'UserLinkStore', harmless: ['find', 'list', 'settle'] },
}

/** The functions whose callers declare a part of a provider. */
const declarers = new Set([
  'beginSetUp',
  'codeStep',
  'define',
  'defineAuthenticator',
  'defineDetour',
  'defineFormStep',
  'defineSignInStep',
  'defineStep',
])

interface Declaration {
  readonly path: string
  readonly name: string
  readonly identifiers: ReadonlySet<string>
  readonly writes: boolean
  readonly declaresPart: boolean
}

/** The names of the methods of an interface of the ports. */
export function methodsOf(port: string): readonly string[] {
  const declared = packageSources
    .filter(({ path }) => path.startsWith('packages/core-protocol/src/ports/'))
    .flatMap(({ nodes }) => nodes)
    .find((node) => node.type === 'TSInterfaceDeclaration' && nameOf(node['id']) === port)
  if (declared === undefined) throw new Error(`There is no port ${port}.`)
  const { body } = declared['body'] as unknown as { readonly body: readonly SyntaxNode[] }
  return body.map((member) => nameOf(member['key']) ?? '')
}

/** The files that call a method of a store that writes credentials, below `packages`. */
export function directWriters(): readonly string[] {
  return pathsOf(
    packageSources
      .filter(isOfProvider)
      .flatMap(declarationsOf)
      .filter(({ writes }) => writes),
  )
}

/** The files with a declaration that writes credentials, itself or by others, below `packages`. */
export function filesThatWriteCredentials(sources: readonly Source[] = packageSources): readonly string[] {
  const read = sources.filter(isOfProvider)
  const all = read.flatMap(declarationsOf)
  const imports = new Map(read.map((source) => [source.path, importsOf(source)]))
  const writing = new Set(all.filter(({ writes }) => writes))
  for (let before = -1; before !== writing.size;) {
    before = writing.size
    const used = [...writing].filter(({ declaresPart }) => !declaresPart)
    for (const each of all) if (used.some((writer) => uses(each, writer, imports.get(each.path) ?? []))) writing.add(each)
  }
  return pathsOf([...writing])
}

/** The storage implements the ports; the clients know the HTTP API alone. */
function isOfProvider({ folder }: Source): boolean {
  return !/^(storage-.*|test-kit|testing|test-client|client|management-command)$/.test(folder)
}

function pathsOf(declarations: readonly Declaration[]): readonly string[] {
  return [...new Set(declarations.map(({ path }) => path.replace('packages/', '')))].sort()
}

interface Imported {
  readonly local: string
  readonly name: string
  readonly from: string
}

function uses(user: Declaration, writer: Declaration, imports: readonly Imported[]): boolean {
  if (user.path === writer.path) return user.identifiers.has(writer.name)
  return imports.some(
    ({ local, name, from }) =>
      name === writer.name && user.identifiers.has(local) && (from === writer.path || writer.path.startsWith(`packages/${from}/`)),
  )
}

function importsOf({ path, nodes }: Source): readonly Imported[] {
  return nodes
    .filter((node) => node.type === 'ImportDeclaration' && node['importKind'] !== 'type')
    .flatMap((node) => {
      const specifier = String((node['source'] as SyntaxNode)['value'])
      const from = specifier.startsWith('.') ? join(dirname(path), specifier) : specifier.replace('@symbolon/', '')
      return (node['specifiers'] as readonly SyntaxNode[]).flatMap((each) =>
        each.type === 'ImportSpecifier' ? [{ local: nameOf(each['local']) ?? '', name: nameOf(each['imported']) ?? '', from }] : [],
      )
    })
}

function declarationsOf({ path, nodes }: Source): readonly Declaration[] {
  const program = nodes.find(({ type }) => type === 'Program')
  return ((program?.['body'] ?? []) as readonly SyntaxNode[]).flatMap((statement) => {
    const { declaration } = statement
    const node = statement.type === 'ExportNamedDeclaration' && isNode(declaration) ? declaration : statement
    if (node.type === 'FunctionDeclaration') return [describe(path, nameOf(node['id']) ?? '', node)]
    if (node.type !== 'VariableDeclaration') return []
    return (node['declarations'] as readonly SyntaxNode[]).map((each) => describe(path, nameOf(each['id']) ?? '', each))
  })
}

function describe(path: string, name: string, node: SyntaxNode): Declaration {
  const nodes = [...walk(node)]
  const calls = nodes.filter(({ type }) => type === 'CallExpression').map((call) => call['callee'])
  return {
    path,
    name,
    identifiers: new Set(nodes.filter(({ type }) => type === 'Identifier').map((each) => String(each['name']))),
    writes: calls.some(isWrite),
    declaresPart: calls.some((callee) => declarers.has(nameOf(callee) ?? '')),
  }
}

function isWrite(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false
  const [store = '', method = ''] = [nameOf(callee['object']), nameOf(callee['property'])]
  return Object.hasOwn(written, store) && written[store]?.includes(method) === true
}

/** The name of an identifier, or of the last member of `a.b.c` and `a?.b`. */
function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Identifier') return String(value['name'])
  if (value.type === 'ChainExpression') return nameOf(value['expression'])
  return value.type === 'MemberExpression' ? nameOf(value['property']) : undefined
}

function* walk(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const element of value) yield* walk(element)
  } else if (isNode(value)) {
    yield value
    for (const member of Object.values(value)) if (typeof member === 'object') yield* walk(member)
  }
}

/** The methods that write, by the name of the store. A method that is not known as harmless is one of them. */
const written: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(credentialPorts).map(([store, { port, harmless }]) => [
    store,
    methodsOf(port).filter((method) => !harmless.includes(method)),
  ]),
)
