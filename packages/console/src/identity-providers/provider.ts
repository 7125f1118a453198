// One identity provider of an organization: what it is registered as, and the redirect URI to register there.
import { getResource, identityProviderPresets, listIdentityProviders } from '@symbolon/management-api'
import type { IdentityProviderSummary } from '@symbolon/management-api'
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, StoredResource } from '@symbolon/core-protocol'
import { holds } from '@symbolon/permissions'
import { html } from 'hono/html'
import { consoleAddress, isolatedName, nothing, plainName } from '../html/markup.ts'
import { removalPage, removeTyped } from '../resource/removal.ts'
import type { Removal } from '../resource/removal.ts'
import { objectAt, orgOf, targetOf, textIn, textsIn } from '../resource/resources.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** A provider with what its pages share. */
export interface ProviderOfPath {
  readonly stored: StoredResource
  readonly summary: IdentityProviderSummary
  readonly name: string
  readonly frame: Required<Pick<ConsoleContent, 'section' | 'org' | 'above'>>
}

/**
 * @returns the provider that the path names
 * @throws PageNotFound without the right, or without the provider
 */
export async function providerOf(visit: Visit, permission: 'policy.read' | 'policy.write' | 'policy.delete'): Promise<ProviderOfPath> {
  const { parameters, texts, management } = visit
  const org = await orgOf(visit, permission)
  const stored = await getResource(targetOf('oidcIdps', org.id, parameters['idpId'] ?? ''), management)
  const summaries = await listIdentityProviders({ orgId: org.id }, management)
  const summary = summaries.find(({ kind, idpId }) => kind === 'oidc' && idpId === stored.key[0])
  if (summary === undefined) throw new PageNotFound()
  return {
    stored,
    summary,
    name: plainName(summary.name),
    frame: { section: 'idps', org, above: [{ path: consoleAddress('orgs', org.id, 'idps'), title: texts.identityProviders.heading }] },
  }
}

/** `GET /ui/console/orgs/:orgId/idps/:idpId`. */
export async function providerPage(visit: Visit): Promise<ConsoleContent> {
  const { visitor, texts } = visit
  const words = texts.identityProviders
  const { stored, summary, name, frame } = await providerOf(visit, 'policy.read')
  const idp = objectAt(stored, 'idp')
  const preset = identityProviderPresets.find(({ issuer }) => issuer !== '' && issuer === summary.issuer)
  const address = (...below: readonly string[]): string => consoleAddress('orgs', frame.org.id, 'idps', summary.idpId, ...below)
  const place = { orgId: frame.org.id }
  return {
    ...frame,
    title: name,
    main: html`<div class="card">
<h2>${words.redirectUri}</h2>
<p>${words.redirectUriHelp}</p>
<div class="copied"><pre id="redirect-uri" tabindex="0">${summary.redirectUri ?? ''}</pre><button class="secondary" data-copy="redirect-uri" hidden>${words.copy}</button></div>
${preset?.registration === undefined ? nothing : html`<p><a href="${preset.registration}" rel="noreferrer">${words.registration}</a></p>`}
</div>
<h2>${texts.projects.settings}</h2>
<dl class="facts card">
<dt>${words.issuer}</dt><dd><code>${summary.issuer}</code></dd>
<dt>${words.clientId}</dt><dd><code>${textIn(idp, 'clientId')}</code></dd>
<dt>${words.scopes}</dt><dd>${isolatedName(textsIn(idp, 'scopes').join(' '))}</dd>
<dt>${words.offered}</dt><dd><span class="badge${summary.offered ? ' good' : ''}">${summary.offered ? words.isOffered : words.isNotOffered}</span></dd>
</dl>
${
  holds(visitor.caller, 'policy.write', place)
    ? html`<div class="actions"><a class="button" href="${address('offer')}">${summary.offered ? words.withdraw : words.offer}</a>
<a class="button secondary" href="${address('edit')}">${words.edit}</a>
${holds(visitor.caller, 'policy.delete', place) ? html`<a class="button secondary" href="${address('remove')}">${words.remove}</a>` : nothing}</div>`
    : nothing
}`,
  }
}

async function removalOf(visit: Visit): Promise<Removal> {
  const { stored, name, frame } = await providerOf(visit, 'policy.delete')
  const words = visit.texts.identityProviders
  const [idpId = ''] = stored.key
  const path = consoleAddress('orgs', frame.org.id, 'idps')
  return {
    target: targetOf('oidcIdps', frame.org.id, idpId),
    name,
    title: words.remove,
    consequences: words.removal,
    next: path,
    page: { ...frame, above: [...frame.above, { path: consoleAddress('orgs', frame.org.id, 'idps', idpId), title: name }] },
  }
}

/** `GET /ui/console/orgs/:orgId/idps/:idpId/remove`. */
export async function providerRemoval(visit: Visit): Promise<ConsoleContent> {
  return removalPage(visit, await removalOf(visit))
}

/** `POST /ui/console/orgs/:orgId/idps/:idpId/remove`. */
export async function removeProvider(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  return await removeTyped(visit, await removalOf(visit), fields)
}
