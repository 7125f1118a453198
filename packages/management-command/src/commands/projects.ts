// `symbolon projects` and `symbolon roles`: projects, and the roles that they define.
import type { ProjectCommandName } from '../forms/projects.ts'
import {
  afterAdding,
  changeOptions,
  changeOutcome,
  confirm,
  doneLine,
  filterOf,
  listOutcome,
  readList,
  requireChange,
  stateFrom,
  stateOf,
  timeText,
  word,
} from './call.ts'
import type { Command } from './call.ts'
import { findProject, orgOf } from './find.ts'

/** The commands. */
export const projects: Readonly<Record<ProjectCommandName, Command>> = {
  async 'projects list'(call) {
    const { given } = call
    const { client } = await orgOf(call)
    const filter = filterOf({ q: given.value('search'), state: given.value('state') })
    return listOutcome(
      await readList(call, (limit) => client.projects.pages({ limit, ...filter })),
      {
        name: ({ entry }) => entry.project.name,
        state: ({ entry }) => stateOf(entry.state),
        created: ({ createdAt }) => timeText(createdAt),
        id: ({ entry }) => entry.projectId,
      },
      'No projects.',
    )
  },

  async 'projects show'(call) {
    const org = await orgOf(call)
    const resource = await findProject(org, word(call))
    const { projectId, project, state } = resource.entry
    const roles = await org.client.projectRoles.list({ limit: 200, ...filterOf({ projectId }) })
    return {
      json: resource,
      blocks: [
        {
          facts: [
            ['id', projectId],
            ['name', project.name],
            ['state', stateOf(state)],
            ['roles', roles.items.map(({ entry }) => entry.roleKey).join(', ')],
            ['created', timeText(resource.createdAt)],
            ['changed', timeText(resource.changedAt)],
          ],
        },
      ],
    }
  },

  async 'projects add'(call) {
    const { given } = call
    const [name, id] = [word(call), given.value('id')]
    const { client } = await orgOf(call)
    const entry = { project: { name } }
    const change =
      id === undefined
        ? await client.projects.create(entry, changeOptions(call))
        : await client.projects.put(id, entry, { ...changeOptions(call), ifNoneMatch: '*' })
    const projectId = id ?? change.entry?.projectId
    const roles = given.values('role')
    if (projectId !== undefined && !given.has('dry-run')) {
      for (const role of roles) await afterAdding(`the project ${name}`, client.projectRoles.put([projectId, role], { displayName: role }))
    }
    return changeOutcome(
      call,
      change,
      `the project ${name}`,
      projectId === undefined
        ? []
        : [
            {
              facts: [
                ['id', projectId],
                ['roles', roles.join(', ')],
              ],
            },
          ],
    )
  },

  async 'projects set'(call) {
    const { given } = call
    const [name, state] = [given.value('name'), stateFrom(given, 'STATE')]
    requireChange([name, state], '--name NAME or --state STATE')
    const org = await orgOf(call)
    const { entry, etag } = await findProject(org, word(call))
    const patch = { ...(name === undefined ? {} : { project: { name } }), ...(state === undefined ? {} : { state }) }
    const change = await org.client.projects.patch(entry.projectId, patch as object, { ...changeOptions(call), ifMatch: etag })
    return changeOutcome(call, change, `the project ${entry.project.name}`)
  },

  async 'projects remove'(call) {
    const org = await orgOf(call)
    const { projectId, project } = (await findProject(org, word(call))).entry
    await confirm(call, `Remove the project ${project.name} (${projectId}) with its applications, roles and grants`)
    const removal = await org.client.projects.remove(projectId, changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, `the project ${project.name}`)] }
  },

  async 'roles list'(call) {
    const org = await orgOf(call)
    const { projectId } = (await findProject(org, word(call))).entry
    return listOutcome(
      await readList(call, (limit) => org.client.projectRoles.pages({ limit, ...filterOf({ projectId }) })),
      { role: ({ entry }) => entry.roleKey, name: ({ entry }) => entry.displayName, group: ({ entry }) => entry.group },
      'No roles.',
    )
  },

  async 'roles add'(call) {
    const { given } = call
    const org = await orgOf(call)
    const { projectId, project } = (await findProject(org, word(call))).entry
    const [role, group] = [word(call, 1), given.value('group')]
    const entry = { displayName: given.value('name') ?? role, ...(group === undefined ? {} : { group }) }
    const change = await org.client.projectRoles.put([projectId, role], entry, { ...changeOptions(call), ifNoneMatch: '*' })
    return changeOutcome(call, change, `the role ${role} of ${project.name}`)
  },

  async 'roles set'(call) {
    const { given } = call
    const [displayName, group] = [given.value('name'), given.value('group')]
    requireChange([displayName, group], '--name NAME or --group GROUP')
    const org = await orgOf(call)
    const { projectId, project } = (await findProject(org, word(call))).entry
    const role = word(call, 1)
    const patch = { ...(displayName === undefined ? {} : { displayName }), ...(group === undefined ? {} : { group }) }
    const options = changeOptions(call)
    return changeOutcome(
      call,
      await org.client.projectRoles.patch([projectId, role], patch, options),
      `the role ${role} of ${project.name}`,
    )
  },

  async 'roles remove'(call) {
    const org = await orgOf(call)
    const { projectId, project } = (await findProject(org, word(call))).entry
    const role = word(call, 1)
    await confirm(call, `Remove the role ${role} of ${project.name}, also from everybody who has it`)
    const removal = await org.client.projectRoles.remove([projectId, role], changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, `the role ${role} of ${project.name}`)] }
  },
}
