// The first page: what the visitor may administrate.
import type { RequestContext } from '@symbolon/core-protocol'
import { holds, theInstance } from '@symbolon/permissions'
import { html } from 'hono/html'
import { factsOf } from '../facts/facts.ts'
import { consoleAddress, isolatedName } from '../html/markup.ts'
import { managedOrganizations } from '../organizations/managed.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** `GET /ui/console`. */
export async function overview(visit: Visit, context: RequestContext<'auditEvents'>): Promise<ConsoleContent> {
  const { texts, visitor } = visit
  const ofInstance = holds(visitor.caller, 'instance.read', theInstance)
  const { items } = await managedOrganizations(visit)
  return {
    title: texts.overview.heading,
    section: 'overview',
    main:
      items.length === 0
        ? html`<p class="empty card">${texts.overview.noRights}</p>`
        : html`${ofInstance ? await factsOf(undefined, visit, context) : ''}
<h2>${texts.overview.organizations}</h2>
<ul class="cards">${items.map(({ id, name }) => html`<li class="card"><a href="${consoleAddress('orgs', id)}">${isolatedName(name)}</a></li>`)}</ul>`,
  }
}
