// The first page: what the visitor may administrate.
import { html } from 'hono/html'
import { consoleAddress, isolatedName } from '../html/markup.ts'
import { managedOrganizations } from '../organizations/managed.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** `GET /ui/console`. */
export async function overview(visit: Visit): Promise<ConsoleContent> {
  const { texts } = visit
  const { items } = await managedOrganizations(visit)
  return {
    title: texts.overview.heading,
    section: 'overview',
    main:
      items.length === 0
        ? html`<p class="empty card">${texts.overview.noRights}</p>`
        : html`<h2>${texts.overview.organizations}</h2>
<ul class="cards">${items.map(({ id, name }) => html`<li class="card"><a href="${consoleAddress('orgs', id)}">${isolatedName(name)}</a></li>`)}</ul>`,
  }
}
