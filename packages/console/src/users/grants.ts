// The roles of projects that an organization gives a user: the list, and the form that gives, changes or takes them.
import { ForbiddenForm, PageNotFound } from '@symbolon/core-protocol'
import type { Answer, StoredResource, User } from '@symbolon/core-protocol'
import { entityTag, findReadable, findResource, ifUnchanged, listResources, putResource, removeResource } from '@symbolon/management-api'
import type { Changed } from '@symbolon/management-api'
import { holds, may } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { choiceGroup, selectField } from '../html/controls.ts'
import { csrfField } from '../html/form.ts'
import { isolatedName, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { objectAt, targetOf, textIn, textsIn } from '../resource/resources.ts'
import { afterChange } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { framedInUser, tabs, userOf, userPath } from './user.ts'

/** At most this many grants, projects and roles are shown. */
const most = 200

/** `GET /ui/console/orgs/:orgId/users/:userId/grants`. */
export async function grantsPage(visit: Visit): Promise<ConsoleContent> {
  const user = await userOf(visit)
  const { texts, visitor, management } = visit
  const { grants, tabs: words } = texts.users
  const place = { orgId: user.orgId }
  const { items } = await listResources({ kind: 'userGrant', ...place, of: { userId: user.id }, limit: most }, management)
  const names = await projectNames(items, visit)
  const mayChange = may(visitor.caller, 'change', 'userGrant', place) === undefined
  const row = ({ key: [, projectId = '', projectGrantId = ''], content }: StoredResource): Markup => {
    const name = names.get(projectId) ?? projectId
    const isOwn = projectGrantId === ''
    return html`<tr><th scope="row">${mayChange && isOwn ? html`<a href="${userPath(user, 'grants', projectId)}">${isolatedName(name)}</a>` : isolatedName(name)}</th><td>${textsIn(content, 'roleKeys').map((role) => html`<code class="badge">${plainName(role)}</code> `)}</td></tr>`
  }
  return {
    ...(await framedInUser(visit, user)),
    title: `${words.grants} · ${plainName(user.displayName)}`,
    main: html`${tabs(user, 'grants', visit)}
${
  items.length === 0
    ? html`<p class="empty card">${grants.empty}</p>`
    : html`<div class="table"><table><thead><tr><th scope="col">${grants.project}</th><th scope="col">${grants.roles}</th></tr></thead>
<tbody>${items.map(row)}</tbody></table></div>`
}
${mayChange ? await newGrantForm(user, new Set(items.map(({ key: [, projectId = ''] }) => projectId)), visit) : nothing}`,
  }
}

async function projectNames(items: readonly StoredResource[], { management }: Visit): Promise<ReadonlyMap<string, string>> {
  const references = items.map(({ key: [, projectId = ''] }) => ({ kind: 'project', key: [projectId] }) as const)
  const found = references.length === 0 ? [] : await findReadable(references, management)
  return new Map(found.map(({ key: [id = ''], content }) => [id, textIn(objectAt({ content }, 'project'), 'name')]))
}

/** The choice of a project leads to the page on which its roles are. */
async function newGrantForm(user: User, granted: ReadonlySet<string>, { texts, visitor, management }: Visit): Promise<Markup> {
  const { grants } = texts.users
  if (!holds(visitor.caller, 'project.read', { orgId: user.orgId })) return nothing
  const { items } = await listResources({ kind: 'project', orgId: user.orgId, limit: most }, management)
  const free = items.filter(({ key: [id = ''] }) => !granted.has(id))
  if (free.length === 0) return html`<p class="muted">${items.length === 0 ? grants.noProject : nothing}</p>`
  return html`<form method="get" action="${userPath(user, 'new-grant')}" class="fields end">
${selectField({
  name: 'project',
  label: grants.project,
  value: '',
  choices: free.map((project) => ({ value: project.key[0] ?? '', label: plainName(textIn(objectAt(project, 'project'), 'name')) })),
})}
<div><button>${grants.give}</button></div>
</form>`
}

/** `GET …/users/:userId/new-grant?project=` and `GET …/users/:userId/grants/:projectId`. */
export async function grantPage(visit: Visit): Promise<ConsoleContent> {
  return await formPage(visit, undefined, [])
}

async function formPage(visit: Visit, typed: readonly string[] | undefined, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts, visitor, management } = visit
  const { grants, tabs: words } = texts.users
  const { user, projectId, project, stored } = await grantOf(visit)
  const { items } = await listResources({ kind: 'projectRole', orgId: user.orgId, of: { projectId }, limit: most }, management)
  const given = typed ?? (stored === undefined ? [] : textsIn(stored.content, 'roleKeys'))
  const frame = await framedInUser(visit, user)
  const hidden = (act: 'save' | 'remove'): Markup =>
    html`${csrfField(visitor.csrf)}<input type="hidden" name="act" value="${act}"><input type="hidden" name="etag" value="${stored === undefined ? '' : entityTag(stored)}">`
  return {
    ...frame,
    above: [...frame.above, { path: userPath(user, 'grants'), title: words.grants }],
    title: grants.rolesIn(plainName(project)),
    errors,
    main: html`${
      items.length === 0
        ? html`<p class="empty card">${grants.noRoles}</p>`
        : html`<form method="post" class="fields">${hidden('save')}
${choiceGroup({
  name: 'roleKeys',
  label: grants.roles,
  values: given,
  choices: items.map(({ key: [, roleKey = ''], content }) => ({
    value: roleKey,
    label: plainName(roleKey),
    help: textIn(content, 'displayName'),
  })),
  several: true,
  errors,
})}
<div><button>${grants.save}</button></div>
</form>`
    }
${stored === undefined ? nothing : html`<form method="post" class="fields end">${hidden('remove')}<div><button class="danger">${grants.remove}</button></div></form>`}`,
  }
}

interface Grant {
  readonly user: User
  readonly projectId: string
  /** The name of the project. */
  readonly project: string
  readonly stored: StoredResource | undefined
}

/** @throws PageNotFound without the right, or without the project */
async function grantOf(visit: Visit): Promise<Grant> {
  const { parameters, query, visitor, management } = visit
  const user = await userOf(visit)
  const projectId = parameters['projectId'] ?? query.get('project') ?? ''
  if (may(visitor.caller, 'change', 'userGrant', { orgId: user.orgId }) !== undefined) throw new PageNotFound()
  const project = await findResource(targetOf('projects', user.orgId, projectId), management)
  if (project === undefined) throw new PageNotFound()
  const stored = await findResource(targetOf('userGrants', user.orgId, user.id, projectId), management)
  return { user, projectId, project: textIn(objectAt(project, 'project'), 'name'), stored }
}

/**
 * `POST` of the same paths.
 * @throws ForbiddenForm for an unknown act
 */
export async function changeGrant(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { texts, management } = visit
  const { user, projectId, project, stored } = await grantOf(visit)
  const target = targetOf('userGrants', user.orgId, user.id, projectId)
  const roleKeys = fields.getAll('roleKeys')
  const act = fields.get('act')
  if (act !== 'save' && act !== 'remove') throw new ForbiddenForm()
  if (act === 'save' && roleKeys.length === 0) {
    return await formPage(visit, [], [{ field: 'roleKeys', reason: 'empty', description: texts.users.grants.chooseRole }])
  }
  const etag = fields.get('etag') ?? ''
  const conditions = ifUnchanged(etag)
  let changed: Changed
  try {
    if (act === 'remove') changed = await removeResource(target, { conditions, dryRun: false }, management)
    else changed = await putResource(target, { ...stored?.content, roleKeys }, { conditions, dryRun: false }, management)
  } catch (error) {
    return await formPage(visit, roleKeys, problemsOf(error, texts.reasons))
  }
  const done = act === 'remove' ? 'removed' : stored === undefined ? 'added' : 'changed'
  const name = texts.users.grants.rolesIn(plainName(project))
  return await afterChange(visit, userPath(user, 'grants'), done, name, { target, before: stored, now: changed.stored })
}
