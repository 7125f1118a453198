// `symbolon members`: who administrates an organization, a project or the instance.
import type { rightCommands } from '../forms/rights.ts'
import { CommandError } from '../terminal/outcome.ts'
import { timeText } from './call.ts'
import type { Call, Commands } from './call.ts'
import { findProject, findUser, orgOf, otherwise, userOf } from './find.ts'
import { addRoles, removeRoles, rolesIn, setRoles } from './held-roles.ts'
import type { HeldRoles } from './held-roles.ts'
import { listOutcome, pagesOf, readList } from './objects.ts'
import type { Pages } from './objects.ts'

/** The commands. */
export const members: Commands<typeof rightCommands, 'members'> = {
  async 'members list'(call) {
    const read = await readList(call, await listOf(call))
    const columns = { user: 'entry.userId', roles: 'entry.roles', since: 'createdAt' } as const
    return listOutcome(read, columns, call.given.has('instance') ? 'No members of the instance.' : 'No members.')
  },

  async 'members show'(call) {
    const held = await heldBy(call)
    const resource = await held.list.get(held.id)
    const facts = { of: held.what, roles: rolesIn(held, resource).join(', '), since: timeText(resource.createdAt) }
    return { json: resource, blocks: [{ facts }] }
  },

  'members add': async (call) => await addRoles(await heldBy(call), call.given.words.slice(1), call),
  'members set': async (call) => await setRoles(await heldBy(call), call.given.words.slice(1), call),
  'members remove': async (call) => await removeRoles(await heldBy(call), call.given.words.slice(1), call),
}

interface Member {
  readonly createdAt: string
  readonly entry: { readonly userId: string; readonly roles?: readonly string[] }
}

async function listOf(call: Call): Promise<Pages<Member>> {
  if (call.given.has('instance')) return pagesOf(call.client.instance.members)
  const org = await orgOf(call)
  const project = call.given.value('project')
  if (project === undefined) return pagesOf(org.client.orgMembers)
  const { projectId } = (await findProject(org, project)).entry
  return pagesOf(org.client.projectMembers, { projectId })
}

async function heldBy(call: Call): Promise<HeldRoles> {
  const { given, client } = call
  const member = 'roles'
  if (given.has('instance')) {
    const { userId, name } = await memberOfInstance(call)
    return { what: `${name} in the instance`, list: client.instance.members, id: userId, member }
  }
  const { userId, name, ...org } = await userOf(call)
  const project = given.value('project')
  if (project === undefined) return { what: `${name} in ${org.orgId}`, list: org.client.orgMembers, id: userId, member }
  const { entry } = await findProject(org, project)
  return { what: `${name} in ${entry.project.name}`, list: org.client.projectMembers, id: [entry.projectId, userId], member }
}

/** Members of the instance belong to any organization: they are looked for in all that the caller sees. */
async function memberOfInstance({ client, given: { words } }: Call): Promise<{ readonly userId: string; readonly name: string }> {
  const [named = ''] = words
  for await (const { items } of client.orgs.pages({ limit: 200 })) {
    for (const { entry } of items) {
      const org = { orgId: entry.orgId, client: client.org(entry.orgId) }
      const user = await otherwise(findUser(org, named), undefined)
      if (user !== undefined) return user
    }
  }
  throw new CommandError(
    'not_found',
    `There is no user ${named}, or you may not see the user. \`symbolon users list --org ORG\` shows the users of an organization.`,
  )
}
