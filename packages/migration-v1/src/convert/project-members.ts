// Members of projects. Exporters repeat the members of all projects in every organization. Each member is kept once, in the organization
// that owns the project.

import type { Path } from '@symbolon/json-stream'
import { canonicalJson, documentOrgSchema } from '@symbolon/schema-v2'
import type { ProjectMember } from '@symbolon/schema-v2'
import type { Ledger } from '../ledger/ledger.ts'
import type { ConvertEntry } from './entries.ts'
import { readEntry } from './read-entry.ts'

const schema = documentOrgSchema.fields.projectMembers.item

/** State of the whole document: the members that an organization keeps, and the first places of the others. */
export interface ForeignMembers {
  keeps(member: ProjectMember): void
  leavesOut(member: ProjectMember, place: Path): void
  /** Called at the end of the document, with the members that no organization keeps. */
  missing(): readonly Path[]
}

/** @returns an empty collection, for one document */
export function createForeignMembers(): ForeignMembers {
  const kept = new Set<string>()
  const left = new Map<string, Path>()
  return {
    keeps: (member) => void kept.add(keyOf(member)),
    leavesOut(member, place) {
      if (!left.has(keyOf(member))) left.set(keyOf(member), place)
    },
    missing: () => [...left].filter(([key]) => !kept.has(key)).map(([, place]) => place),
  }
}

/** For one organization. Called when all of its projects are known. */
export function projectMemberConverter(ownProjects: ReadonlySet<string>, foreign: ForeignMembers, ledger: Ledger): ConvertEntry {
  const members = new Map<string, ProjectMember>()
  return (raw, place) => {
    const member = readEntry(schema, raw, place, ledger)
    if (member === undefined) return undefined
    if (!ownProjects.has(member.projectId)) {
      foreign.leavesOut(member, place)
      ledger.gather('member-of-other-org', place, place)
      return undefined
    }
    const before = members.get(keyOf(member))
    if (before !== undefined) {
      if (canonicalJson(before) === canonicalJson(member)) ledger.gather('duplicate', place, place)
      else ledger.add('member-said-twice', place)
      return undefined
    }
    members.set(keyOf(member), member)
    foreign.keeps(member)
    return member
  }
}

function keyOf({ projectId, userId }: ProjectMember): string {
  return JSON.stringify([projectId, userId])
}
