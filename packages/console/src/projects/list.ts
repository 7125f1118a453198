// The projects of an organization, and the form for a new one.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import { ifAbsent, listResources, putResource } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField, textField } from '../html/form.ts'
import { consoleAddress, isolatedName } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import { violationsOf } from '../resource/refusal.ts'
import { isInactive, objectAt, orgOf, targetOf, textIn } from '../resource/resources.ts'
import { afterCreation } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

const section = 'projects'

/** `GET /ui/console/orgs/:orgId/projects`. */
export async function projectList(visit: Visit): Promise<ConsoleContent> {
  const { query, texts, visitor, management } = visit
  const org = await orgOf(visit, 'project.read')
  const cursor = query.get('cursor')
  const { items, next } = await listResources(
    { kind: 'project', orgId: org.id, limit: 50, ...(cursor === null ? {} : { cursor }) },
    management,
  )
  const own = texts.projects
  return {
    title: own.heading,
    section,
    org,
    main: html`${holds(visitor.caller, 'project.create', { orgId: org.id }) ? html`<div class="tools"><a class="button" href="${consoleAddress('orgs', org.id, 'new-project')}">${own.add}</a></div>` : ''}
${
  items.length === 0
    ? html`<p class="empty card">${own.empty}</p>`
    : html`<div class="table"><table>
<thead><tr><th scope="col">${own.name}</th><th scope="col">${own.id}</th><th scope="col">${own.state}</th><th scope="col">${texts.list.changed}</th></tr></thead>
<tbody>${items.map((stored) => {
        const [id = ''] = stored.key
        return html`<tr><td><a href="${consoleAddress('orgs', org.id, 'projects', id)}">${isolatedName(textIn(objectAt(stored, 'project'), 'name'))}</a></td><td><code>${id}</code></td><td><span class="badge${isInactive(stored) ? ' bad' : ''}">${isInactive(stored) ? own.inactive : own.active}</span></td><td>${timeOf(stored.changedAt, texts.language)}</td></tr>`
      })}</tbody>
</table></div>`
}
${next === undefined ? '' : html`<p><a href="?${new URLSearchParams({ cursor: next }).toString()}" rel="next">${texts.list.next}</a></p>`}`,
  }
}

/** `GET /ui/console/orgs/:orgId/new-project`. */
export async function newProject(visit: Visit): Promise<ConsoleContent> {
  return await form(visit, '', [])
}

async function form(visit: Visit, name: string, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts, visitor } = visit
  const org = await orgOf(visit, 'project.create')
  const own = texts.projects
  return {
    title: own.add,
    section,
    org,
    above: [{ path: consoleAddress('orgs', org.id, 'projects'), title: own.heading }],
    errors,
    main: html`<form method="post" class="fields">${csrfField(visitor.csrf)}
${textField({ name: 'project.name', label: own.name, value: name, required: true, errors })}
<div><button>${own.create}</button></div>
</form>`,
  }
}

/**
 * `POST /ui/console/orgs/:orgId/new-project`.
 * @throws PageNotFound without the right
 */
export async function createProject(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, visitor, parameters, texts } = visit
  const { orgId = '' } = parameters
  if (!holds(visitor.caller, 'project.create', { orgId })) throw new PageNotFound()
  const name = (fields.get('project.name') ?? '').trim()
  const id = management.context.randomToken().slice(0, 22)
  try {
    const conditions = ifAbsent
    const target = targetOf('projects', orgId, id)
    const { stored: now } = await putResource(target, { project: { name } }, { conditions, dryRun: false }, management)
    const list = consoleAddress('orgs', orgId, 'projects')
    return await afterCreation(visit, { target, now, name, path: `${list}/${id}`, list })
  } catch (error) {
    return await form(visit, name, violationsOf(error, texts.reasons))
  }
}
