// How code treats secrets: it compares them in a way that takes the same time whatever they are, and never makes them of weak randomness.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNode, packageSources } from './sources.ts'
import type { Source, SyntaxNode } from './sources.ts'
import { isIdentifier } from './syntax.ts'

/** Names of what an attacker would like to guess, and of what is made of it. */
const secretName =
  /secret|digest|hash|password|csrf|cookie|verifier|challenge|signature|hmac|mac$|seed|otp|^token$|accesstoken|refreshtoken|^code$/i
/** Names that describe a secret and are not secret. */
const aboutSecrets = /length|problem|type|kind|path|name|count|method|algorithm|scheme|limit|version|format|id$|at$/i

/** Comparisons without a measurable effect: of a document with what is stored, which only owners apply. */
const allowed: readonly RegExp[] = [
  /^packages\/provisioning\/src\/prepare\//,
  /^packages\/storage-sql\/src\/directory\/put-passwords\.ts$/,
  // Of a column by its name.
  /^packages\/storage-sql\/src\/directory\/put\.ts$/,
  /^packages\/test-kit\//,
]

const nameOf = (value: unknown): string | undefined => {
  if (!isNode(value)) return undefined
  if (value.type === 'Identifier') return String(value['name'])
  if (value.type === 'AwaitExpression') return nameOf(value['argument'])
  if (value.type === 'CallExpression') return nameOf(value['callee'])
  return value.type === 'MemberExpression' && isNode(value['property'])
    ? String(value['property']['name'] ?? value['property']['value'])
    : undefined
}

const isSecret = (value: unknown): boolean => {
  const name = nameOf(value)
  return name !== undefined && secretName.test(name) && !aboutSecrets.test(name)
}

/** Whether a secret exists, is empty, or has a type does not reveal it. */
const isConstant = (value: unknown): boolean =>
  isNode(value) && (value.type === 'Literal' || value.type === 'UnaryExpression' || isIdentifier(value, 'undefined'))

function comparedSecrets({ nodes }: Pick<Source, 'nodes'>): readonly string[] {
  return nodes
    .filter(({ type }: SyntaxNode) => type === 'BinaryExpression')
    .flatMap((node) => {
      const { left, right, operator } = node
      if (!['===', '!==', '==', '!='].includes(String(operator)) || isConstant(left) || isConstant(right)) return []
      return isSecret(left) || isSecret(right) ? [`${nameOf(left) ?? '…'} ${String(operator)} ${nameOf(right) ?? '…'}`] : []
    })
}

test('CR-03 secrets and their digests are compared by equalDigests, or by the database', () => {
  const found = packageSources
    .filter(({ path }) => !allowed.some((place) => place.test(path)))
    .flatMap((source) => comparedSecrets(source).map((what) => `${source.path}: ${what}`))
  assert.deepEqual(found, [])
})

test('CR-03 the check above sees the comparisons that are allowed', () => {
  const found = packageSources.flatMap((source) => comparedSecrets(source).map((what) => `${source.path}: ${what}`))
  assert.ok(found.some((each) => each.endsWith('given === storedDigest')))
})

test('CR-03 timingSafeEqual, which throws when lengths differ, is nowhere called', () => {
  assert.deepEqual(
    packageSources.filter(({ text }) => text.includes('timingSafeEqual')).map(({ path }) => path),
    [],
  )
})

test('CR-03 equalDigests looks at every character', () => {
  const [source] = packageSources.filter(({ path }) => path === 'packages/core-protocol/src/crypto/digest.ts')
  const comparison = source?.text.slice(source.text.indexOf('export function equalDigests')) ?? ''
  assert.match(comparison, /difference \|=/)
  assert.doesNotMatch(comparison.slice(comparison.indexOf('for (')), /\bif\b|\bbreak\b|return false/)
})

test('CR-04 no package but WebCrypto makes randomness', () => {
  const makers = /^(nanoid|uuid|ulid|cuid|cuid2|random-js|seedrandom|crypto-js|randombytes)$|^@paralleldrive\//
  const found = packageSources.flatMap(({ path, imports }) =>
    imports.filter(({ specifier }) => makers.test(specifier)).map(({ specifier }) => `${path}: ${specifier}`),
  )
  assert.deepEqual(found, [])
})
