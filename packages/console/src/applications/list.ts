// The applications of an organization, across its projects or of one of them.
import type { StoredResource } from '@symbolon/core-protocol'
import { findResource, listResources } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import { html } from 'hono/html'
import { consoleAddress, isolatedName, plainName } from '../html/markup.ts'
import { isInactive, objectAt, orgOf, targetOf, textIn } from '../resource/resources.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { kindOf } from './kinds.ts'

const limit = 50

interface AppPage {
  readonly items: readonly StoredResource[]
  readonly next?: string
}

/** Clients that sign users in come first, then APIs: two lists behind one another, with one cursor that begins with the name of the list. */
async function pageOf({ management }: Visit, orgId: string, projectId: string | undefined, cursor: string): Promise<AppPage> {
  const [list = '', rest = ''] = cursor.split(':', 2)
  const query = { orgId, ...(projectId === undefined ? {} : { of: { projectId } }) }
  const apis = async (from: string, count: number): Promise<AppPage> => {
    const page = await listResources({ ...query, kind: 'apiApp', limit: count, ...(from === '' ? {} : { cursor: from }) }, management)
    return { items: page.items, ...(page.next === undefined ? {} : { next: `api:${page.next}` }) }
  }
  if (list === 'api') return await apis(rest, limit)
  const page = await listResources({ ...query, kind: 'oidcApp', limit, ...(rest === '' ? {} : { cursor: rest }) }, management)
  if (page.next !== undefined) return { items: page.items, next: `oidc:${page.next}` }
  const room = limit - page.items.length
  if (room === 0) return { items: page.items, next: 'api:' }
  const behind = await apis('', room)
  return { ...behind, items: [...page.items, ...behind.items] }
}

/** `GET /ui/console/orgs/:orgId/apps`, of one project with `?project=`. */
export async function applicationList(visit: Visit): Promise<ConsoleContent> {
  const { query, texts, visitor, management } = visit
  const projectId = query.get('project') ?? undefined
  const org = await orgOf(visit, 'project.app.read', projectId)
  const { items, next } = await pageOf(visit, org.id, projectId, query.get('cursor') ?? '')
  const own = texts.applications
  const project = projectId === undefined ? undefined : await findResource(targetOf('projects', org.id, projectId), management)
  const chosen = projectId === undefined ? {} : { project: projectId }
  const mayAdd = holds(visitor.caller, 'project.app.write', { orgId: org.id, ...(projectId === undefined ? {} : { projectId }) })
  return {
    title: project === undefined ? own.heading : own.ofProject(plainName(textIn(objectAt(project, 'project'), 'name'))),
    section: 'applications',
    org,
    ...(project === undefined ? {} : { above: [{ path: consoleAddress('orgs', org.id, 'apps'), title: own.heading }] }),
    main: html`${mayAdd ? html`<div class="tools"><a class="button" href="${consoleAddress('orgs', org.id, 'new-app')}?${new URLSearchParams(chosen).toString()}">${own.wizard.heading}</a></div>` : ''}
${
  items.length === 0
    ? html`<p class="empty card">${own.empty}</p>`
    : html`<div class="table"><table>
<thead><tr><th scope="col">${own.name}</th><th scope="col">${own.kind}</th><th scope="col">${own.clientId}</th><th scope="col">${own.state}</th></tr></thead>
<tbody>${items.map((stored) => {
        const [id = ''] = stored.key
        return html`<tr><td><a href="${consoleAddress('orgs', org.id, 'apps', id)}">${isolatedName(textIn(objectAt(stored, 'app'), 'name'))}</a></td><td>${own.kinds[kindOf(stored)].name}</td><td><code>${textIn(stored.content, 'clientId')}</code></td><td><span class="badge${isInactive(stored) ? ' bad' : ''}">${isInactive(stored) ? own.inactive : own.active}</span></td></tr>`
      })}</tbody>
</table></div>`
}
${next === undefined ? '' : html`<p><a href="?${new URLSearchParams({ ...chosen, cursor: next }).toString()}" rel="next">${texts.list.next}</a></p>`}`,
  }
}
