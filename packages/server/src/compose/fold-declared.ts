// Vocabularies that parts add to by name, such as client metadata: each name has one declaration.
import type { Part, StoreName } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/** One vocabulary. */
interface Vocabulary<T> {
  /** For messages, such as `client metadata`. */
  readonly what: string
  readonly of: (part: Part<StoreName>) => Readonly<Record<string, T>> | undefined
  /** Parts without types can declare anything. */
  readonly isDeclaration: (declared: unknown) => boolean
  /** What a malformed declaration lacks, such as `without a title`. */
  readonly malformed: string
  /** What to do about a name that is declared twice, or that is built in. */
  readonly advice: string
  readonly builtIn?: ReadonlySet<string>
}

/**
 * @returns the declarations of all parts, by name
 * @throws CompositionError duplicate_member for a name that is built in or has two declarations; invalid_part for a malformed name or declaration
 */
export function foldDeclared<T>(
  parts: readonly Part<StoreName>[],
  { what, of, isDeclaration, malformed, advice, builtIn }: Vocabulary<T>,
): ReadonlyMap<string, T> {
  const all = new Map<string, T>()
  for (const part of parts) {
    for (const [name, declared] of Object.entries(of(part) ?? {})) {
      if (!/^[a-z][a-z0-9_]{0,63}$/.test(name))
        throw new CompositionError(
          'invalid_part',
          `'${part.name}' declares the ${what} '${name}'. A name has up to 64 of a to z, 0 to 9 and _.`,
        )
      if (!isDeclaration(declared))
        throw new CompositionError('invalid_part', `'${part.name}' declares the ${what} '${name}' ${malformed}.`)
      if (builtIn?.has(name) === true || (all.get(name) ?? declared) !== declared)
        throw new CompositionError('duplicate_member', `The ${what} '${name}' is declared twice. ${advice}`)
      all.set(name, declared)
    }
  }
  return all
}
