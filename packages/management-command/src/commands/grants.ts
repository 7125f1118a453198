// `symbolon grants`: the roles of projects that users have.
import type { rightCommands } from '../forms/rights.ts'
import { withRolesOf, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { findProject, findUser, orgOf, projectIdOf, userOf } from './find.ts'
import { addRoles, removeRoles, rolesIn, setRoles } from './held-roles.ts'
import type { HeldRoles } from './held-roles.ts'
import { listCommand, pagesOf, showOutcome } from './objects.ts'
import type { ObjectList } from './objects.ts'

/** The commands. */
export const grants: Commands<typeof rightCommands, 'grants'> = {
  'grants list': listCommand(
    async (call) => {
      const { given } = call
      const org = await orgOf(call)
      const [user, project] = [given.value('user'), given.value('project')]
      const userId = user === undefined ? undefined : (await findUser(org, user)).userId
      const projectId = project === undefined ? undefined : await projectIdOf(org, project)
      return pagesOf(org.client.userGrants, { userId, projectId })
    },
    {
      user: 'entry.userId',
      project: 'entry.projectId',
      'project grant': 'entry.projectGrantId',
      roles: 'entry.roleKeys',
      state: 'entry.state',
    },
    'No grants.',
  ),

  async 'grants show'(call) {
    const held = await heldBy(call)
    const resource = await held.list.get(held.id)
    return showOutcome(resource, { of: held.what, roles: rolesIn(held, resource).join(', ') })
  },

  'grants add': async (call) => await addRoles(await heldBy(call), call.given.words.slice(2), call),
  'grants set': async (call) => await setRoles(await heldBy(call), call.given.words.slice(2), call),
  'grants remove': async (call) => await removeRoles(await heldBy(call), call.given.words.slice(2), call),
}

async function heldBy(call: Call): Promise<HeldRoles> {
  const { userId, name, client, orgId } = await userOf(call)
  const [named, grantId] = [word(call, 1), call.given.value('project-grant')]
  // A granted project belongs to another organization, which this one cannot read.
  const entry = grantId === undefined ? (await findProject({ client, orgId }, named)).entry : undefined
  const project = entry?.project.name ?? named
  const list: ObjectList = client.userGrants
  return {
    what: `${name} in ${project}`,
    id: [userId, entry?.projectId ?? named, grantId],
    list: { ...list, put: async (...grant) => await withRolesOf(project, orgId, list.put(...grant)) },
    member: 'roleKeys',
  }
}
