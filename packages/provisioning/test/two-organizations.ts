// Two organizations whose people have different roles, and what each may do by a document.
import type { DocumentOrg, OrgDocument } from '@symbolon/schema-v2'
import { readDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { applyDocument, userAuthority } from '../src/index.ts'
import type { ApplyOptions } from '../src/index.ts'
import { instances } from './instance.ts'
import type { Instance } from './instance.ts'

/** @returns a person whose name is the id */
export const person = (userId: string, more: object = {}, user: object = {}) => ({
  userId,
  user: { userName: userId, profile: { firstName: userId, lastName: 'Lee' }, email: { email: `${userId}@acme.example` }, ...user },
  ...more,
})
/** @returns an application */
export const app = (appId: string, projectId: string, more: object = {}) => ({
  appId,
  app: { projectId, name: appId, redirectUris: ['https://app.example/cb'] },
  ...more,
})
const robot = { userId: 'robot', user: { userName: 'robot', name: 'robot' } }
export const token = (userId: string) => ({
  tokenId: `of-${userId}`,
  userId,
  token: `symbolon_pat_${userId}-0123456789-0123456789-0123456789`,
})

/** Two organizations; `acme` grants its project `shop` to `club`. The names of people say what they are. */
const world: OrgDocument = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      domains: [{ domainName: 'acme.example', isVerified: true, isPrimary: true }],
      projects: [
        { projectId: 'shop', project: { name: 'Shop' } },
        { projectId: 'desk', project: { name: 'Desk' } },
      ],
      projectRoles: ['clerk', 'boss'].map((roleKey) => ({ projectId: 'shop', roleKey, displayName: roleKey })),
      oidcApps: [app('web', 'shop'), app('intranet', 'desk'), app('console', 'shop', { managementAccess: true })],
      humanUsers: ['root', 'owner', 'manager', 'seller', 'plain', 'creator'].map((userId) => person(userId)),
      machineUsers: [robot, { userId: 'boss', user: { userName: 'boss', name: 'boss' } }],
      orgMembers: [
        { userId: 'owner', roles: ['ORG_OWNER'] },
        { userId: 'manager', roles: ['ORG_USER_MANAGER'] },
        { userId: 'creator', roles: ['ORG_PROJECT_CREATOR'] },
      ],
      projectMembers: [{ projectId: 'shop', userId: 'seller', roles: ['PROJECT_OWNER'] }],
      projectGrants: [{ grantId: 'to-club', projectGrant: { projectId: 'shop', grantedOrgId: 'club', roleKeys: ['clerk'] } }],
    },
    {
      orgId: 'club',
      org: { name: 'Club' },
      humanUsers: [person('carl'), person('cora')],
      orgMembers: [{ userId: 'carl', roles: ['ORG_OWNER'] }],
    },
  ],
  instanceMembers: [
    { userId: 'root', roles: ['IAM_OWNER'] },
    { userId: 'boss', roles: ['IAM_OWNER'] },
  ],
}

/** The instance, and what users may do to it. */
export type World = Instance & {
  /** Applies a document with the rights of a user. @returns its rows: action, kind, key and reason */
  by(userId: string, document: OrgDocument, options?: ApplyOptions): Promise<readonly string[]>
}

/** Called while a test file is loaded. @returns opens the two organizations, which are closed when the file ends */
export function worlds(): () => Promise<World> {
  const openInstance = instances()
  return async () => await open(await openInstance())
}

async function open(instance: Instance): Promise<World> {
  const report = await instance.apply(world)
  assert.equal(report.counts.refused, 0, JSON.stringify(report.entries.filter(({ action }) => action === 'refused')))
  return {
    ...instance,
    async by(userId, document, options) {
      const user = await instance.stores.users.find(userId)
      assert.ok(user, userId)
      const context = { ...instance.context, authority: userAuthority(user, instance.stores) }
      const { entries } = await applyDocument(readDocument(document), context, options)
      return entries
        .filter(({ kind, action }) => kind !== 'member' && action !== 'notice')
        .map(({ action, kind, key, reason, refusal }) => [action, kind, key.join('/'), reason, refusal?.rule].filter(Boolean).join(' '))
    },
  }
}

export const inAcme = (org: Partial<DocumentOrg>): OrgDocument => ({ orgs: [{ orgId: 'acme', ...org }] })
export const inClub = (org: Partial<DocumentOrg>): OrgDocument => ({ orgs: [{ orgId: 'club', ...org }] })
