// `symbolon project-grants`: projects of an organization that other organizations may use.
import type { EntryOf } from '@symbolon/client'
import type { RightCommandName } from '../forms/rights.ts'
import {
  changeOptions,
  changeOutcome,
  confirm,
  doneLine,
  filterOf,
  listOutcome,
  readList,
  stateOf,
  timeText,
  withRolesOf,
  word,
} from './call.ts'
import type { Call, Command } from './call.ts'
import { findOrg, findProject, orgOf, otherwise } from './find.ts'

/** The commands. */
export const projectGrants: Readonly<Record<Extract<RightCommandName, `project-grants ${string}`>, Command>> = {
  async 'project-grants list'(call) {
    const org = await orgOf(call)
    const named = call.given.value('project')
    const projectId = named === undefined ? undefined : (await findProject(org, named)).entry.projectId
    return listOutcome(
      await readList(call, (limit) => org.client.projectGrants.pages({ limit, ...filterOf({ projectId }) })),
      {
        id: ({ entry }) => entry.grantId,
        project: ({ entry }) => entry.projectGrant.projectId,
        organization: ({ entry }) => entry.projectGrant.grantedOrgId,
        roles: ({ entry }) => entry.projectGrant.roleKeys?.join(', '),
        state: ({ entry }) => stateOf(entry.state),
      },
      'No project grants.',
    )
  },

  async 'project-grants show'(call) {
    const { client } = await orgOf(call)
    const resource = await client.projectGrants.get(word(call))
    const { grantId, projectGrant, state } = resource.entry
    return {
      json: resource,
      blocks: [
        {
          facts: [
            ['id', grantId],
            ['project', projectGrant.projectId],
            ['organization', projectGrant.grantedOrgId],
            ['roles', projectGrant.roleKeys?.join(', ')],
            ['state', stateOf(state)],
            ['created', timeText(resource.createdAt)],
            ['changed', timeText(resource.changedAt)],
          ],
        },
      ],
    }
  },

  async 'project-grants add'(call) {
    const org = await orgOf(call)
    const [, , ...roleKeys] = call.given.words
    const { projectId, project } = (await findProject(org, word(call))).entry
    const grantedOrgId = await grantedOrg(call)
    const entry = { projectGrant: { projectId, grantedOrgId, roleKeys } }
    const id = call.given.value('id')
    const adding =
      id === undefined
        ? org.client.projectGrants.create(entry, changeOptions(call))
        : org.client.projectGrants.put(id, entry, { ...changeOptions(call), ifNoneMatch: '*' })
    const change = await withRolesOf(project.name, org.orgId, adding)
    return changeOutcome(call, change, whatOf({ projectId: project.name, grantedOrgId }), [
      { facts: [['id', id ?? change.entry?.grantId]] },
    ])
  },

  async 'project-grants set'(call) {
    const { client, orgId } = await orgOf(call)
    const { entry, etag } = await client.projectGrants.get(word(call))
    const [, ...roleKeys] = call.given.words
    const options = { ...changeOptions(call), ifMatch: etag }
    const patching = client.projectGrants.patch(entry.grantId, { projectGrant: { roleKeys } }, options)
    return changeOutcome(call, await withRolesOf(entry.projectGrant.projectId, orgId, patching), whatOf(entry.projectGrant))
  },

  async 'project-grants remove'(call) {
    const { client } = await orgOf(call)
    const { grantId, projectGrant } = (await client.projectGrants.get(word(call))).entry
    const what = whatOf(projectGrant)
    await confirm(call, `Remove ${what}, with the roles that users have by it`)
    const removal = await client.projectGrants.remove(grantId, changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, what)] }
  },
}

/** The organization may be one that the caller does not see: then the id of it was typed. */
async function grantedOrg(call: Call): Promise<string> {
  const named = word(call, 1)
  return (await otherwise(findOrg(call, named), undefined))?.orgId ?? named
}

function whatOf({ projectId, grantedOrgId }: Pick<EntryOf<'projectGrants'>['projectGrant'], 'grantedOrgId' | 'projectId'>): string {
  return `the grant of ${projectId} to ${grantedOrgId}`
}
