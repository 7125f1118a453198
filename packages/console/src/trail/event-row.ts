// One event of the audit log: a sentence, and all that is stored of it.
import type { StoredAuditEvent } from '@symbolon/core-protocol'
import type { EventNames } from '@symbolon/management-api'
import { html } from 'hono/html'
import { isolatedName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import type { TrailTexts } from '../texts/shape/trail.ts'
import { queryOf } from './filter.ts'

/** How events are shown. */
export interface EventView {
  readonly texts: TrailTexts
  readonly language: string
  readonly names: EventNames
}

/** @returns the event as an item of the list */
export function eventRow(event: StoredAuditEvent, view: EventView): Markup {
  const { texts, language } = view
  const { id, at, type, actorId, clientId, subject, orgId, remoteAddress, details = {} } = event
  const about = subject === undefined ? undefined : `${subject.kind}:${subject.id}`
  const facts: readonly (readonly [string, string | undefined])[] = [
    [texts.fields.actor, actorId],
    [texts.fields.subject, about],
    [texts.fields.client, clientId],
    [texts.fields.organization, orgId],
    [texts.fields.address, remoteAddress],
    ...Object.entries(details).map(([name, value]) => [name, String(value)] as const),
    [texts.fields.id, id],
  ]
  return html`<li><details><summary>${timeOf(at, language)}<span class="what">${sentence(event, view)}</span><span class="badge">${texts.events[type].title}</span></summary>
<dl class="facts">${facts.map(([name, value]) => (value === undefined ? '' : html`<dt>${name}</dt><dd><code>${isolatedName(value)}</code></dd>`))}</dl>
<p class="ways">${actorId === undefined ? '' : html`<a href="${queryOf({ actor: actorId })}">${texts.sameActor}</a>`}
${about === undefined ? '' : html`<a href="${queryOf({ subject: about })}">${texts.sameSubject}</a>`}</p></details></li>`
}

/** @returns what happened, in words. A person or an object without a name is shown by its id. */
export function sentence(event: StoredAuditEvent, { texts, names }: EventView): Markup {
  const { type, actorId, clientId, subject, details = {} } = event
  const actor = actorId === undefined ? undefined : isolatedName(names.user(actorId) ?? actorId)
  const name = subject === undefined ? actor : isolatedName(names.subject(subject))
  const kinds: Readonly<Record<string, string>> = texts.kinds
  const values: Readonly<Record<string, Markup | undefined>> = {
    actor,
    name,
    object: subject === undefined ? undefined : html`${kinds[subject.kind] ?? subject.kind} ${name}`,
    client: clientId === undefined ? undefined : isolatedName(names.client(clientId) ?? clientId),
  }
  const parts = texts.events[type].sentence.split(/(\[[^\]]*\])/)
  const changed = details['changed']
  return html`${parts.map((part) => (part.startsWith('[') ? optional(part.slice(1, -1), values) : filled(part, values, texts)))}${typeof changed === 'string' ? html`: <code>${changed}</code>` : ''}`
}

const placeholder = /\{(\w+)\}/

function optional(part: string, values: Readonly<Record<string, Markup | undefined>>): Markup | '' {
  const [before = '', name = '', after = ''] = part.split(placeholder)
  const value = values[name]
  return value === undefined ? '' : html`${before}${value}${after}`
}

function filled(part: string, values: Readonly<Record<string, Markup | undefined>>, { nobody }: TrailTexts): Markup {
  return html`${part.split(placeholder).map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? nobody)))}`
}
