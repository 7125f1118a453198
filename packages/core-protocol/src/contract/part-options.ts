// Checks the options of a part at run time, for callers without types: a misspelt option would be a setting without effect.

/** For each option of `T` whether it has to be given. An option that is missing here does not compile. */
export type OptionNames<T> = { readonly [K in keyof Required<T>]: undefined extends T[K] ? 'optional' : 'required' }

/**
 * Checks the names of the options of a part.
 * @param part the function that takes them, such as `login`
 * @throws TypeError with the code `unknown_option` or `option_missing`, which names the option
 */
export function checkPartOptions<T extends object>(part: string, given: T, names: OptionNames<T>): void {
  const options: unknown = given
  const known = Object.keys(names)
  if (typeof options !== 'object' || options === null)
    throw invalidOption('option_missing', `${part}() takes one object with the options ${known.join(', ')}.`)
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name)) continue
    const similar = similarName(name, known)
    throw invalidOption(
      'unknown_option',
      `Unknown option '${name}' of ${part}(). ${similar === undefined ? `The known ones are ${known.join(', ')}.` : `Did you mean '${similar}'?`}`,
    )
  }
  for (const [name, presence] of Object.entries(names)) {
    const value: unknown = Reflect.get(options, name)
    if (presence === 'required' && (value === undefined || value === null))
      throw invalidOption('option_missing', `${part}() needs the option ${name}.`)
  }
}

/** The arguments of a part without options: none. */
export type NoOptions = readonly never[]

/**
 * Refuses an argument of a part without options.
 * @param part the function that takes none, such as `authorizationCode`
 * @throws TypeError with the code `unknown_option`
 */
export function checkNoOptions(part: string, given: NoOptions): void {
  if (given.every((each) => each === undefined)) return
  throw invalidOption('unknown_option', `${part}() takes no options: what it is given would have no effect.`)
}

/** @returns the known name that was probably meant */
export function similarName(name: string, known: readonly string[]): string | undefined {
  return known.find((each) => isSimilar(each, name))
}

/** Equal but for case, or for two letters. https://en.wikipedia.org/wiki/Levenshtein_distance */
function isSimilar(one: string, other: string): boolean {
  const [from, to] = [one.toLowerCase(), other.toLowerCase().slice(0, 100)]
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return (row[to.length] ?? Infinity) <= 2
}

function invalidOption(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
