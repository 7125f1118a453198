// What was acknowledged, on record outside of the database: every transaction that changes something counts up a number in the
// database (`user_version`), and a small file beside it says which number was acknowledged last. A database with a lower number
// has lost writes, because its log is gone or damaged, or an older copy took its place. The file is not synced: it may lag behind
// after a power failure, and is never ahead of the database.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { makePrivately } from './database-files.ts'

interface State {
  /** Acknowledged commits, modulo `wrap`. */
  readonly commits: number
  /** The file that it speaks of, when that was closed in order. */
  readonly closed?: string
}

/** `user_version` is a signed integer of 32 bits. https://www.sqlite.org/pragma.html#pragma_user_version */
const wrap = 2 ** 31
const length = 96
const encoder = new TextEncoder()

export class CommitRecord {
  readonly #path: string
  #file: number | undefined
  #commits = 0
  #closed: string | undefined

  /** @param path of the file, which need not be there */
  constructor(path: string) {
    this.#path = path
    const state = read(path)
    if (state === undefined) return
    this.#commits = state.commits
    this.#closed = state.closed
  }

  /** Whether the database was last closed in order as this very file. */
  wasClosed(identity: string | undefined): boolean {
    return identity !== undefined && this.#closed === identity
  }

  /** @returns whether a database with this number lacks what was acknowledged */
  isAheadOf(commits: number): boolean {
    const ahead = (this.#commits - commits + wrap) % wrap
    return ahead > 0 && ahead < wrap / 2
  }

  /** @param commits of the database */
  begin(commits: number): void {
    this.#commits = commits
    makePrivately(this.#path)
    this.#file = openSync(this.#path, 'r+')
    this.#write({ commits })
  }

  /** The number of the last transaction that was acknowledged. */
  get last(): number {
    return this.#commits
  }

  /** The number of the next transaction. */
  get next(): number {
    return (this.#commits + 1) % wrap
  }

  /** To be called when a transaction is on disk, and before whoever asked for it is told. */
  acknowledge(commits: number): void {
    this.#commits = commits
    this.#writeQuietly({ commits })
  }

  /** @param closed the identity of the database, when all that was acknowledged is in it */
  end(closed?: string): void {
    if (closed !== undefined) this.#writeQuietly({ commits: this.#commits, closed })
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #write(state: State): void {
    if (this.#file === undefined) return
    // As bytes: of a text, Deno does not heed the position.
    const bytes = encoder.encode(`${JSON.stringify(state).padEnd(length - 1)}\n`)
    writeSync(this.#file, bytes, 0, bytes.byteLength, 0)
  }

  #writeQuietly(state: State): void {
    try {
      this.#write(state)
    } catch {
      // The transaction is on disk all the same, and the next one is noted again.
    }
  }
}

/** @returns undefined without a file, and for one that a power failure left unwritten */
function read(path: string): State | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof state !== 'object' || state === null || !('commits' in state) || typeof state.commits !== 'number') return undefined
    return { commits: state.commits, ...('closed' in state && typeof state.closed === 'string' ? { closed: state.closed } : {}) }
  } catch {
    return undefined
  }
}
