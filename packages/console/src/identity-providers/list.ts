// The lists of identity providers: of an organization, with the services that can be added, and of all organizations for the instance.
import { identityProviderPresets, listIdentityProviders } from '@symbolon/management-api'
import type { IdentityProviderSummary } from '@symbolon/management-api'
import { html } from 'hono/html'
import { consoleAddress, isolatedName, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { providerPlaceOf } from './place.ts'
import type { ProviderPlace } from './place.ts'

/**
 * `GET /ui/console/orgs/:orgId/idps` and `…/instance/idps`: those of the place, and those of others that its login policy may list.
 * @throws PageNotFound without the right
 */
export async function identityProviderList(visit: Visit): Promise<ConsoleContent> {
  const { texts, management } = visit
  const place = await providerPlaceOf(visit, 'read')
  const words = texts.identityProviders
  const { orgId } = place
  const found = await listIdentityProviders(orgId === undefined ? {} : { orgId }, management)
  return {
    ...place.frame,
    title: place.heading,
    main: html`<p>${orgId === undefined ? words.instanceLead : words.lead}</p>
${found.length === 0 ? html`<p class="empty card">${words.empty}</p>` : table(found, place, texts)}
${
  place.may('write')
    ? html`<div class="actions">${identityProviderPresets.map(
        ({ id, name }, index) =>
          html`<a class="button${index === 0 ? '' : ' secondary'}" href="${place.newAddress}?preset=${id}">${words.add(name === '' ? words.other : name)}</a>`,
      )}</div>`
    : nothing
}
${otherKinds(texts)}`,
  }
}

function table(found: readonly IdentityProviderSummary[], place: ProviderPlace, { identityProviders: words, policies }: Texts): Markup {
  const row = (provider: IdentityProviderSummary): Markup => {
    const { kind, idpId, orgId, name, issuer, offered } = provider
    const path = addressOf(provider, place)
    return html`<tr>
<th scope="row">${path === undefined ? isolatedName(name) : html`<a href="${path}">${isolatedName(name)}</a>`}</th>
<td>${orgId === undefined ? html`<span class="badge">${policies.sources.instance}</span>` : orgId === place.orgId ? html`<span class="badge">${policies.sources.organization}</span>` : html`<code>${orgId}</code>`}</td>
<td>${kind === 'jwt' ? words.jwt : html`<code>${issuer}</code>`}</td>
<td><span class="badge${offered ? ' good' : ''}">${offered ? words.isOffered : words.isNotOffered}</span>
${kind === 'oidc' && orgId !== place.orgId && place.may('write') ? html` <a href="${offerAddress(orgId, idpId, place)}" aria-label="${offered ? words.withdraw : words.offer}: ${plainName(name)}">${offered ? words.withdraw : words.offer}</a>` : nothing}</td>
</tr>`
  }
  return html`<div class="table"><table>
<thead><tr><th scope="col">${words.name}</th><th scope="col">${words.belongsTo}</th><th scope="col">${words.issuer}</th><th scope="col">${words.offered}</th></tr></thead>
<tbody>${found.map(row)}</tbody></table></div>`
}

/** An administrator of an organization sees only what the sign-in page shows of a provider of the instance. */
function addressOf({ kind, idpId, orgId }: IdentityProviderSummary, place: ProviderPlace): string | undefined {
  if (kind === 'jwt') return undefined
  if (orgId === place.orgId) return place.address(idpId)
  return orgId === undefined ? undefined : consoleAddress('orgs', orgId, 'idps', idpId)
}

function offerAddress(orgId: string | undefined, idpId: string, place: ProviderPlace): string {
  return orgId === undefined ? place.address(idpId, 'offer') : consoleAddress('instance', 'org-idps', orgId, idpId)
}

function otherKinds({ identityProviders: words }: Texts): Markup {
  return html`<details class="card"><summary>${words.others}</summary><ul>${words.othersText.map((text) => html`<li>${text}</li>`)}</ul></details>`
}
