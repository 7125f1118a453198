// One project: its settings and its roles.
import type { Answer, StoredResource } from '@symbolon/core-protocol'
import { entityTag, getResource, listResources, putResource } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { choicesOf } from '../html/controls.ts'
import { entryFrom, formFields, formValues } from '../html/fields.ts'
import type { FormField } from '../html/fields.ts'
import { csrfField } from '../html/form.ts'
import { consoleAddress, isolatedName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { removalPage, removeTyped } from '../resource/removal.ts'
import type { Removal } from '../resource/removal.ts'
import { violationsOf } from '../resource/refusal.ts'
import { objectAt, orgOf, targetOf, textIn } from '../resource/resources.ts'
import type { Texts } from '../texts/shape.ts'
import { afterChange } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

function projectForm({ projects: own }: Texts): readonly FormField[] {
  return [
    { name: 'project.name', label: own.name, required: true },
    { name: 'project.projectRoleAssertion', label: own.roleAssertion, help: own.roleAssertionHelp, kind: 'check' },
    { name: 'project.projectRoleCheck', label: own.roleCheck, help: own.roleCheckHelp, kind: 'check' },
    { name: 'project.hasProjectCheck', label: own.projectCheck, help: own.projectCheckHelp, kind: 'check' },
    {
      name: 'project.privateLabelingSetting',
      label: own.labeling,
      kind: 'select',
      choices: choicesOf({
        '': own.labelingDefault,
        PRIVATE_LABELING_SETTING_ENFORCE_PROJECT_RESOURCE_OWNER_POLICY: own.labelingOwner,
        PRIVATE_LABELING_SETTING_ALLOW_LOGIN_USER_RESOURCE_OWNER_POLICY: own.labelingUser,
      }),
    },
    {
      name: 'state',
      label: own.state,
      kind: 'select',
      choices: choicesOf({
        '': own.active,
        STATE_INACTIVE: own.inactive,
      }),
    },
  ]
}

/** `GET /ui/console/orgs/:orgId/projects/:projectId`. */
export async function projectPage(visit: Visit): Promise<ConsoleContent> {
  const { orgId = '', projectId = '' } = visit.parameters
  const stored = await getResource(targetOf('projects', orgId, projectId), visit.management)
  return await shown(visit, stored, entityTag(stored), [])
}

async function shown(
  visit: Visit,
  stored: Pick<StoredResource, 'content'>,
  tag: string,
  errors: readonly FieldViolation[],
): Promise<ConsoleContent> {
  const { texts, visitor, parameters } = visit
  const { projectId = '' } = parameters
  const org = await orgOf(visit, 'project.read', projectId)
  const own = texts.projects
  const project = objectAt(stored, 'project')
  const place = { orgId: org.id, projectId }
  const mayWrite = holds(visitor.caller, 'project.write', place)
  const form = projectForm(texts)
  return {
    title: textIn(project, 'name'),
    section: 'projects',
    org,
    above: [{ path: consoleAddress('orgs', org.id, 'projects'), title: own.heading }],
    errors,
    main: html`<p><code>${projectId}</code> · <a href="${consoleAddress('orgs', org.id, 'apps')}?${new URLSearchParams({ project: projectId }).toString()}">${own.applications}</a>${holds(visitor.caller, 'project.member.read', place) ? html` · <a href="${consoleAddress('orgs', org.id, 'projects', projectId, 'members')}">${texts.navigation.members}</a>` : ''}</p>
${holds(visitor.caller, 'project.role.read', place) ? await roles(visit, org.id, projectId) : ''}
<h2>${own.settings}</h2>
<form method="post" class="fields">${csrfField(visitor.csrf)}
<input type="hidden" name="etag" value="${tag}">
<fieldset class="bare"${mayWrite ? '' : html` disabled`}>
${formFields(form, formValues(form, stored.content), errors)}
${mayWrite ? html`<div><button>${own.save}</button></div>` : ''}
</fieldset>
</form>
${holds(visitor.caller, 'project.delete', place) ? html`<p><a class="button secondary" href="${consoleAddress('orgs', org.id, 'projects', projectId, 'remove')}">${own.remove}</a></p>` : ''}`,
  }
}

async function roles({ management, texts, visitor, query }: Visit, orgId: string, projectId: string): Promise<Markup> {
  const own = texts.projects.role
  const cursor = query.get('cursor')
  const { items, next } = await listResources(
    { kind: 'projectRole', orgId, of: { projectId }, limit: 50, ...(cursor === null ? {} : { cursor }) },
    management,
  )
  const path = (...parts: readonly string[]): string => consoleAddress('orgs', orgId, 'projects', projectId, ...parts)
  return html`<div class="tools"><h2>${own.heading}</h2>
${holds(visitor.caller, 'project.role.write', { orgId, projectId }) ? html`<a class="button secondary" href="${path('new-role')}">${own.add}</a>` : ''}</div>
${
  items.length === 0
    ? html`<p class="empty card">${own.empty}</p>`
    : html`<div class="table"><table>
<thead><tr><th scope="col">${own.key}</th><th scope="col">${own.displayName}</th><th scope="col">${own.group}</th></tr></thead>
<tbody>${items.map(({ key: [, roleKey = ''], content }) => html`<tr><td><a href="${path('roles', roleKey)}">${isolatedName(roleKey)}</a></td><td>${isolatedName(textIn(content, 'displayName'))}</td><td>${isolatedName(textIn(content, 'group'))}</td></tr>`)}</tbody>
</table></div>`
}
${next === undefined ? '' : html`<p><a href="?${new URLSearchParams({ cursor: next }).toString()}" rel="next">${texts.list.next}</a></p>`}`
}

/** `POST /ui/console/orgs/:orgId/projects/:projectId`. */
export async function changeProject(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, parameters, texts } = visit
  const { orgId = '', projectId = '' } = parameters
  const target = targetOf('projects', orgId, projectId)
  const stored = await getResource(target, management)
  const entry = entryFrom(projectForm(texts), fields, stored.content)
  try {
    const conditions = { ifMatch: fields.get('etag') ?? undefined, ifNoneMatch: undefined }
    const { stored: now } = await putResource(target, entry, { conditions, dryRun: false }, management)
    const path = consoleAddress('orgs', orgId, 'projects', projectId)
    const name = textIn(objectAt({ content: entry }, 'project'), 'name')
    return await afterChange(visit, path, 'changed', name, { target, before: stored, now })
  } catch (error) {
    return await shown(visit, { content: entry }, entityTag(stored), violationsOf(error, texts.reasons))
  }
}

async function removalOf(visit: Visit): Promise<Removal> {
  const { management, parameters, texts } = visit
  const { orgId = '', projectId = '' } = parameters
  const org = await orgOf(visit, 'project.delete', projectId)
  const target = targetOf('projects', orgId, projectId)
  const name = textIn(objectAt(await getResource(target, management), 'project'), 'name')
  return {
    target,
    name,
    title: texts.projects.remove,
    consequences: texts.projects.removal,
    next: consoleAddress('orgs', orgId, 'projects'),
    page: {
      section: 'projects',
      org,
      above: [
        { path: consoleAddress('orgs', orgId, 'projects'), title: texts.projects.heading },
        { path: consoleAddress('orgs', orgId, 'projects', projectId), title: name },
      ],
    },
  }
}

/** `GET /ui/console/orgs/:orgId/projects/:projectId/remove`. */
export async function projectRemoval(visit: Visit): Promise<ConsoleContent> {
  return removalPage(visit, await removalOf(visit))
}

/** `POST /ui/console/orgs/:orgId/projects/:projectId/remove`. */
export async function removeProject(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  return await removeTyped(visit, await removalOf(visit), fields)
}
