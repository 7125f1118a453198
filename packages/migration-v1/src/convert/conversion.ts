// Converts the whole document. It is the sink of a reader; it emits pieces of organizations and writes the ledger.

import type { Path } from '@symbolon/json-stream'
import type { DocumentOrg, OrgDocument } from '@symbolon/schema-v2'
import type { V1Sink } from '../input/envelope.ts'
import { V1InputError } from '../input/v1-input-error.ts'
import { createLedger } from '../ledger/ledger.ts'
import type { OnRow } from '../ledger/ledger.ts'
import type { Counts } from '../ledger/report.ts'
import type { DomainPolicyDefaults } from './domain-policy.ts'
import { isList } from './member-names.ts'
import { createOrgConversion } from './org-conversion.ts'
import type { OrgConversion } from './org-conversion.ts'
import { createForeignMembers } from './project-members.ts'
import type { OrgHead } from './read-org-heads.ts'

/** How a document is converted. */
export interface V1Options {
  /** The members of `domainPolicy` that the `iamPolicy` of v1 does not have. They are settings of the instance that wrote the file. */
  readonly domainPolicyDefaults?: DomainPolicyDefaults
  /** Leaves out the keys of apps and service users. */
  readonly skipKeys?: boolean
}

/** The receiver of pieces and rows, and the limit on held bytes. */
export interface ConversionOptions extends V1Options {
  readonly heads?: readonly (OrgHead | undefined)[] | undefined
  readonly maxHeldBytes: number
  readonly onRow: OnRow
  /** `index` is the position of the organization in the output. Two organizations may have the same id. */
  readonly onPiece: (piece: DocumentOrg, index: number) => void
}

/** The progress of a conversion. */
export interface ConversionProgress {
  /** The number of objects that were read: organizations, their policies, and the entries of their lists. */
  readonly objects: number
  /** The number of entries of lists among them, without empty places, and the number of entries that the output leaves out. */
  readonly entries: number
  readonly leftOut: number
}

/** A conversion: the sink of a reader. */
export interface Conversion extends V1Sink {
  /** The position of the reader, for errors. */
  locate: (position: () => number | undefined) => void
  end(): void
  /** The progress so far. */
  progress(): ConversionProgress
  counts(): Counts
}

/** @throws V1InputError, from its methods, for an organization without id and for members out of order */
export function createConversion(options: ConversionOptions): Conversion {
  const ledger = createLedger(options.onRow)
  const foreignMembers = createForeignMembers()
  const counts = new Map<string, { read: number; kept: number }>()
  let offset: () => number | undefined = () => undefined
  let current: OrgConversion | undefined
  let places = 0
  let orgs = 0
  /** By id, the index of the first organization with it in the output. */
  const ids = new Map<string, number>()
  const repeated = new Set<number>()
  const progress = { objects: 0, entries: 0, leftOut: 0 }

  function count(name: string, kept: boolean): void {
    const found = counts.get(name) ?? { read: 0, kept: 0 }
    found.read += 1
    if (kept) found.kept += 1
    counts.set(name, found)
    progress.objects += 1
    if (!isList(name)) return
    progress.entries += 1
    if (!kept) progress.leftOut += 1
  }

  return {
    progress: () => ({ ...progress }),
    locate(position) {
      offset = position
    },
    beginOrg(place) {
      current = createOrgConversion({
        place,
        head: options.heads?.[places],
        ledger,
        foreignMembers,
        domainPolicyDefaults: options.domainPolicyDefaults,
        skipKeys: options.skipKeys ?? false,
        maxHeldBytes: options.maxHeldBytes,
        emit(piece) {
          const first = ids.get(piece.orgId) ?? orgs
          ids.set(piece.orgId, first)
          if (first !== orgs && !repeated.has(orgs)) ledger.add('organization-twice', place)
          if (first !== orgs) repeated.add(orgs)
          options.onPiece(piece, orgs)
        },
        count,
        fail: (code, path, problem) => {
          throw new V1InputError(code, { path, offset: offset() }, problem)
        },
      })
      places += 1
    },
    member: (name, found) => current?.member(name, found),
    beginList: (name) => current?.beginList(name),
    entry: (index, found) => current?.entry(index, found),
    endOrg() {
      if (current?.end() !== true) return
      count('orgs', true)
      orgs += 1
    },
    emptyOrg: () => void (places += 1),
    outside(place: Path) {
      ledger.add(isOfRequest(place) ? 'request-member' : 'outside-of-orgs', place)
    },
    end() {
      for (const place of foreignMembers.missing()) ledger.add('member-of-missing-project', place)
    },
    counts: () => Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** Members of an import request other than the document. */
function isOfRequest(place: Path): boolean {
  return place.length === 1 && place[0] === 'timeout'
}

/** Joins the pieces of a document that fits into memory. */
export function collectPieces(): { readonly add: (piece: DocumentOrg, index: number) => void; readonly document: () => OrgDocument } {
  const orgs: Record<string, unknown>[] = []
  return {
    add(piece, index) {
      const org = (orgs[index] ??= {})
      for (const [name, value] of Object.entries(piece)) {
        const before = org[name]
        org[name] = Array.isArray(before) && Array.isArray(value) ? [...(before as unknown[]), ...(value as unknown[])] : value
      }
    },
    // The pieces are DocumentOrgs, so their union is one too. The compiler cannot know that.
    document: () => (orgs.length === 0 ? {} : { orgs: orgs as unknown as readonly DocumentOrg[] }),
  }
}
