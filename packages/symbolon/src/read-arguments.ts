// The arguments of the command, read once and as a whole. An error is one line that states what to do, with the usage after
// it, and without what was typed where that may be a secret.
import type { GivenArguments } from '@symbolon/command-line'
import { parseArgs } from 'node:util'
import { commandNames, formOf, usageOf } from './command-table.ts'
import type { CommandName } from './command-table.ts'

/** The command, with its arguments. */
export interface Arguments extends GivenArguments {
  readonly name: CommandName
  /** The first of them: FILE or KID. */
  readonly argument: string | undefined
}

/** What the command line asks for. */
export type Asked =
  /** Without a command about all of them. */
  | { readonly asks: 'help'; readonly about: readonly CommandName[] }
  | { readonly asks: 'version' }
  | { readonly asks: 'command'; readonly command: Arguments }

/** The arguments do not fit. The message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What may be meant. */
  readonly commands: readonly CommandName[]

  constructor(message: string, ...commands: readonly CommandName[]) {
    super(message)
    this.commands = commands
  }
}

/** @throws UsageError */
export function readArguments(args: readonly string[]): Asked {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: knownOptions(),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const given = tokens.filter((token) => token.kind === 'option')
  const [first] = positionals
  if (first === 'help' || given.some(({ name }) => name === 'help')) {
    return { asks: 'help', about: commandNames.filter((name) => name === first || name.startsWith(`${first} `)) }
  }
  if (first === undefined && given.some(({ name }) => name === 'version')) return { asks: 'version' }
  const { name, rest } = readName(positionals)
  const options = readOptions(name, given)
  const words = readWords(name, rest)
  const [argument] = words
  for (const [option, values] of options) {
    const { needs, must, choices, excludes } = formOf(name).options[option] ?? {}
    if (choices !== undefined && !values.every((value) => choices.includes(value))) {
      throw new UsageError(`--${option} must be one of ${choices.join(', ')}.`, name)
    }
    if (excludes !== undefined && options.has(excludes)) {
      throw new UsageError(`--${option} and --${excludes} exclude each other. Keep one.`, name)
    }
    if (must !== undefined && !values.every(must.match)) throw new UsageError(`--${option} must ${must.says}.`, name)
    const isThere = needs === undefined || (needs.startsWith('--') ? options.has(needs.slice(2)) : argument !== undefined)
    if (!isThere) throw new UsageError(`--${option} has no effect without ${needs}. Add ${needs}, or leave --${option} out.`, name)
  }
  return {
    asks: 'command',
    command: {
      name,
      argument,
      words,
      has: (option) => options.has(option),
      value: (option) => options.get(option)?.[0],
      values: (option) => options.get(option) ?? [],
    },
  }
}

function knownOptions(): Record<string, { type: 'boolean' | 'string'; short?: string }> {
  const all = commandNames.flatMap((name) => Object.entries(formOf(name).options))
  return {
    ...Object.fromEntries(
      all.map(([name, { value }]) => [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }]),
    ),
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  }
}

function readName([first = 'start', second, ...more]: readonly string[]): { readonly name: CommandName; readonly rest: readonly string[] } {
  const rest = second === undefined ? [] : [second, ...more]
  const name = commandNames.find((each) => each === first)
  if (name !== undefined) return { name, rest }
  const group = commandNames.filter((each) => each.startsWith(`${first} `))
  if (group.length === 0) {
    const words = [...new Set(commandNames.map((each) => each.replace(/ .*/, '')))]
    throw new UsageError(`Unknown command. The commands are ${words.join(', ')}.${similarTo(first, words)}`)
  }
  const member = group.find((each) => each === `${first} ${second ?? ''}`)
  if (member !== undefined) return { name: member, rest: more }
  const words = group.map((each) => each.slice(first.length + 1))
  throw new UsageError(`${first} needs one of the words ${words.join(', ')}.${similarTo(second, words)}`, ...group)
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function readOptions(name: CommandName, given: readonly OptionToken[]): ReadonlyMap<string, readonly string[]> {
  const { options } = formOf(name)
  const read = new Map<string, readonly string[]>()
  for (const { name: option, rawName, value, inlineValue } of given) {
    const form = options[option]
    if (form === undefined)
      throw new UsageError(`${name} has no option ${shown(rawName)}.${similarTo(option, Object.keys(options), '--')}`, name)
    if (form.value === undefined) {
      if (value !== undefined) throw new UsageError(`--${option} takes no value. Remove the = and the text after it.`, name)
      read.set(option, [])
      continue
    }
    // An option where the value should be: the value was forgotten, or a variable of the shell is empty.
    if (value === undefined || value === '' || (inlineValue !== true && value.startsWith('-'))) {
      throw new UsageError(`--${option} needs a value: --${option} ${form.value}.`, name)
    }
    const before = read.get(option) ?? []
    if (before.length > 0 && form.repeated !== true) throw new UsageError(`--${option} occurs twice. Keep one.`, name)
    read.set(option, [...before, value])
  }
  return read
}

function readWords(name: CommandName, rest: readonly string[]): readonly string[] {
  const { takes, choices = {} } = formOf(name)
  const [form = ''] = takes
  if (takes.length === 0 && rest.length > 0) throw new UsageError(`${name} takes no argument. Remove the text after ${name}.`, name)
  const called = takes.map((each) => each.replaceAll(/[[\]…]/g, ''))
  if (rest.length > takes.length && takes.at(-1)?.includes('…') !== true) {
    const count = takes.length === 1 ? `one ${called.join(' ')}` : called.join(' ')
    throw new UsageError(`${name} takes ${count}, not ${rest.length} arguments. Quote a name that holds spaces.`, name)
  }
  const empty = rest.findIndex((word) => word === '')
  if (empty >= 0) throw new UsageError(`${called[empty] ?? called.at(-1) ?? ''} is empty. Check whether a shell variable is unset.`, name)
  const missing = takes[rest.length]
  if (missing !== undefined && !missing.startsWith('[')) {
    if (name === 'import') throw new UsageError('import needs a FILE, or - for standard input.', name)
    throw new UsageError(`${name} needs ${takes.length === 1 ? `a ${form}` : takes.join(' ')}.`, name)
  }
  for (const [index, word] of rest.entries()) {
    const argument = called[index] ?? called.at(-1) ?? ''
    const known = choices[argument]
    if (known !== undefined && !known.includes(word)) {
      throw new UsageError(`${argument} must be one of ${known.join(', ')}.${similarTo(word, known)}`, name)
    }
  }
  return rest
}

/** What looks like an option is repeated; what may be a secret that begins with a hyphen is not. */
function shown(rawName: string): string {
  const isOption = Object.hasOwn(knownOptions(), rawName.slice(2)) || /^--?[a-z]+(-[a-z]+){0,3}$/.test(rawName)
  return isOption && rawName.length <= 24 ? rawName : 'of this name'
}

function similarTo(word: string | undefined, words: readonly string[], before: string = ''): string {
  const [nearest] = words.map((each) => ({ each, far: distance(word ?? '', each) })).sort((one, other) => one.far - other.far)
  return nearest === undefined || nearest.far > Math.min(2, nearest.each.length - 2) ? '' : ` Did you mean ${before}${nearest.each}?`
}

/** How many letters have to be changed, added or removed. https://en.wikipedia.org/wiki/Levenshtein_distance */
function distance(one: string, other: string): number {
  // A much longer word is not a typing error.
  if (Math.abs(one.length - other.length) > 2) return Infinity
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? Infinity
}

/** The message, and the usage of what may be meant. */
export function usageText({ message, commands }: UsageError): string {
  const usages = commands.map((name) => `Usage: ${usageOf(name)}`)
  return `${[`symbolon: ${message}`, ...usages, ...(commands.length === 0 ? ['`symbolon --help` describes each of them.'] : [])].join('\n')}\n`
}
