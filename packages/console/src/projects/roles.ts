// The forms for one role of a project.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import { entityTag, findResource, getResource, ifAbsent, putResource } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import type { JsonObject } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { entryFrom, formFields, formValues } from '../html/fields.ts'
import type { FormField } from '../html/fields.ts'
import { csrfField } from '../html/form.ts'
import { consoleAddress } from '../html/markup.ts'
import { removalPage, removeTyped } from '../resource/removal.ts'
import type { Removal } from '../resource/removal.ts'
import { isOvertaken, violationsOf } from '../resource/refusal.ts'
import { objectAt, orgOf, targetOf, textIn } from '../resource/resources.ts'
import type { Texts } from '../texts/shape.ts'
import { afterChange, afterCreation } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** @returns the head of the pages of a project @throws PageNotFound without the right, and for a project of another organization */
async function frameOf(
  visit: Visit,
  permission: 'project.role.read' | 'project.role.write' | 'project.role.delete',
): Promise<Required<Pick<ConsoleContent, 'section' | 'org' | 'above'>>> {
  const { parameters, texts, management } = visit
  const { projectId = '' } = parameters
  const org = await orgOf(visit, permission, projectId)
  const project = await findResource(targetOf('projects', org.id, projectId), management)
  if (project === undefined) throw new PageNotFound()
  const name = textIn(objectAt(project, 'project'), 'name')
  return {
    section: 'projects',
    org,
    above: [
      { path: consoleAddress('orgs', org.id, 'projects'), title: texts.projects.heading },
      { path: consoleAddress('orgs', org.id, 'projects', projectId), title: name },
    ],
  }
}

function roleForm({ projects: { role } }: Texts): readonly FormField[] {
  return [
    { name: 'displayName', label: role.displayName },
    { name: 'group', label: role.group, help: role.groupHelp },
  ]
}

/** The key of a role is in its address, and stays. */
function newRoleForm(texts: Texts): readonly FormField[] {
  const { key, keyHelp } = texts.projects.role
  return [{ name: 'roleKey', label: key, help: keyHelp, required: true }, ...roleForm(texts)]
}

/** `GET /ui/console/orgs/:orgId/projects/:projectId/new-role`. */
export async function newRole(visit: Visit): Promise<ConsoleContent> {
  return await newRolePage(visit, {}, [])
}

async function newRolePage(visit: Visit, role: JsonObject, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts, visitor } = visit
  const own = texts.projects.role
  const form = newRoleForm(texts)
  return {
    ...(await frameOf(visit, 'project.role.write')),
    title: own.add,
    errors,
    main: html`<form method="post" class="fields">${csrfField(visitor.csrf)}
${formFields(form, formValues(form, role), errors)}
<div><button>${own.create}</button></div>
</form>`,
  }
}

/** `POST /ui/console/orgs/:orgId/projects/:projectId/new-role`. */
export async function createRole(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { parameters, management, texts } = visit
  const { orgId = '', projectId = '' } = parameters
  const roleKey = (fields.get('roleKey') ?? '').trim()
  try {
    const conditions = ifAbsent
    const target = targetOf('projectRoles', orgId, projectId, roleKey)
    const { stored: now } = await putResource(target, entryFrom(roleForm(texts), fields), { conditions, dryRun: false }, management)
    const list = consoleAddress('orgs', orgId, 'projects', projectId)
    return await afterCreation(visit, { target, now, name: roleKey, path: list, list })
  } catch (error) {
    const errors = isOvertaken(error)
      ? [{ field: 'roleKey', reason: 'id_taken', description: texts.projects.role.taken }]
      : violationsOf(error, texts.reasons)
    return await newRolePage(visit, entryFrom(newRoleForm(texts), fields), errors)
  }
}

/** `GET /ui/console/orgs/:orgId/projects/:projectId/roles/:roleKey`. */
export async function rolePage(visit: Visit): Promise<ConsoleContent> {
  const { orgId = '', projectId = '', roleKey = '' } = visit.parameters
  const stored = await getResource(targetOf('projectRoles', orgId, projectId, roleKey), visit.management)
  return await shown(visit, stored.content, entityTag(stored), [])
}

async function shown(visit: Visit, role: JsonObject, etag: string, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts, visitor, parameters } = visit
  const { projectId = '', roleKey = '' } = parameters
  const own = texts.projects.role
  const frame = await frameOf(visit, 'project.role.read')
  const place = { orgId: frame.org.id, projectId }
  const mayWrite = holds(visitor.caller, 'project.role.write', place)
  const form = roleForm(texts)
  return {
    ...frame,
    title: roleKey,
    errors,
    main: html`<form method="post" class="fields">${csrfField(visitor.csrf)}<input type="hidden" name="etag" value="${etag}">
<fieldset class="bare"${mayWrite ? '' : html` disabled`}>
${formFields(form, formValues(form, role), errors)}
${mayWrite ? html`<div><button>${texts.projects.save}</button></div>` : ''}
</fieldset>
</form>
${holds(visitor.caller, 'project.role.delete', place) ? html`<p><a class="button secondary" href="${consoleAddress('orgs', frame.org.id, 'projects', projectId, 'roles', roleKey, 'remove')}">${own.remove}</a></p>` : ''}`,
  }
}

/** `POST /ui/console/orgs/:orgId/projects/:projectId/roles/:roleKey`. */
export async function changeRole(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { parameters, management, texts } = visit
  const { orgId = '', projectId = '', roleKey = '' } = parameters
  const role = entryFrom(roleForm(texts), fields)
  const etag = fields.get('etag') ?? ''
  try {
    const conditions = { ifMatch: etag, ifNoneMatch: undefined }
    const target = targetOf('projectRoles', orgId, projectId, roleKey)
    const before = await findResource(target, management)
    const { stored: now } = await putResource(target, role, { conditions, dryRun: false }, management)
    return await afterChange(visit, consoleAddress('orgs', orgId, 'projects', projectId), 'changed', roleKey, { target, before, now })
  } catch (error) {
    return await shown(visit, role, etag, violationsOf(error, texts.reasons))
  }
}

async function removalOf(visit: Visit): Promise<Removal> {
  const { parameters, texts } = visit
  const { orgId = '', projectId = '', roleKey = '' } = parameters
  const frame = await frameOf(visit, 'project.role.delete')
  const above = [...frame.above, { path: consoleAddress('orgs', orgId, 'projects', projectId, 'roles', roleKey), title: roleKey }]
  return {
    target: targetOf('projectRoles', orgId, projectId, roleKey),
    name: roleKey,
    title: texts.projects.role.remove,
    consequences: texts.projects.role.removal,
    next: consoleAddress('orgs', orgId, 'projects', projectId),
    page: { ...frame, above },
  }
}

/** `GET /ui/console/orgs/:orgId/projects/:projectId/roles/:roleKey/remove`. */
export async function roleRemoval(visit: Visit): Promise<ConsoleContent> {
  return removalPage(visit, await removalOf(visit))
}

/** `POST /ui/console/orgs/:orgId/projects/:projectId/roles/:roleKey/remove`. */
export async function removeRole(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  return await removeTyped(visit, await removalOf(visit), fields)
}
