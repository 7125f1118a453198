// `symbolon project-grants`: projects of an organization that other organizations may use.
import type { EntryOf, Resource } from '@symbolon/client'
import type { rightCommands } from '../forms/rights.ts'
import { changeOptions, changeOutcome, stateOf, withRolesOf, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { findOrg, findProject, orgOf, otherwise, projectOf } from './find.ts'
import { add, listCommand, pagesOf, removeCommand, showOutcome } from './objects.ts'
import type { Target } from './objects.ts'

/** The commands. */
export const projectGrants: Commands<typeof rightCommands, 'project-grants'> = {
  'project-grants list': listCommand(
    async (call) => {
      const org = await orgOf(call)
      const named = call.given.value('project')
      return pagesOf(org.client.projectGrants, {
        projectId: named === undefined ? undefined : (await findProject(org, named)).entry.projectId,
      })
    },
    {
      id: 'entry.grantId',
      project: 'entry.projectGrant.projectId',
      organization: 'entry.projectGrant.grantedOrgId',
      roles: 'entry.projectGrant.roleKeys',
      state: 'entry.state',
    },
    'No project grants.',
  ),

  async 'project-grants show'(call) {
    const { resource } = await grantOf(call)
    const { grantId, projectGrant, state } = resource.entry
    return showOutcome(resource, {
      id: grantId,
      project: projectGrant.projectId,
      organization: projectGrant.grantedOrgId,
      roles: projectGrant.roleKeys?.join(', '),
      state: stateOf(state),
    })
  },

  async 'project-grants add'(call) {
    const { client, orgId, project: found } = await projectOf(call)
    const [, , ...roleKeys] = call.given.words
    const { projectId, project } = found.entry
    const grantedOrgId = await grantedOrg(call)
    const adding = add(call, client.projectGrants, { projectGrant: { projectId, grantedOrgId, roleKeys } })
    const change = await withRolesOf(project.name, orgId, adding)
    const id = call.given.value('id') ?? change.entry?.grantId
    return changeOutcome(call, change, whatOf({ projectId: project.name, grantedOrgId }), [{ facts: { id } }])
  },

  async 'project-grants set'(call) {
    const { list, id, orgId, what, resource } = await grantOf(call)
    const [, ...roleKeys] = call.given.words
    const patching = list.patch(id, { projectGrant: { roleKeys } }, { ...changeOptions(call), ifMatch: resource.etag })
    return changeOutcome(call, await withRolesOf(resource.entry.projectGrant.projectId, orgId, patching), what)
  },

  'project-grants remove': removeCommand(grantOf, ({ what }) => `Remove ${what}, with the roles that users have by it`),
}

async function grantOf(call: Call): Promise<Target & { readonly orgId: string; readonly resource: Resource<EntryOf<'projectGrants'>> }> {
  const { client, orgId } = await orgOf(call)
  const resource = await client.projectGrants.get(word(call))
  const { grantId, projectGrant } = resource.entry
  return { what: whatOf(projectGrant), list: client.projectGrants, id: grantId, orgId, resource }
}

/** The organization may be one that the caller does not see: then the id of it was typed. */
async function grantedOrg(call: Call): Promise<string> {
  const named = word(call, 1)
  return (await otherwise(findOrg(call, named), undefined))?.orgId ?? named
}

function whatOf({ projectId, grantedOrgId }: Pick<EntryOf<'projectGrants'>['projectGrant'], 'grantedOrgId' | 'projectId'>): string {
  return `the grant of ${projectId} to ${grantedOrgId}`
}
