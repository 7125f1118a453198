// One event of the audit log: a sentence, and all that is stored of it.
import type { StoredAuditEvent } from '@symbolon/core-protocol'
import type { EventNames } from '@symbolon/management-api'
import { html } from 'hono/html'
import { isolatedName, nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import { consoleClientId } from '../client/client.ts'
import type { SettingText } from '../texts/shape/policies.ts'
import type { Texts } from '../texts/shape.ts'
import type { TrailTexts } from '../texts/en/trail.ts'
import { eventTextsOf } from './event-texts.ts'
import type { EventTextSource } from './event-texts.ts'
import { queryOf } from './filter.ts'

/** How events are shown. */
export interface EventView extends EventTextSource {
  readonly texts: Pick<Texts, 'language' | 'trail' | 'policies'>
  readonly names: EventNames
  /** The vendor of the instance, which the client id of the console begins with. */
  readonly vendor: string
}

/** @returns the event as an item of the list */
export function eventRow(event: StoredAuditEvent, view: EventView): Markup {
  const { trail: texts, language } = view.texts
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
  return html`<li><details><summary>${timeOf(at, language)}<span class="what">${sentence(event, view)}</span><span class="badge">${eventTextsOf(type, view).title}</span></summary>
<dl class="facts">${facts.map(([name, value]) => (value === undefined ? '' : html`<dt>${name}</dt><dd><code>${isolatedName(value)}</code></dd>`))}</dl>
<p class="ways">${actorId === undefined ? '' : html`<a href="${queryOf({ actor: actorId })}">${texts.sameActor}</a>`}
${about === undefined ? '' : html`<a href="${queryOf({ subject: about })}">${texts.sameSubject}</a>`}</p></details></li>`
}

/** @returns the event in words. A user or an object without a name is shown by its id. */
export function sentence(event: StoredAuditEvent, view: EventView): Markup {
  const { texts, names, vendor } = view
  const { actorId, clientId, subject } = event
  const actor = actorId === undefined ? undefined : isolatedName(names.user(actorId) ?? actorId)
  const values: Readonly<Record<string, Markup | undefined>> = {
    actor,
    name: subject === undefined ? actor : isolatedName(names.subject(subject)),
    object: subject === undefined ? undefined : objectOf(subject, view),
    client:
      clientId === undefined
        ? undefined
        : clientId === consoleClientId(vendor)
          ? html`${texts.trail.console}`
          : isolatedName(names.client(clientId) ?? clientId),
  }
  const parts = sentenceFor(event, view).split(/(\[[^\]]*\])/)
  return html`${parts.map((part) => (part.startsWith('[') ? optional(part.slice(1, -1), values) : filled(part, values, texts.trail)))}${changedMembers(event, view)}`
}

function sentenceFor({ type, actorId, subject }: StoredAuditEvent, view: EventView): string {
  const { sentence: usual, own = usual } = eventTextsOf(type, view)
  if (type === 'resource_created' && subject !== undefined && isPolicy(subject)) return view.texts.trail.policySet
  return actorId !== undefined && (subject === undefined || (subject.kind === 'user' && subject.id === actorId)) ? own : usual
}

type EventSubject = NonNullable<StoredAuditEvent['subject']>

function isPolicy({ kind }: EventSubject): boolean {
  return kind === 'orgPolicy' || kind === 'instancePolicy'
}

/** An object with its kind before its name. A policy has no name: its sentence says which one it is. */
function objectOf(subject: EventSubject, { texts: { trail }, names }: EventView): Markup {
  const name = names.subject(subject)
  const policies: Readonly<Record<string, string>> = subject.kind === 'orgPolicy' ? trail.policies : trail.defaultPolicies
  const policy = isPolicy(subject) ? policies[name] : undefined
  if (policy !== undefined) return html`${policy}`
  const kinds: Readonly<Record<string, string>> = trail.kinds
  return html`${kinds[subject.kind] ?? subject.kind} ${isolatedName(name)}`
}

/** The members that a change touched, after the sentence: settings of policies by their labels. */
function changedMembers({ details = {}, subject }: StoredAuditEvent, { texts: { policies } }: EventView): Markup {
  const changed = details['changed']
  if (typeof changed !== 'string') return nothing
  const labels: Readonly<Record<string, SettingText>> = subject !== undefined && isPolicy(subject) ? policies.settings : {}
  const members = changed.split(', ').map((member) => labels[member]?.label ?? member)
  return html` (${isolatedName(members.join(', '))})`
}

const placeholder = /\{(\w+)\}/

function optional(part: string, values: Readonly<Record<string, Markup | undefined>>): Markup | '' {
  const [before = '', name = '', after = ''] = part.split(placeholder)
  const value = values[name]
  return value === undefined ? '' : html`${before}${value}${after}`
}

function filled(part: string, values: Readonly<Record<string, Markup | undefined>>, { server }: TrailTexts): Markup {
  return html`${part.split(placeholder).map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? server)))}`
}
