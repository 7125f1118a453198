// A plan, and the import that carries it out: how far it is, what becomes of each kind of object, and the reasons of what is refused.
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { redirect } from '@symbolon/core-protocol'
import { answerImportReport, carryOutImport, discardImport, getPlannedImport, listImportRows } from '@symbolon/management-api'
import type { ImportSettings, importStores, PlannedImport } from '@symbolon/management-api'
import { RestError } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField } from '../html/form.ts'
import { sentenceOf } from '../html/problems.ts'
import { consoleAddress, isolatedName, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import type { Texts } from '../texts/shape.ts'
import type { CountName } from '../texts/en/transfer.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

type ImportPageContext = RequestContext<(typeof importStores)[number]>
type Rows<L extends 'errors' | 'ledger'> = Awaited<ReturnType<typeof listImportRows<L>>>

/** At most this many rows of each list are shown. */
const most = 100

const countNames: readonly CountName[] = ['created', 'changed', 'same', 'removed', 'kept', 'refused', 'ignored', 'notice']

/**
 * `GET /ui/console/imports/:importId`.
 * @throws RestError import_unknown, also for an import of another user
 */
export async function importPage(visit: Visit, context: ImportPageContext): Promise<ConsoleContent> {
  return await shownImport(visit, context)
}

async function shownImport(visit: Visit, context: ImportPageContext, problem?: string): Promise<ConsoleContent> {
  const { parameters, texts, management } = visit
  const { importId = '' } = parameters
  const { transfer } = texts
  const found = await getPlannedImport(importId, management, context)
  const hasEnded = found.state !== 'running' && found.state !== 'waiting'
  const [errors, ledger] = await Promise.all([
    listImportRows(importId, 'errors', most, management, context),
    listImportRows(importId, 'ledger', most, management, context),
  ])
  const name = nameOf(found)
  return {
    title: found.dryRun ? transfer.planTitle(name) : transfer.reportTitle(name),
    section: 'import',
    above: [{ path: consoleAddress('import'), title: transfer.importHeading }],
    status: problem === undefined ? 200 : 409,
    main: html`${problem === undefined ? nothing : html`<div class="errors" role="alert"><p>${problem}</p></div>`}
<div id="state"${hasEnded ? nothing : html` data-refresh="1000"`} role="status">
${stateOf(found, texts)}
${countTable(found, texts)}
</div>
${hasEnded ? html`${await acts(found, visit, context)}${rowTables(errors, ledger, texts)}${downloadLink(found, texts)}` : html`<p><a href="${visit.request.path}">${transfer.refresh}</a></p>`}`,
  }
}

function nameOf({ name, source }: PlannedImport): string {
  return plainName(name ?? source)
}

function stateOf(found: PlannedImport, { transfer, language, list, reasons }: Texts): Markup {
  const { state, dryRun, problem, updatedAt, queuePosition } = found
  const number = new Intl.NumberFormat(language)
  const { settled, objects } = found.progress
  return html`<dl class="facts card">
<dt>${transfer.state}</dt><dd><strong>${(dryRun ? transfer.planStates : transfer.states)[state]}</strong>${queuePosition === undefined ? nothing : html` ${transfer.queuePosition(number.format(queuePosition))}`}</dd>
<dt>${transfer.source}</dt><dd>${isolatedName(nameOf(found))}</dd>
<dt>${transfer.progress}</dt><dd>${state === 'running' ? html`<progress max="${Math.max(1, objects)}" value="${settled}" aria-label="${transfer.progress}"></progress> ` : nothing}${transfer.progressOf(number.format(settled), number.format(objects))}</dd>
<dt>${list.changed}</dt><dd>${timeOf(Date.parse(updatedAt), language)}</dd>
${problem === undefined ? nothing : html`<dt>${transfer.reason}</dt><dd class="error">${sentenceOf(problem.id, problem.message, reasons)}</dd>`}
</dl>`
}

function countTable({ counts, dryRun }: PlannedImport, { transfer, language }: Texts): Markup {
  const shown = countNames.filter((name) => counts[name] > 0)
  if (shown.length === 0) return nothing
  const number = new Intl.NumberFormat(language)
  return html`<div class="table narrow"><table><thead><tr><th scope="col">${transfer.result}</th><th scope="col">${transfer.count}</th></tr></thead>
<tbody>${shown.map((name) => html`<tr><th scope="row">${(dryRun ? transfer.planCounts : transfer.counts)[name]}</th><td>${number.format(counts[name])}</td></tr>`)}</tbody></table></div>`
}

/** The actions that are possible next. */
async function acts(found: PlannedImport, { visitor, texts, management }: Visit, context: ImportPageContext): Promise<Markup> {
  const { transfer } = texts
  const { state, dryRun, counts, planId, importId, isKept } = found
  const form = (act: string, text: string, look = ''): Markup =>
    html`<form method="post" action="${consoleAddress('imports', planId)}">${csrfField(visitor.csrf)}<input type="hidden" name="act" value="${act}"><button class="${look}">${text}</button></form>`
  const again = html`<a class="button secondary" href="${consoleAddress('import')}">${transfer.again}</a>`
  if (!dryRun)
    return html`<div class="actions">${isKept && state !== 'completed' ? form('carry-out', transfer.goOn) : nothing}${again}</div>`
  if (!isKept) {
    const begun = await getPlannedImport(importId, management, context).catch(() => undefined)
    const report =
      begun === undefined ? nothing : html`<a class="button" href="${consoleAddress('imports', importId)}">${transfer.toReport}</a>`
    return html`<div class="actions">${report}${again}</div>`
  }
  const isReady = state === 'completed'
  const isUseful = counts.created + counts.changed + counts.removed > 0
  return html`${isReady && !isUseful ? html`<p>${transfer.nothingToDo}</p>` : nothing}
<div class="actions">${isReady && isUseful ? form('carry-out', transfer.carryOut) : nothing}${form('discard', transfer.discard, 'secondary')}</div>
${isReady && isUseful ? html`<p class="help">${transfer.carryOutHelp}</p>` : nothing}`
}

function rowTables(errors: Rows<'errors'>, ledger: Rows<'ledger'>, { transfer, language, reasons }: Texts): Markup {
  const limit = (rows: readonly unknown[]): Markup =>
    rows.length < most ? nothing : html`<p class="muted">${transfer.moreRows(new Intl.NumberFormat(language).format(most))}</p>`
  return html`<h2>${transfer.refusals}</h2>
${
  errors.length === 0
    ? html`<p>${transfer.noRefusals}</p>`
    : html`<div class="table" tabindex="0" role="region" aria-label="${transfer.refusals}"><table><thead><tr><th scope="col">${transfer.kind}</th><th scope="col">${transfer.id}</th><th scope="col">${transfer.reason}</th></tr></thead>
<tbody>${errors.map((row) => html`<tr><td class="kind">${row.type}</td><td><code>${plainName(row.id)}</code></td><td class="wide">${sentence(row.message, reasons)}</td></tr>`)}</tbody></table></div>${limit(errors)}`
}
${
  ledger.length === 0
    ? nothing
    : html`<h2>${transfer.checks}</h2>
<div class="table" tabindex="0" role="region" aria-label="${transfer.checks}"><table><thead><tr><th scope="col">${transfer.place}</th><th scope="col">${transfer.times}</th><th scope="col">${transfer.reason}</th></tr></thead>
<tbody>${ledger.map((row) => html`<tr><td><code>${plainName(row.path)}</code></td><td>${row.count ?? 1}</td><td class="wide">${sentenceOf(row.reason, row.advice, reasons)}</td></tr>`)}</tbody></table></div>${limit(ledger)}`
}`
}

/** The message of an error begins with the reason. If the language has a sentence for it, that sentence replaces the one of the report. */
function sentence(message: string, reasons: Texts['reasons']): string {
  const [, reason = '', rest = message] = /^([a-z_]+): (.*)$/s.exec(message) ?? []
  const [, members = ''] = / (\([^()]*\))$/.exec(rest) ?? []
  const own = sentenceOf(reason, rest, reasons)
  return plainName(own === rest ? rest : `${own} ${members}`.trim())
}

function downloadLink({ jobId }: PlannedImport, { transfer }: Texts): Markup {
  return html`<p><a class="button secondary" href="${consoleAddress('imports', jobId, 'report')}">${transfer.download}</a></p>
<p class="help">${transfer.downloadHelp}</p>`
}

/** `POST /ui/console/imports/:importId`: carries the plan out, or forgets its document. */
export async function actOnImport(
  settings: ImportSettings,
  visit: Visit,
  fields: URLSearchParams,
  context: ImportPageContext,
): Promise<Answer | ConsoleContent> {
  const { importId = '' } = visit.parameters
  if (fields.get('act') === 'discard') {
    await discardImport(importId, visit.management, context)
    return redirect(consoleAddress('import'))
  }
  try {
    return redirect(consoleAddress('imports', await carryOutImport(importId, settings, visit.management, context)))
  } catch (error) {
    if (!(error instanceof RestError) || !['import_queue_full', 'import_running'].includes(error.id)) throw error
    return await shownImport(visit, context, sentenceOf(error.id, error.message, visit.texts.reasons))
  }
}

/** `GET /ui/console/imports/:importId/report`: the whole report as a file, with what the import generated. */
export async function downloadReport(visit: Visit, context: ImportPageContext): Promise<Answer> {
  const answer = await answerImportReport(visit.parameters['importId'] ?? '', visit.management, context)
  return { ...answer, fields: { ...answer.fields, 'content-disposition': 'attachment; filename="import-report.json"' } }
}
