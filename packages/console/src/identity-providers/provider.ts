// One identity provider of an organization or of the instance: what it is registered as, and the redirect URI to register there.
import { getResource, identityProviderPresets, listIdentityProviders } from '@symbolon/management-api'
import type { IdentityProviderPreset, IdentityProviderSummary } from '@symbolon/management-api'
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, StoredResource } from '@symbolon/core-protocol'
import { html } from 'hono/html'
import { isolatedName, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'
import { removalPage, removeTyped } from '../resource/removal.ts'
import type { Removal } from '../resource/removal.ts'
import { objectAt, textIn, textsIn } from '../resource/resources.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { providerPlaceOf } from './place.ts'
import type { ProviderAct, ProviderPlace } from './place.ts'

/** A provider with what its pages share. */
export interface ProviderOfPath {
  readonly place: ProviderPlace
  readonly stored: StoredResource
  readonly summary: IdentityProviderSummary
  readonly name: string
  /** The list is above. */
  readonly frame: Pick<ConsoleContent, 'section' | 'org'> & Required<Pick<ConsoleContent, 'above'>>
}

/**
 * @returns the provider that the path names
 * @throws PageNotFound without the right, or without the provider
 */
export async function providerOf(visit: Visit, act: ProviderAct): Promise<ProviderOfPath> {
  const { parameters, management } = visit
  const place = await providerPlaceOf(visit, act)
  const { orgId } = place
  const stored = await getResource(place.targetOf(parameters['idpId'] ?? ''), management)
  const summaries = await listIdentityProviders(orgId === undefined ? {} : { orgId }, management)
  const summary = summaries.find((each) => each.kind === 'oidc' && each.idpId === stored.key[0] && each.orgId === orgId)
  if (summary === undefined) throw new PageNotFound()
  return {
    place,
    stored,
    summary,
    name: plainName(summary.name),
    frame: { ...place.frame, above: [{ path: place.address(), title: place.heading }] },
  }
}

/** `GET /ui/console/orgs/:orgId/idps/:idpId` and `…/instance/idps/:idpId`. */
export async function providerPage(visit: Visit): Promise<ConsoleContent> {
  const { texts } = visit
  const words = texts.identityProviders
  const { place, stored, summary, name, frame } = await providerOf(visit, 'read')
  const idp = objectAt(stored, 'idp')
  const preset = identityProviderPresets.find(({ issuer }) => issuer !== '' && issuer === summary.issuer)
  const address = (...below: readonly string[]): string => place.address(summary.idpId, ...below)
  return {
    ...frame,
    title: name,
    main: html`<div class="card">
<h2>${words.redirectUri}</h2>
<p>${words.redirectUriHelp}</p>
<div class="copied"><pre id="redirect-uri" tabindex="0">${summary.redirectUri ?? ''}</pre><button class="secondary" data-copy="redirect-uri" hidden>${words.copy}</button></div>
${registrationLink(preset, words)}
</div>
<h2>${texts.projects.settings}</h2>
<dl class="facts card">
<dt>${words.issuer}</dt><dd><code>${summary.issuer}</code></dd>
<dt>${words.clientId}</dt><dd><code>${textIn(idp, 'clientId')}</code></dd>
<dt>${words.scopes}</dt><dd>${isolatedName(textsIn(idp, 'scopes').join(' '))}</dd>
<dt>${words.offered}</dt><dd><span class="badge${summary.offered ? ' good' : ''}">${summary.offered ? words.isOffered : words.isNotOffered}</span></dd>
</dl>
${
  place.may('write')
    ? html`<div class="actions"><a class="button" href="${address('offer')}">${summary.offered ? words.withdraw : words.offer}</a>
<a class="button secondary" href="${address('edit')}">${words.edit}</a>
${place.may('delete') ? html`<a class="button secondary" href="${address('remove')}">${words.remove}</a>` : nothing}</div>`
    : nothing
}`,
  }
}

/** The names of the consoles at which clients are registered, by preset. */
const consoles: Readonly<Record<string, string>> = { google: 'Google Cloud Console', microsoft: 'Microsoft Entra admin center' }

/** @returns the link to the console of a service where its clients are registered; nothing if it is not known */
export function registrationLink(
  preset: IdentityProviderPreset | undefined,
  words: Pick<Texts['identityProviders'], 'registration'>,
): Markup {
  if (preset?.registration === undefined) return nothing
  const { id, name, registration } = preset
  return html`<p><a href="${registration}" rel="noreferrer">${words.registration(consoles[id] ?? name)}</a></p>`
}

async function removalOf(visit: Visit): Promise<Removal> {
  const { place, stored, name, frame } = await providerOf(visit, 'delete')
  const words = visit.texts.identityProviders
  const [idpId = ''] = stored.key
  return {
    target: place.targetOf(idpId),
    name,
    title: words.remove,
    consequences: words.removal,
    next: place.address(),
    page: { ...frame, above: [...frame.above, { path: place.address(idpId), title: name }] },
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
