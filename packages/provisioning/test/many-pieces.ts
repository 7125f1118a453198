// A document of some thousand objects in three organizations that name one another, in pieces.
import { documentOrgSchema, readValue } from '@symbolon/schema-v2'
import type { DocumentPiece } from '../src/index.ts'
import { person } from './full-document.ts'

export const usersOfEach = 2000

const orgs = ['a', 'b', 'c'] as const

export function* manyPieces(): Iterable<DocumentPiece> {
  for (const [index, orgId] of orgs.entries()) {
    const path = `orgs[${index}]`
    const other = orgs[(index + 1) % orgs.length] ?? 'a'
    const piece = (members: object, places: DocumentPiece['places'] = {}): DocumentPiece => ({
      path,
      places,
      org: readValue(documentOrgSchema, { orgId, ...members }).value,
    })
    yield piece({ org: { name: `Org ${orgId}` } })
    yield piece({
      userGrants: numbers(0, 50).map((user) => ({
        userId: `${other}${user}`,
        projectId: `project-${other}`,
        projectGrantId: `to-${orgId}`,
        roleKeys: ['r'],
      })),
      projectGrants: [{ grantId: `to-${other}`, projectGrant: { projectId: `project-${orgId}`, grantedOrgId: other, roleKeys: ['r'] } }],
      orgMembers: numbers(0, 50).map((user) => ({ userId: `${other}${user}`, roles: ['ORG_OWNER'] })),
      oidcApps: [{ appId: `app-${orgId}`, app: { projectId: `project-${orgId}`, name: 'app' } }],
      projectRoles: [{ projectId: `project-${orgId}`, roleKey: 'r', displayName: 'R' }],
    })
    for (let start = 0; start < usersOfEach; start += 100) {
      const users = numbers(start, start + 100)
      yield piece(
        {
          humanUsers: users.map((user) =>
            person(`${orgId}${user}`, `name${user}`, {
              hashedPassword: { value: `$2b$10$${String(user).padStart(22, 'a')}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa` },
            }),
          ),
          userMetadata: users.map((user) => ({ id: `${orgId}${user}`, key: 'k', value: 'AAAA' })),
        },
        { humanUsers: users, userMetadata: users },
      )
    }
    yield piece({ projects: [{ projectId: `project-${orgId}`, project: { name: 'P' } }] })
  }
}

function numbers(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset)
}
