// `symbolon projects` and `symbolon roles`: projects, and the roles that they define.
import type { projectCommands } from '../forms/projects.ts'
import { afterAdding, changeOptions, changeOutcome, stateOf, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { orgOf, projectOf } from './find.ts'
import { add, listCommand, pagesOf, removeCommand, searchOf, setCommand, showOutcome } from './objects.ts'
import type { Target } from './objects.ts'

/** The commands. */
export const projects: Commands<typeof projectCommands> = {
  'projects list': listCommand(
    async (call) => pagesOf((await orgOf(call)).client.projects, searchOf(call)),
    { name: 'entry.project.name', state: 'entry.state', created: 'createdAt', id: 'entry.projectId' },
    'No projects.',
  ),

  async 'projects show'(call) {
    const { client, project } = await projectOf(call)
    const { projectId, state } = project.entry
    const roles = await client.projectRoles.list({ limit: 200, filter: { projectId } })
    const keys = roles.items.map(({ entry }) => entry.roleKey)
    return showOutcome(project, { id: projectId, name: project.entry.project.name, state: stateOf(state), roles: keys.join(', ') })
  },

  async 'projects add'(call) {
    const { given } = call
    const name = word(call)
    const { client } = await orgOf(call)
    const change = await add(call, client.projects, { project: { name } })
    const projectId = given.value('id') ?? change.entry?.projectId
    const roles = given.values('role')
    if (projectId !== undefined && !given.has('dry-run')) {
      for (const role of roles) await afterAdding(`the project ${name}`, client.projectRoles.put([projectId, role], { displayName: role }))
    }
    const facts = projectId === undefined ? {} : { id: projectId, roles: roles.join(', ') }
    return changeOutcome(call, change, `the project ${name}`, [{ facts }])
  },

  'projects set': setCommand(
    targetProject,
    { name: 'project.name', state: { path: 'state', prefix: 'STATE' } },
    '--name NAME, --state STATE or NAME=VALUE',
    () => '/orgs/{orgId}/projects/{projectId}',
  ),

  'projects remove': removeCommand(targetProject, ({ what, id }) => `Remove ${what} (${id}) with its applications, roles and grants`),

  'roles list': listCommand(
    async (call) => {
      const { client, project } = await projectOf(call)
      return pagesOf(client.projectRoles, { projectId: project.entry.projectId })
    },
    { role: 'entry.roleKey', name: 'entry.displayName', group: 'entry.group' },
    'No roles.',
  ),

  async 'roles add'(call) {
    const { given } = call
    const { list, id, what } = await targetRole(call)
    const [role, group] = [word(call, 1), given.value('group')]
    const entry = { displayName: given.value('name') ?? role, ...(group === undefined ? {} : { group }) }
    return changeOutcome(call, await list.put(id, entry, { ...changeOptions(call), ifNoneMatch: '*' }), what)
  },

  'roles set': setCommand(targetRole, { name: 'displayName', group: 'group' }, '--name NAME or --group GROUP'),

  'roles remove': removeCommand(targetRole, ({ what }) => `Remove ${what}, also from everybody who has it`),
}

async function targetProject(call: Call): Promise<Target & { readonly id: string }> {
  const { client, project } = await projectOf(call)
  const { entry, etag } = project
  return { what: `the project ${entry.project.name}`, list: client.projects, id: entry.projectId, etag }
}

async function targetRole(call: Call): Promise<Target> {
  const { client, project } = await projectOf(call)
  const {
    projectId,
    project: { name },
  } = project.entry
  const role = word(call, 1)
  return { what: `the role ${role} of ${name}`, list: client.projectRoles, id: [projectId, role] }
}
