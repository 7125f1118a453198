// Applies one object: an entry of a list, an organization, a policy or a member of the instance. The same engine as for documents, so that
// the rules are the same.
import type { DocumentOrg, OrgDocument } from '@symbolon/schema-v2'
import { instanceMembersWithoutEffect } from '../desired/document-notices.ts'
import { resetPolicy } from '../desired/orgs.ts'
import { instanceResourcesOf } from '../desired/resources-of.ts'
import type { ApplyEntry } from '../report/apply-report.ts'
import type { ApplyContext, ApplyOptions } from './apply-context.ts'
import { openPieceRun } from './apply-pieces.ts'

/** One object to be brought to a state. */
export type EntryChange =
  /** An organization with nothing but this object: `{ orgId, oidcApps: [entry] }`, `{ orgId, loginPolicy }` or `{ orgId, org, orgState }`. */
  | { readonly org: DocumentOrg }
  /** Settings or members of the instance. */
  | { readonly instance: Pick<OrgDocument, 'instance' | 'instanceMembers'> }
  /** A policy to be given up, of an organization or of the instance. */
  | { readonly resetPolicy: string; readonly orgId?: string }

/**
 * Applies one object.
 * @returns the rows of the report; the first one is about the object itself, except where notices stand alone
 */
export async function applyEntry(change: EntryChange, context: ApplyContext, options: ApplyOptions = {}): Promise<readonly ApplyEntry[]> {
  const rows: ApplyEntry[] = []
  const run = openPieceRun(context, {
    strict: true,
    ...options,
    settled({ entries }) {
      rows.push(...entries)
    },
  })
  if ('org' in change) await run.take({ org: change.org, path: '' })
  else if ('resetPolicy' in change && change.orgId !== undefined) {
    await run.take({ org: { orgId: change.orgId }, path: '', resetPolicies: [change.resetPolicy] })
  }
  await run.finish()
  if ('instance' in change) await run.takeInstance(instanceResourcesOf(change.instance))
  else if ('resetPolicy' in change && change.orgId === undefined) {
    await run.takeInstance([resetPolicy({ kind: 'instancePolicy', key: [change.resetPolicy] })])
  }
  const notices = 'instance' in change ? instanceMembersWithoutEffect(change.instance.instance) : []
  return [...rows.filter(({ kind }) => kind !== 'member'), ...rows.filter(({ kind }) => kind === 'member'), ...notices]
}
