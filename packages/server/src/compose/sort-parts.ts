// The option `parts`: parts of any kind in one list, each of which goes to the option of its kind.
import type { AnyPart } from '@symbolon/core-protocol'
import { optionOf } from './check-parts.ts'
import { CompositionError } from './composition-error.ts'
import type { ProviderOptions } from './options.ts'

/**
 * @param options after `checkOptions`
 * @returns the options with each of `parts` in the option of its kind, after the parts that stand there
 * @throws CompositionError duplicate_part for a second login, a second set of users and a second applier of documents
 */
export function sortParts(options: ProviderOptions): ProviderOptions {
  const { parts = [], ...others } = options
  if (parts.length === 0) return options
  const sorted: Record<string, unknown> = { ...others }
  for (const part of parts) {
    const { option, isList } = optionOf(part.kind)
    const before = sorted[option]
    // A part that stands in the list and in its option would count, run or record twice.
    if (before === part || listOf(before).includes(part)) continue
    if (isList) sorted[option] = [...listOf(before), part]
    else if (before === undefined) sorted[option] = part
    else throw new CompositionError('duplicate_part', `'${part.name}' is a second part for ${option}. Compose only one of them.`)
  }
  // Every part went to the option that takes its kind.
  return sorted as unknown as ProviderOptions
}

/** The option `audit` takes one part or a list. */
function listOf(value: unknown): readonly AnyPart[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value as AnyPart]
}
