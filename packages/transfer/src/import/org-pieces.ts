// Cuts one organization of a v2 document into pieces while it is read. Pieces are emitted once the id of the organization is known. The
// members of the organization come before its lists if the document has them in that order.
import { entryId, V1InputError } from '@symbolon/migration-v1'
import type { Found, OrgHead } from '@symbolon/migration-v1'
import type { DocumentPiece } from '@symbolon/provisioning'
import { DocumentError, documentOrgSchema, formatJsonPath, orgResourceLists, readFitting } from '@symbolon/schema-v2'
import type { DocumentOrg, EmptyPlaces, Misfit, PathKey, UnknownMember } from '@symbolon/schema-v2'
import type * as v from 'valibot'
import { ledgerRow, memberErrorType } from './rows.ts'
import type { ImportRow } from './rows.ts'

/** The place of an organization in its document, and the receiver of its pieces and rows. */
export interface OrgPiecesOptions {
  readonly place: readonly PathKey[]
  /** The result of a first pass over the document. */
  readonly head: OrgHead | undefined
  readonly maxHeldBytes: number
  readonly onRow: (row: ImportRow) => void
  readonly emit: (piece: DocumentPiece) => void
  /** Called with the number of entries that no piece holds. */
  readonly onLeftOut: (entries: number) => void
}

const lists = new Set<string>(orgResourceLists.map(({ member }) => member))
/** The greatest number of entries of one piece, and of bytes of the document in it. */
const [mostEntries, mostBytes] = [500, 4 * 1024 * 1024]

interface Gathered {
  readonly members: Record<string, unknown>
  readonly entries: Map<string, { readonly values: unknown[]; readonly places: number[] }>
  readonly unknownMembers: UnknownMember[]
  readonly emptyPlaces: EmptyPlaces[]
  count: number
  bytes: number
}

/** No normal document has them. Other programs might treat them as the special members of objects. */
const reservedName = /(?:^|\.)(?:__proto__|constructor|prototype)$/

const nothing = (): Gathered => ({ members: {}, entries: new Map(), unknownMembers: [], emptyPlaces: [], count: 0, bytes: 0 })

/** Cuts one organization into pieces. Members and entries come in the order of the document. */
export class OrgPieces {
  readonly #options: OrgPiecesOptions
  readonly #path: string
  readonly #seen = new Set<string>()
  #orgId: string | undefined
  /** Whether `org` was read, or is not waited for. */
  #complete: boolean
  #list: string | undefined
  #gathered = nothing()

  constructor(options: OrgPiecesOptions) {
    this.#options = options
    this.#path = options.place.map((key) => (typeof key === 'number' ? `[${key}]` : key)).join('')
    this.#orgId = options.head?.orgId
    this.#complete = options.head !== undefined
    const { org, orgState } = options.head ?? {}
    if (org !== undefined) this.#gathered.members['org'] = org
    if (orgState !== undefined) this.#gathered.members['orgState'] = orgState
  }

  member(spelling: string, { value, size }: Found): void {
    const name = this.#nameOf(spelling)
    if (name === undefined || value === null || isInHead(name, this.#options.head)) return
    const schema = schemaOf(name)
    const read = this.#read(schema, value, [...this.#options.place, spelling]) ?? stricterOf(schema)
    // The zero value means absence. Some writers write every default.
    if (read === undefined || ('zero' in schema && read === schema.zero)) return
    if (name === 'orgId' && typeof read === 'string') this.#orgId = read
    else this.#gathered.members[name] = read
    if (name === 'org') this.#complete = true
    this.#gathered.bytes += size
    this.#settle()
  }

  beginList(spelling: string): void {
    const name = documentOrgSchema.spellings.get(spelling)
    // A policy written as a list is malformed, as is one written as a string.
    if (name !== undefined && !lists.has(name)) {
      this.#list = undefined
      return this.member(spelling, { value: [], size: 0 })
    }
    this.#list = this.#nameOf(spelling)
  }

  entry(index: number, { value, size }: Found): void {
    const name = this.#list
    if (isEmptyPlace(value)) return
    const isList = name !== undefined && lists.has(name)
    const read = isList ? this.#read(itemOf(name), value, [...this.#options.place, name, index]) : undefined
    if (!isList || read === undefined) return this.#options.onLeftOut(1)
    const list = this.#gathered.entries.get(name) ?? { values: [], places: [] }
    list.values.push(read)
    list.places.push(index)
    this.#gathered.entries.set(name, list)
    this.#gathered.count += 1
    this.#gathered.bytes += size
    this.#settle()
  }

  end(): void {
    if (this.#orgId !== undefined) return this.#release(this.#orgId)
    // Exporters that leave an organization out leave its place empty.
    if (this.#seen.size > 0) this.#options.onRow(ledgerRow(this.#path, 'without_org_id'))
    this.#options.onLeftOut(this.#gathered.count)
  }

  #settle(): void {
    const { count, bytes } = this.#gathered
    if (this.#orgId !== undefined && (this.#complete || bytes > this.#options.maxHeldBytes)) {
      if (count >= mostEntries || bytes >= mostBytes) this.#release(this.#orgId)
    } else if (bytes > this.#options.maxHeldBytes) {
      const problem = 'has its orgId too late; put orgId first in the organization'
      throw new V1InputError('members_out_of_order', { path: this.#options.place }, problem)
    }
  }

  #release(orgId: string): void {
    const { members, entries, unknownMembers, emptyPlaces } = this.#gathered
    const org = { ...members, orgId, ...Object.fromEntries([...entries].map(([name, { values }]) => [name, values])) }
    this.#options.emit({
      // The schema of each name read the member. The compiler cannot follow that.
      org: org as unknown as DocumentOrg,
      path: this.#path,
      places: Object.fromEntries([...entries].map(([name, { places }]) => [name, places])),
      emptyPlaces,
      unknownMembers,
    })
    this.#gathered = nothing()
  }

  /** @returns undefined for a member that is not read; a row reports it */
  #nameOf(spelling: string): string | undefined {
    const name = documentOrgSchema.spellings.get(spelling)
    const path = `${this.#path}.${spelling}`
    if (name === undefined) this.#options.onRow(ledgerRow(path, 'unknown_member'))
    else if (this.#seen.has(name)) this.#options.onRow(ledgerRow(path, 'repeated_member'))
    else {
      this.#seen.add(name)
      return name
    }
    return undefined
  }

  /** @returns the part of the value that matches the schema, undefined if no part does; a row for each malformed place */
  #read(schema: v.GenericSchema, value: unknown, place: readonly PathKey[]): unknown {
    try {
      const { read, misfits } = readFitting(schema, value, place)
      const reserved = read?.unknownMembers.find(({ path }) => reservedName.test(path))
      if (reserved !== undefined) throw new DocumentError(reserved.path, 'is a reserved name; rename or remove the member')
      const stricter = read === undefined && 'stricter' in schema
      const costly = read === undefined && !stricter
      // One error for an entry that is left out, and one for each malformed member of an entry that is kept.
      for (const misfit of costly ? misfits.slice(0, 1) : misfits) {
        this.#refuse(place, value, messageOf(stricter ? { ...misfit, stricter } : misfit, costly))
      }
      if (read === undefined) return undefined
      this.#gathered.unknownMembers.push(...read.unknownMembers)
      this.#gathered.emptyPlaces.push(...read.emptyPlaces)
      return read.value
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      this.#refuse(place, value, error.message)
      return undefined
    }
  }

  #refuse(place: readonly PathKey[], value: unknown, message: string): void {
    const name = String(place[this.#options.place.length])
    const at = place.at(-1)
    const id = typeof at === 'number' ? (entryId(name, value) ?? `${this.#path}.${name}[${at}]`) : (this.#orgId ?? '')
    this.#options.onRow({ row: 'error', error: { type: memberErrorType(name), id, message } })
  }
}

/** @param costly whether the object around it is left out */
function messageOf({ path, expected, stricter }: Misfit, costly: boolean): string {
  const outcome = costly ? '' : stricter ? ' The stricter value was used instead.' : ' It was left out.'
  return `${formatJsonPath(path)} ${expected}.${outcome}`
}

function isInHead(name: string, head: OrgHead | undefined): boolean {
  return (
    head !== undefined &&
    (name === 'orgId' || (name === 'org' && head.org !== undefined) || (name === 'orgState' && head.orgState !== undefined))
  )
}

function stricterOf(schema: v.GenericSchema): unknown {
  return 'stricter' in schema ? schema.stricter : undefined
}

/** Whether a place in a list is empty: null, or an object without members. */
export function isEmptyPlace(value: unknown): boolean {
  return value === null || (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0)
}

function schemaOf(name: string): v.GenericSchema {
  const field: unknown = Reflect.get(documentOrgSchema.fields, name)
  return (typeof field === 'object' && field !== null && 'required' in field ? field.required : field) as v.GenericSchema
}

function itemOf(name: string): v.GenericSchema {
  return (schemaOf(name) as v.GenericSchema & { readonly item: v.GenericSchema }).item
}
