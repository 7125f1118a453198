// The audit log of the instance and of an organization, and its download.
import { allEventTypes } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { getResource, listEvents, namesFor, orgTarget } from '@symbolon/management-api'
import { html } from 'hono/html'
import { errorSummary, textField } from '../html/form.ts'
import { consoleAddress, nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { listed } from '../resource/organizations.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { eventRow } from './event-row.ts'
import { eventTextsOf } from './event-texts.ts'
import { filterNames, filtersOf, queryOf, readFilters } from './filter.ts'
import type { FilterName, Filters } from './filter.ts'

/** How many events a download holds at most. */
const largestDownload = 10_000
/** How many pages a download reads at most: some have few events, or none. */
const longestSearch = 100

const position = /^[0-9]{15}-[0-9]{7}-[A-Za-z0-9_-]{10}$/

/** `GET /ui/console/events` and `GET /ui/console/orgs/:orgId/events`. */
export async function eventsPage(visit: Visit, context: RequestContext<'auditEvents'>): Promise<ConsoleContent> {
  const { texts, query, management, parameters } = visit
  const { orgId } = parameters
  const filters = filtersOf(query)
  const declared = context.registry.auditEvents
  const read = readFilters(filters, texts.trail, declared)
  const before = query.get('before') ?? ''
  const eventQuery = { ...read.query, ...(orgId === undefined ? {} : { orgId }), ...(position.test(before) ? { before } : {}), limit: 50 }
  const { items, next } = await listEvents(eventQuery, management, context)
  const shown = read.errors.length === 0 ? items : []
  const view = { texts, declared, names: await namesFor(shown, management), vendor: context.vendor }
  const rows = shown.map((event) => eventRow(event, view))
  const path = orgId === undefined ? consoleAddress('events') : consoleAddress('orgs', orgId, 'events')
  return {
    title: texts.trail.heading,
    ...(orgId === undefined ? { section: 'events' } : await ofOrganization(orgId, visit)),
    status: read.errors.length === 0 ? 200 : 422,
    main: html`${errorSummary(read.errors, { errorsTitle: texts.trail.filters.wrong })}
${filterForm(filters, read.errors, visit)}
${chips(filters, path, visit)}
${rows.length === 0 ? (next === undefined ? emptyState(filters, visit, path) : nothing) : html`<ol class="trail">${rows}</ol>`}
${next === undefined || rows.length === eventQuery.limit ? nothing : searchedUntil(next, visit)}
${paging(filters, { before, next: read.errors.length === 0 ? next : undefined }, path, visit)}
${rows.length === 0 ? nothing : downloadLink(filters, path, visit)}`,
  }
}

async function ofOrganization(orgId: string, { management, texts }: Visit): Promise<Pick<ConsoleContent, 'section' | 'org' | 'above'>> {
  const { id, name } = listed(await getResource(orgTarget(orgId), management))
  return {
    section: 'org-events',
    org: { id, name },
    above: [
      { path: consoleAddress('orgs'), title: texts.organizations.heading },
      { path: consoleAddress('orgs', id), title: name },
    ],
  }
}

function filterForm(filters: Filters, errors: Parameters<typeof errorSummary>[0], { texts, management }: Visit): Markup {
  const { filters: words } = texts.trail
  const declared = management.context.registry.auditEvents
  const field = (name: FilterName, label: string, more: { readonly help?: string; readonly type?: 'date' } = {}): Markup =>
    textField({ name, label, value: filters[name], errors, ...more })
  const isOpen = errors.length > 0
  return html`<details class="card filters"${isOpen ? html` open` : ''}><summary>${words.title}</summary>
<form method="get" class="columns">
<div class="field"><label for="field-type">${words.type}</label>
<select id="field-type" name="type"><option value="">${words.anyType}</option>${allEventTypes(declared).map((type) => html`<option value="${type}"${type === filters.type ? html` selected` : ''}>${eventTextsOf(type, { texts, declared }).title}</option>`)}</select></div>
${field('actor', words.actor, { help: words.actorHelp })}
${field('subject', words.subject, { help: words.subjectHelp })}
${field('from', words.from, { type: 'date' })}
${field('to', words.to, { type: 'date' })}
<div><button>${words.apply}</button></div>
</form></details>`
}

/** A link for each filter that acts: it leads to the same view without the filter. */
function chips(filters: Filters, path: string, { texts, management }: Visit): Markup {
  const { filters: words } = texts.trail
  const declared = management.context.registry.auditEvents
  const active = filterNames.filter((name) => filters[name] !== undefined)
  if (active.length === 0) return nothing
  const shownValue = (name: FilterName): string => {
    const value = filters[name] ?? ''
    return `${words[name]}: ${name === 'type' ? eventTextsOf(value, { texts, declared }).title : value}`
  }
  const without = (name: FilterName): Filters => Object.fromEntries(Object.entries(filters).filter(([each]) => each !== name))
  return html`<ul class="chips" aria-label="${words.active}">${active.map(
    (name) =>
      html`<li><a class="badge" href="${path}${queryOf(without(name))}" aria-label="${words.drop(shownValue(name))}"><bdi>${shownValue(name)}</bdi> ×</a></li>`,
  )}</ul>`
}

function emptyState(filters: Filters, { texts }: Visit, path: string): Markup {
  if (Object.keys(filters).length === 0) return html`<p class="empty card">${texts.trail.empty}</p>`
  return html`<p class="empty card">${texts.list.noMatch} <a href="${path}">${texts.list.dropFilter}</a></p>`
}

/** The search has read many events and found few. */
function searchedUntil(position: string, { texts }: Visit): Markup {
  const date = new Intl.DateTimeFormat(texts.language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return html`<p class="muted">${texts.trail.searchedUntil(date.format(timeOf(position)))}</p>`
}

/** The time of an event by its position, which begins with it. */
function timeOf(position: string): Date {
  return new Date(Number(position.slice(0, 15)))
}

function paging(
  filters: Filters,
  { before, next }: { readonly before: string; readonly next: string | undefined },
  path: string,
  { texts }: Visit,
): Markup {
  return html`<p class="ways">${before === '' ? '' : html`<a href="${path}${queryOf(filters)}">${texts.trail.newest}</a>`}
${next === undefined ? '' : html`<a href="${path}${queryOf(filters, { before: next })}" rel="next">${texts.trail.older}</a>`}</p>`
}

function downloadLink(filters: Filters, path: string, { texts }: Visit): Markup {
  const limit = new Intl.NumberFormat(texts.language).format(largestDownload)
  return html`<p><a class="button secondary" href="${path}/download${queryOf(filters)}">${texts.trail.download}</a></p>
<p class="muted">${texts.trail.downloadHelp(limit)}</p>`
}

/** `GET /ui/console/events/download` and `GET /ui/console/orgs/:orgId/events/download`: what the page shows, as JSON lines. */
export async function downloadEvents(visit: Visit, context: RequestContext<'auditEvents'>): Promise<Answer | ConsoleContent> {
  const { texts, query, management, parameters } = visit
  const { orgId } = parameters
  const read = readFilters(filtersOf(query), texts.trail, context.registry.auditEvents)
  // The page of the log says what is wrong with the filters.
  if (read.errors.length > 0) return await eventsPage(visit, context)
  const selection = { ...read.query, ...(orgId === undefined ? {} : { orgId }), limit: 1000 }
  const lines: string[] = []
  let before: string | undefined
  let pages = 0
  do {
    pages += 1
    const { items, next } = await listEvents(before === undefined ? selection : { ...selection, before }, management, context)
    lines.push(...items.map(({ at, ...event }) => `${JSON.stringify({ ...event, at: new Date(at).toISOString() })}\n`))
    before = next
  } while (before !== undefined && lines.length < largestDownload && pages < longestSearch)
  if (before !== undefined) lines.push(`${JSON.stringify({ searchedUntil: timeOf(before).toISOString() })}\n`)
  return {
    status: 200,
    fields: {
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="events.jsonl"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: lines.join(''),
  }
}
