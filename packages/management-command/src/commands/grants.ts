// `symbolon grants`: the roles of projects that users have.
import type { RightCommandName } from '../forms/rights.ts'
import { filterOf, listOutcome, readList, stateOf, timeText, withRolesOf, word } from './call.ts'
import type { Call, Command } from './call.ts'
import { findProject, findUser, orgOf, projectIdOf } from './find.ts'
import { addRoles, removeRoles, setRoles } from './held-roles.ts'
import type { HeldRoles } from './held-roles.ts'

/** The commands. */
export const grants: Readonly<Record<Extract<RightCommandName, `grants ${string}`>, Command>> = {
  async 'grants list'(call) {
    const { given } = call
    const org = await orgOf(call)
    const [user, project] = [given.value('user'), given.value('project')]
    const userId = user === undefined ? undefined : (await findUser(org, user)).userId
    const projectId = project === undefined ? undefined : await projectIdOf(org, project)
    const read = await readList(call, (limit) => org.client.userGrants.pages({ limit, ...filterOf({ userId, projectId }) }))
    return listOutcome(
      read,
      {
        user: ({ entry }) => entry.userId,
        project: ({ entry }) => entry.projectId,
        'project grant': ({ entry }) => entry.projectGrantId,
        roles: ({ entry }) => entry.roleKeys?.join(', '),
        state: ({ entry }) => stateOf(entry.state),
      },
      'No grants.',
    )
  },

  async 'grants show'(call) {
    const held = await heldBy(call)
    const resource = await held.get()
    return {
      json: resource,
      blocks: [
        {
          facts: [
            ['of', held.what],
            ['roles', held.rolesOf(resource.entry).join(', ')],
            ['created', timeText(resource.createdAt)],
            ['changed', timeText(resource.changedAt)],
          ],
        },
      ],
    }
  },

  'grants add': async (call) => await addRoles(await heldBy(call), call.given.words.slice(2), call),
  'grants set': async (call) => await setRoles(await heldBy(call), call.given.words.slice(2), call),
  'grants remove': async (call) => await removeRoles(await heldBy(call), call.given.words.slice(2), call),
}

async function heldBy(call: Call): Promise<HeldRoles> {
  const org = await orgOf(call)
  const grantId = call.given.value('project-grant')
  const { userId, name } = await findUser(org, word(call))
  // A granted project belongs to another organization, which this one cannot read.
  const [projectId, projectName] =
    grantId === undefined
      ? await findProject(org, word(call, 1)).then(({ entry }) => [entry.projectId, entry.project.name] as const)
      : [word(call, 1), word(call, 1)]
  const id: readonly [string, string, string?] = grantId === undefined ? [userId, projectId] : [userId, projectId, grantId]
  const { userGrants } = org.client
  return {
    what: `${name} in ${projectName}`,
    get: async () => await userGrants.get(id),
    rolesOf: (entry) => ('roleKeys' in entry && Array.isArray(entry.roleKeys) ? entry.roleKeys.map(String) : []),
    put: async (roleKeys, options) => await withRolesOf(projectName, org.orgId, userGrants.put(id, { roleKeys: [...roleKeys] }, options)),
    remove: async (options) => await userGrants.remove(id, options),
  }
}
