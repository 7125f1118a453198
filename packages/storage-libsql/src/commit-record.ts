// What was acknowledged, on record outside of the database: every transaction that changes something counts up a number in the
// database (`user_version`), and a small file beside it says which number was acknowledged last. A database with a lower number
// has lost writes, because its log is gone or damaged, or an older copy took its place. The file is not synced: it may lag behind
// after a power failure, and is never ahead of the database.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { makePrivately } from './database-files.ts'

interface State {
  /** Acknowledged commits, modulo `wrap`. */
  readonly commits: number
  /** The file that it speaks of, when that was closed in order. */
  readonly closed?: string
  /** The file that takes the place of the one that it speaks of. Once it has, nothing here counts any more. */
  readonly replacedBy?: string
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

  /**
   * @param path of the file, which need not be there
   * @param identity of the database
   */
  constructor(path: string, identity: string | undefined) {
    this.#path = path
    const state = read(path)
    if (state === undefined || (state.replacedBy !== undefined && state.replacedBy === identity)) return
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
    if (this.#file !== undefined) write(this.#file, state)
  }

  #writeQuietly(state: State): void {
    try {
      this.#write(state)
    } catch {
      // The transaction is on disk all the same, and the next one is noted again.
    }
  }
}

/**
 * Notes that another file is about to take the place of the database. One step, the renaming, then decides for which of the two the
 * record holds: a process that is killed before or after it leaves nothing that a start would take for a loss.
 * @param path of the record, which need not be there
 * @param identity of the file that takes the place
 */
export function noteReplacement(path: string, identity: string): void {
  const state = read(path)
  if (state === undefined) return
  const file = openSync(path, 'r+')
  try {
    write(file, { commits: state.commits, replacedBy: identity })
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function write(file: number, state: State): void {
  // As bytes: of a text, Deno does not heed the position.
  const bytes = encoder.encode(`${JSON.stringify(state).padEnd(length - 1)}\n`)
  writeSync(file, bytes, 0, bytes.byteLength, 0)
}

/** @returns undefined without a file, and for one that a power failure left unwritten */
function read(path: string): State | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof state !== 'object' || state === null || !('commits' in state) || typeof state.commits !== 'number') return undefined
    return {
      commits: state.commits,
      ...('closed' in state && typeof state.closed === 'string' ? { closed: state.closed } : {}),
      ...('replacedBy' in state && typeof state.replacedBy === 'string' ? { replacedBy: state.replacedBy } : {}),
    }
  } catch {
    return undefined
  }
}
