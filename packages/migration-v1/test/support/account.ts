// The accountant: which leaves of an input are neither in the output nor in the ledger. Written apart from the conversion: it knows where
// v2 keeps what, and nothing of how it gets there.
import { formatPath } from '@symbolon/json-stream'
import type { Path } from '@symbolon/json-stream'
import type { OrgDocument } from '@symbolon/schema-v2'
import type { LedgerRow } from '../../src/index.ts'

type Json = unknown

export function missingLeaves(input: Json, document: OrgDocument, rows: readonly LedgerRow[]): readonly string[] {
  const covers = rows.filter(({ kind }) => kind !== 'notice').map(({ path }) => new RegExp(`^${pattern(path)}(?:[.[]|$)`))
  const covered = (path: Path): boolean => covers.some((cover) => cover.test(formatPath(path)))
  const orgs = listAt(input, 'orgs')
  const outputs = document.orgs ?? []
  return orgs.flatMap((org, index) => {
    const place = ['orgs', index]
    if (isEmpty(org) || covered(place)) return []
    const output = outputs[orgs.slice(0, index).filter((before, other) => comesOut(before, ['orgs', other])).length]
    return Object.entries(Object(org)).flatMap(([spelling, member]) => {
      const path = [...place, spelling]
      return missing(member, memberOf(output, camelCase(spelling), member, path), path)
    })
  })

  /** An organization of which nothing is known is as good as an empty place. */
  function comesOut(org: Json, place: Path): boolean {
    return Object.entries(Object(org)).some(([name, member]) => member !== null && !covered([...place, name]))
  }

  /** Where v2 has the member of a v1 organization. */
  function memberOf(output: Json, name: string, member: Json, path: Path): Json {
    if (name === 'iamPolicy') return at(output, 'domainPolicy')
    const kept = Array.isArray(member) ? member.filter((entry, index) => !isEmpty(entry) && !covered([...path, index])) : []
    const policy = at(output, 'loginPolicy')
    if (name === 'secondFactors' || name === 'multiFactors') return kept.map((_, index) => ({ type: listAt(policy, name)[index] }))
    if (name === 'idps') return kept.map((entry) => listAt(policy, 'idps').find((idp) => at(idp, 'idpId') === idOf(entry)))
    if (name === 'projectMembers') return kept.map((entry) => listAt(output, name).find((other) => sameMember(other, entry)))
    return at(output, name)
  }

  function missing(value: Json, output: Json, path: Path): readonly string[] {
    if (value === null || value === undefined || covered(path)) return []
    if (Array.isArray(value)) {
      let position = -1
      return value.flatMap((entry: Json, index) => {
        const place = [...path, index]
        if (isEmpty(entry) || covered(place)) return []
        position += 1
        return missing(entry, at(output, position), place)
      })
    }
    if (typeof value === 'object') {
      return Object.entries(value).flatMap(([name, member]) => missing(member, at(output, camelCase(name)), [...path, name]))
    }
    if (output === undefined ? isZero(value) : isSame(value, output)) return []
    return [`${formatPath(path)}: ${JSON.stringify(value)} became ${JSON.stringify(output)}`]
  }
}

function at(value: Json, key: string | number): Json {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

function listAt(value: Json, key: string): readonly Json[] {
  const list = at(value, key)
  return Array.isArray(list) ? list : []
}

const idOf = (entry: Json): Json => at(entry, 'idpId') ?? at(entry, 'idp_id')
const sameMember = (one: Json, other: Json): boolean =>
  at(one, 'projectId') === (at(other, 'projectId') ?? at(other, 'project_id')) &&
  at(one, 'userId') === (at(other, 'userId') ?? at(other, 'user_id'))

const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every((member) => member === null))

/** What means the same as absence, written by exporters or not. */
function isZero(value: Json): boolean {
  return /^(?:false||0+s?|.*_UNSPECIFIED|.*_NOT_ALLOWED|OIDC_VERSION_1_0|OIDC_TOKEN_TYPE_BEARER)$/.test(String(value))
}

/** Text stays as it is; numbers, enums, bytes and times have one spelling in the output. */
function isSame(value: Json, output: Json): boolean {
  if (value === output || String(value) === String(output)) return true
  return typeof value === 'number' || /^(?:[A-Za-z0-9+/_-]+=*|[0-9.]+s|\d{4}-.*T.*)$/.test(String(value))
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function pattern(path: string): string {
  return path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\[\\*\\]', '\\[\\d+\\]')
}
