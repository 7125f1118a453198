// The first page: what the visitor may administrate.
import type { RequestContext } from '@symbolon/core-protocol'
import { holds, theInstance } from '@symbolon/permissions'
import type { Permission } from '@symbolon/permissions'
import { html } from 'hono/html'
import { factsOf } from '../facts/facts.ts'
import { consoleAddress, isolatedName, nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { managedOrganizations } from '../resource/organizations.ts'
import type { ListedOrganization } from '../resource/organizations.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** An organization with what is done in it first. */
function card({ id, name }: ListedOrganization, { texts, visitor }: Visit): Markup {
  const may = (permission: Permission): boolean => holds(visitor.caller, permission, { orgId: id })
  return html`<li class="card"><h3><a href="${consoleAddress('orgs', id)}">${isolatedName(name)}</a></h3>
<p class="ways">${may('project.app.write') ? html`<a href="${consoleAddress('orgs', id, 'new-app')}">${texts.overview.newApplication}</a>` : nothing}
${may('user.write') ? html`<a href="${consoleAddress('orgs', id, 'new-user')}">${texts.overview.inviteUser}</a>` : nothing}</p></li>`
}

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
        : html`${ofInstance ? await factsOf(undefined, visit, context, items[0]?.id) : ''}
<h2>${texts.overview.organizations}</h2>
<ul class="cards">${items.map((org) => card(org, visit))}</ul>`,
  }
}
