// Cuts one organization into pieces of bounded size. Each piece is a DocumentOrg with the same orgId and some of the members. The first
// piece holds `org`, so no piece is emitted before `orgId` and `org` are read, or before the limit on held bytes is reached.
import type { DocumentOrg } from '@symbolon/schema-v2'
import type { OrgHead } from './read-org-heads.ts'

/** Takes the members and entries of one organization. */
export interface PieceBuffer {
  /** Sets a member that is not a list. */
  set(name: string, value: unknown, size: number): void
  add(list: string, entry: object, size: number): void
  end(): void
}

/** The limit on held bytes, and the receiver of the pieces. */
export interface PieceBufferOptions {
  /** The result of a first pass over the file, if there was one. */
  readonly head: OrgHead | undefined
  readonly maxHeldBytes: number
  readonly emit: (piece: DocumentOrg) => void
  readonly fail: (problem: string) => never
}

const tooLate = 'too late; put it first in the organization, or convert a file, which is read twice'

/** @throws the error of `fail` for members that come too late */
export function createPieceBuffer({ head, maxHeldBytes, emit, fail }: PieceBufferOptions): PieceBuffer {
  let orgId = head?.orgId
  /** Whether `org` was read, or is not waited for. */
  let complete = head !== undefined
  let emitted = false
  const { orgId: _, ...known } = head ?? {}
  let members = new Map<string, unknown>(Object.entries(known))
  let lists = new Map<string, object[]>()
  let waiting = 0
  let bytes = 0

  function settle(): void {
    if (orgId !== undefined && complete) {
      if (waiting >= defaultPieceLimits.entries || bytes >= defaultPieceLimits.bytes) release(orgId)
    } else if (bytes > maxHeldBytes) {
      if (orgId === undefined) return fail(`has its orgId ${tooLate}`)
      // A document that extends an existing organization has no `org`.
      complete = true
      release(orgId)
    }
  }

  function release(id: string): void {
    // The schemas of exactly these names read the members. The compiler cannot follow that.
    emit({ orgId: id, ...Object.fromEntries(members), ...Object.fromEntries(lists) } as unknown as DocumentOrg)
    emitted = true
    members = new Map()
    lists = new Map()
    waiting = 0
    bytes = 0
  }

  return {
    set(name, value, size) {
      if (head !== undefined && (name === 'org' || name === 'orgState')) return
      if (name === 'org' && emitted) fail(`has its org ${tooLate}`)
      if (name === 'orgId') orgId = String(value)
      else members.set(name, value)
      if (name === 'org') complete = true
      bytes += size
      settle()
    },
    add(list, entry, size) {
      const found = lists.get(list)
      if (found === undefined) lists.set(list, [entry])
      else found.push(entry)
      waiting += 1
      bytes += size
      settle()
    },
    end() {
      if (orgId === undefined) return
      if (!emitted || members.size > 0 || lists.size > 0) release(orgId)
    },
  }
}

/** The largest size of a piece: small enough for one transaction of an import, large enough to keep the number of pieces low. */
export interface PieceLimits {
  readonly entries: number
  /** Of the input. */
  readonly bytes: number
}

/** 500 entries, or 4 MiB of the input. */
const defaultPieceLimits: PieceLimits = { entries: 500, bytes: 4 * 1024 * 1024 }
