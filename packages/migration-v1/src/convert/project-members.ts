// Members of projects. Exporters list in every organization the members of the projects of all organizations: each is kept once,
// with the organization that owns the project.

import { documentOrgSchema } from '@symbolon/schema-v2'
import type { ProjectMember } from '@symbolon/schema-v2'
import { canonicalJson } from '@symbolon/schema-v2'
import type { Ledger } from '../ledger/ledger.ts'
import type { Path } from '../path.ts'
import type { Placed } from './login-policy.ts'
import { readEntry } from './read-entry.ts'

const schema = documentOrgSchema.fields.projectMembers.item

/** Over the whole document: which members some organization keeps, and where the others stood first. */
export interface ForeignMembers {
  keeps(member: ProjectMember): void
  leavesOut(member: ProjectMember, place: Path): void
  /** When all has been read: members that nobody keeps. */
  missing(): readonly Path[]
}

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

export function convertProjectMembers(
  entries: readonly Placed<unknown>[],
  ownProjects: ReadonlySet<string>,
  foreign: ForeignMembers,
  ledger: Ledger,
): readonly ProjectMember[] {
  const members = new Map<string, ProjectMember>()
  for (const { value, place } of entries) {
    const member = readEntry(schema, value, place, ledger)
    if (member === undefined) continue
    const before = members.get(keyOf(member))
    if (!ownProjects.has(member.projectId)) {
      foreign.leavesOut(member, place)
      ledger.gather('member-of-other-org', place, place)
    } else if (before !== undefined) {
      if (canonicalJson(before) === canonicalJson(member)) ledger.gather('duplicate', place, place)
      else ledger.add('member-said-twice', place)
    } else {
      members.set(keyOf(member), member)
      foreign.keeps(member)
    }
  }
  return [...members.values()]
}

function keyOf({ projectId, userId }: ProjectMember): string {
  return JSON.stringify([projectId, userId])
}
