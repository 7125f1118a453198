// The lists of identity providers: of an organization, with the services that can be added, and of all organizations for the instance.
import { PageNotFound } from '@symbolon/core-protocol'
import { identityProviderPresets, listIdentityProviders } from '@symbolon/management-api'
import type { IdentityProviderSummary } from '@symbolon/management-api'
import { holds, may, theInstance } from '@symbolon/permissions'
import { html } from 'hono/html'
import { consoleAddress, isolatedName, nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { orgOf } from '../resource/resources.ts'
import type { Texts } from '../texts/shape.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** `GET /ui/console/orgs/:orgId/idps`. */
export async function identityProviderList(visit: Visit): Promise<ConsoleContent> {
  const { texts, visitor, management } = visit
  const org = await orgOf(visit, 'policy.read')
  const words = texts.identityProviders
  const found = await listIdentityProviders({ orgId: org.id }, management)
  const mayAdd = holds(visitor.caller, 'policy.write', { orgId: org.id })
  return {
    title: words.heading,
    section: 'idps',
    org,
    main: html`<p>${words.lead}</p>
${found.length === 0 ? html`<p class="empty card">${words.empty}</p>` : table(found, texts, false)}
${
  mayAdd
    ? html`<div class="actions">${identityProviderPresets.map(
        ({ id, name }, index) =>
          html`<a class="button${index === 0 ? '' : ' secondary'}" href="${consoleAddress('orgs', org.id, 'new-idp')}?preset=${id}">${words.add(name === '' ? words.other : name)}</a>`,
      )}</div>`
    : nothing
}
${otherKinds(texts)}`,
  }
}

/**
 * `GET /ui/console/instance/idps`.
 * @throws PageNotFound without the right to see the settings of the instance
 */
export async function instanceProviderList(visit: Visit): Promise<ConsoleContent> {
  const { texts, visitor, management } = visit
  if (!holds(visitor.caller, 'instance.read', theInstance)) throw new PageNotFound()
  const words = texts.identityProviders
  const found = await listIdentityProviders({}, management)
  return {
    title: words.instanceHeading,
    section: 'instance-idps',
    main: html`<p>${words.instanceLead}</p>
${
  found.length === 0
    ? html`<p class="empty card">${words.empty} <a href="${consoleAddress('orgs')}">${texts.organizations.heading}</a></p>`
    : table(found, texts, may(visitor.caller, 'change', 'instancePolicy', theInstance) === undefined)
}
${otherKinds(texts)}`,
  }
}

/** @param mayOffer undefined for the list of one organization */
function table(found: readonly IdentityProviderSummary[], { identityProviders: words }: Texts, mayOffer: boolean): Markup {
  const ofInstance = mayOffer || new Set(found.map(({ orgId }) => orgId)).size > 1
  const row = ({ kind, idpId, orgId, name, issuer, offered }: IdentityProviderSummary): Markup => html`<tr>
<th scope="row">${kind === 'jwt' || orgId === undefined ? isolatedName(name) : html`<a href="${consoleAddress('orgs', orgId, 'idps', idpId)}">${isolatedName(name)}</a>`}</th>
${ofInstance ? html`<td>${orgId === undefined ? nothing : html`<code>${orgId}</code>`}</td>` : nothing}
<td>${kind === 'jwt' ? words.jwt : html`<code>${issuer}</code>`}</td>
<td><span class="badge${offered ? ' good' : ''}">${offered ? words.isOffered : words.isNotOffered}</span>
${mayOffer && kind === 'oidc' && orgId !== undefined ? html` <a href="${consoleAddress('instance', 'idps', orgId, idpId)}">${offered ? words.withdraw : words.offer}</a>` : nothing}</td>
</tr>`
  return html`<div class="table"><table>
<thead><tr><th scope="col">${words.name}</th>${ofInstance ? html`<th scope="col">${words.organization}</th>` : nothing}<th scope="col">${words.issuer}</th><th scope="col">${words.offered}</th></tr></thead>
<tbody>${found.map(row)}</tbody></table></div>`
}

function otherKinds({ identityProviders: words }: Texts): Markup {
  return html`<details class="card"><summary>${words.others}</summary><ul>${words.othersText.map((text) => html`<li>${text}</li>`)}</ul></details>`
}
