// Decides how long results may be kept in memory, and caches the results of lookups until something that they depend on is written.
import type { Awaitable } from '@symbolon/core-protocol'

/** The number of results that each lookup may always cache, independent of other lookups: a few megabytes. */
const ownAnswers = 4096

/** The maximum number of cached results of each lookup. */
const mostAnswers = 65_536

/** The maximum number of characters, as `sizeOf` counts them, of the shared cached results: 50,000 clients, and less than a hundred megabytes. */
const sharedCharacters = 32_000_000

/** Counts the writes that cached lookups depend on. The driver advances it, and ends it when the database is lost. */
export class Generation {
  /**
   * Present where other processes write too: advances the generation if one of them has written by the time of the call. Answers in memory
   * count after that.
   */
  readonly catchUp: (() => Promise<void>) | undefined
  #number = 0
  #ended = false
  readonly #lookups = { fromMemory: 0, fromDatabase: 0 }
  /** The characters of the cached answers of all lookups. */
  cachedCharacters = 0

  constructor(catchUp?: () => Promise<void>) {
    this.catchUp = catchUp
  }

  /** How many lookups were answered from memory, and how many asked the database. */
  get lookups(): { readonly fromMemory: number; readonly fromDatabase: number } {
    return { ...this.#lookups }
  }

  /** Must be called for each lookup. */
  count(answered: 'fromMemory' | 'fromDatabase'): void {
    this.#lookups[answered] += 1
  }

  get number(): number {
    return this.#number
  }

  /** Must be called once the write is visible to other readers, and before its caller gets the result. */
  advance(): void {
    this.#number += 1
  }

  /** Whether the database is lost: nothing may be answered from memory any more. */
  get ended(): boolean {
    return this.#ended
  }

  /** Must be called when the database is lost. */
  end(): void {
    this.#ended = true
    this.advance()
  }
}

/**
 * Caches the answers of a lookup for as long as the generation stays the same. `undefined` and `false` are never cached, because
 * strangers can ask for any number of things that do not exist. Errors are never cached.
 * @param isCacheable whether an answer may be cached, for example because it is small
 */
export function cached<Args extends readonly unknown[], Answer>(
  generation: Generation,
  lookUp: (...args: Args) => Awaitable<Answer>,
  isCacheable: (answer: Answer) => boolean = () => true,
): (...args: Args) => Awaitable<Answer> {
  const answers = new Map<string, { readonly answer: Answer; readonly characters: number }>()
  /** Goes on from the oldest answer to the next one: a new iterator would pass everything that was deleted. */
  let oldest = answers.keys()
  let answersFrom = generation.number

  function keep(key: string, answer: Answer): void {
    drop(key)
    const characters = key.length + sizeOf(answer)
    answers.set(key, { answer, characters })
    generation.cachedCharacters += characters
    while (answers.size > ownAnswers && (answers.size > mostAnswers || generation.cachedCharacters > sharedCharacters)) {
      const { value, done } = oldest.next()
      if (done === true) return
      drop(value)
    }
  }

  function drop(key: string): void {
    const kept = answers.get(key)
    if (kept === undefined) return
    answers.delete(key)
    generation.cachedCharacters -= kept.characters
  }

  function dropAll(): void {
    for (const { characters } of answers.values()) generation.cachedCharacters -= characters
    answers.clear()
    oldest = answers.keys()
  }

  async function ask(key: string, args: Args): Promise<Answer> {
    const started = generation.number
    const answer = await lookUp(...args)
    // A write that happened during the lookup makes the answer stale for callers that come after the write.
    if (answer !== undefined && answer !== false && generation.number === started && isCacheable(answer)) keep(key, answer)
    return answer
  }

  function find(key: string): Answer | undefined {
    if (generation.number !== answersFrom) {
      dropAll()
      answersFrom = generation.number
    }
    return answers.get(key)?.answer
  }

  function answerTo(key: string, args: Args): Awaitable<Answer> {
    const answer = find(key)
    generation.count(answer === undefined ? 'fromDatabase' : 'fromMemory')
    return answer ?? ask(key, args)
  }

  // No async function: an answer in memory needs no promise.
  return (...args) => {
    const key = keyOf(args)
    // Without a result in memory the query runs at once, and its result includes the writes of others.
    return generation.catchUp === undefined || find(key) === undefined
      ? answerTo(key, args)
      : generation.catchUp().then(() => answerTo(key, args))
  }
}

/** What a number and a flag take, and each member in addition to its text. */
const sizeOfMember = 8

/** About how many characters a value takes in memory. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return sizeOfMember + value.length
  if (typeof value !== 'object' || value === null) return sizeOfMember
  if (ArrayBuffer.isView(value)) return sizeOfMember + value.byteLength
  let size = sizeOfMember
  for (const member of value instanceof Map || value instanceof Set ? value.values() : Object.values(value)) size += sizeOf(member)
  return size
}

function keyOf(args: readonly unknown[]): string {
  const [only] = args
  return args.length === 1 && typeof only === 'string' && !only.startsWith('[') ? only : JSON.stringify(args)
}

/** Deletes the entry that was set first. */
export function deleteOldest(entries: Map<string, unknown>): void {
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}
