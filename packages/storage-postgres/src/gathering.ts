// Calls that wait at the same time are sent together. The server and the driver spend most of their time per statement, not per row.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'

/** Groups under way at a time. While they are, the next calls wait. */
const mostUnderWay = 2
/** Calls of one group. */
const mostCalls = 128

/** Runs a group. */
export interface GroupOptions<Call, Result> {
  /** Sends a group of one call or more. @returns the result of each call */
  send(calls: readonly Call[]): Promise<readonly Result[]>
  /** The number of waiting calls that form a group. Default: all. @param waiting at least 1 */
  sizeOf?(waiting: number): number
  /** The key of what a call changes. Calls with the same key are in different groups. Default: no two calls change the same. */
  keyOf?(call: Call): string
}

interface Waiting<Call, Result> {
  readonly call: Call
  readonly key: string | undefined
  readonly sent: PromiseWithResolvers<Result>
}

/** Gathers calls of one kind. */
export class Gathering<Call, Result> {
  readonly #options: GroupOptions<Call, Result>
  #waiting: Waiting<Call, Result>[] = []
  #underWay = 0

  constructor(options: GroupOptions<Call, Result>) {
    this.#options = options
  }

  /** Sends a call, alone or together with others. One that fails does not keep the others from succeeding. */
  add(call: Call): Promise<Result> {
    const sent = Promise.withResolvers<Result>()
    this.#waiting.push({ call, key: this.#options.keyOf?.(call), sent })
    if (this.#underWay < mostUnderWay) void this.#sendWaiting()
    return sent.promise
  }

  async #sendWaiting(): Promise<void> {
    this.#underWay += 1
    // Calls of the same turn of the event loop join the group: its answer lets many requests send their next statement.
    await nextTurn()
    while (this.#waiting.length > 0) await this.#sendGroup(this.#take())
    this.#underWay -= 1
  }

  #take(): readonly Waiting<Call, Result>[] {
    const keys = new Set<string>()
    const isFirst = ({ key }: Waiting<Call, Result>): boolean => {
      if (key === undefined) return true
      const known = keys.has(key)
      keys.add(key)
      return !known
    }
    const first = this.#waiting.filter(isFirst).slice(0, mostCalls)
    const group = new Set(first.slice(0, this.#options.sizeOf?.(first.length)))
    this.#waiting = this.#waiting.filter((each) => !group.has(each))
    return [...group]
  }

  async #sendGroup(group: readonly Waiting<Call, Result>[]): Promise<void> {
    try {
      const results = await this.#options.send(group.map(({ call }) => call))
      for (const [index, { sent }] of group.entries()) sent.resolve(results[index] as Result)
    } catch (error) {
      // It is unknown whether a change that got no answer took effect.
      if (group.length === 1 || error instanceof StorageUnavailable) for (const { sent } of group) sent.reject(error)
      else for (const each of group) await this.#sendGroup([each])
    }
  }
}
