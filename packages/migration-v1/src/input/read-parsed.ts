// Reads a parsed value. It emits the same events as document-reader.ts, without offsets.

import { deepestLevel } from '@symbolon/json-stream'
import type { Path } from '@symbolon/json-stream'
import { isJsonObject } from '@symbolon/schema-v2'
import type { InnerText } from './document-reader.ts'
import { problems, rootMember } from './envelope.ts'
import type { V1Sink } from './envelope.ts'
import { V1InputError } from './v1-input-error.ts'
import type { V1InputErrorCode } from './v1-input-error.ts'

type Members = Readonly<Record<string, unknown>>

/** @returns the document, if it is a string inside of a request */
export function readParsed(input: unknown, sink: V1Sink): InnerText | undefined {
  // Only values that JSON.parse can return. A buffer or a promise has no members and would look like an empty export.
  if (!isJsonObject(input) || Object.prototype.toString.call(input) !== '[object Object]')
    return refuse('wrong_type', [], problems.notAnObject)
  refuseDepth(input)
  const present = Object.entries(input).filter(([, value]) => value !== null && value !== undefined)
  const names = Object.keys(input)
  if (names.every((name) => rootMember(name) === 'other')) refuse('not_an_export', [], problems.notAnExport)
  const sources = present.filter(([name]) => rootMember(name) === 'orgs' || rootMember(name) === 'document')
  if (sources[1] !== undefined) refuse('several_sources', [sources[1][0]], problems.several)
  let inner: InnerText | undefined
  for (const [name, value] of present) {
    const place = [name]
    switch (rootMember(name)) {
      case 'orgs':
        readOrgs(value, place, sink)
        break
      case 'document':
        if (typeof value === 'string') inner = { text: value, base: place }
        else if (isJsonObject(value)) readDocument(value, place, sink)
        else refuse('wrong_type', place, problems.notADocument)
        break
      case 'elsewhere':
        refuse('unsupported_source', place, problems.elsewhere)
        break
      case 'other':
        sink.outside(place, value)
    }
  }
  return inner
}

function readDocument(document: Members, place: Path, sink: V1Sink): void {
  for (const [name, value] of Object.entries(document)) {
    if (value === null || value === undefined) continue
    if (name === 'orgs') readOrgs(value, [...place, name], sink)
    else sink.outside([...place, name], value)
  }
}

function readOrgs(orgs: unknown, place: Path, sink: V1Sink): void {
  if (!Array.isArray(orgs)) return refuse('wrong_type', place, problems.notAList)
  orgs.forEach((org: unknown, index) => readOrg(org, [...place, index], sink))
}

function readOrg(org: unknown, place: Path, sink: V1Sink): void {
  if (org === null || org === undefined) return sink.emptyOrg(place)
  if (!isJsonObject(org)) return refuse('wrong_type', place, problems.notAnObject)
  sink.beginOrg(place)
  for (const [name, value] of Object.entries(org)) {
    if (Array.isArray(value)) {
      sink.beginList(name)
      value.forEach((entry: unknown, index) => sink.entry(index, { value: entry, size: 0 }))
    } else {
      sink.member(name, { value, size: 0 })
    }
  }
  sink.endOrg()
}

/** Checks the depth before any recursive function reads the value. This also refuses cyclic values. */
function refuseDepth(root: unknown): void {
  const path: (string | number)[] = []

  function visit(value: unknown, level: number): void {
    if (typeof value !== 'object' || value === null) return
    if (level > deepestLevel) refuse('too_deep', path, `is nested deeper than ${deepestLevel} levels; flatten or remove it`)
    for (const [name, member] of Object.entries(value)) {
      path.push(Array.isArray(value) ? Number(name) : name)
      visit(member, level + 1)
      path.pop()
    }
  }

  visit(root, 1)
}

function refuse(code: V1InputErrorCode, path: Path, problem: string): never {
  throw new V1InputError(code, { path }, problem)
}
