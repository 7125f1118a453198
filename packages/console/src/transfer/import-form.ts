// The form of an import: a file or an object in a storage. Its response is the plan, and nothing changes before the plan is carried out.
import { PageNotFound, redirect } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { listImports, planImport } from '@symbolon/management-api'
import type { ImportSettings, importStores } from '@symbolon/management-api'
import { hasPermissions, may, theInstance } from '@symbolon/permissions'
import { RestError } from '@symbolon/rest'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { checkField, choiceGroup, selectField } from '../html/controls.ts'
import { csrfField, describedBy, fieldId, textField } from '../html/form.ts'
import { sentenceOf } from '../html/problems.ts'
import { consoleAddress, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import type { Texts } from '../texts/shape.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

type ImportFormContext = RequestContext<(typeof importStores)[number]>

/** Bytes: a document that is uploaded is in memory as a whole. */
export const uploadLimit: number = 32 * 1024 * 1024

/** @throws PageNotFound for visitors without an administrative role */
function requireImporter({ visitor: { caller } }: Visit): void {
  if (caller.kind === 'user' && !hasPermissions(caller.memberships)) throw new PageNotFound()
}

/** `GET /ui/console/import`. */
export async function importForm(visit: Visit, context: ImportFormContext): Promise<ConsoleContent> {
  requireImporter(visit)
  return await formPage(visit, new URLSearchParams(), [], context)
}

async function formPage(
  visit: Visit,
  typed: URLSearchParams,
  errors: readonly FieldViolation[],
  context: ImportFormContext,
): Promise<ConsoleContent> {
  const { visitor, texts, management } = visit
  const recent = await listImports({ limit: 10 }, management, context)
  const { transfer } = texts
  const isStorage = (typed.get('storage') ?? 'none') !== 'none'
  return {
    title: transfer.importHeading,
    section: 'import',
    errors,
    main: html`<p>${transfer.importLead}</p>
<form method="post" enctype="multipart/form-data" class="fields">${csrfField(visitor.csrf)}
${fileField(transfer.file, transfer.fileHelp(String(uploadLimit / 1024 / 1024)), errors)}
${choiceGroup({
  name: 'format',
  label: transfer.format,
  values: [typed.get('format') ?? 'v2'],
  choices: (['v2', 'v1'] as const).map((value) => ({ value, label: transfer.formats[value] })),
  several: false,
})}
${checkField({ name: 'update', label: transfer.update, help: transfer.updateHelp, checked: typed.has('update') })}
${checkField({
  name: 'with_credentials',
  label: transfer.withCredentials,
  help: transfer.withCredentialsHelp,
  checked: typed.has('with_credentials'),
})}
<details class="card"${isStorage ? html` open` : nothing}><summary>${transfer.fromStorage}</summary>
<div class="fields">
<p class="help">${transfer.fromStorageHelp}</p>
${selectField({
  name: 'storage',
  label: transfer.storage,
  value: typed.get('storage') ?? 'none',
  choices: (['none', 'gcs', 's3'] as const).map((value) => ({ value, label: transfer.storages[value] })),
})}
${storageFields(visit, typed)}
</div></details>
<div><button>${transfer.showPlan}</button></div>
<p class="help">${transfer.changesNothing}</p>
</form>
${recent.length === 0 ? nothing : recentTable(recent, texts)}
${may(visitor.caller, 'create', 'export', theInstance) === undefined ? html`<p><a href="${consoleAddress('export')}">${transfer.exportHeading}</a></p>` : nothing}`,
  }
}

function recentTable(recent: Awaited<ReturnType<typeof listImports>>, { transfer, list, language }: Texts): Markup {
  return html`<h2>${transfer.recent}</h2>
<div class="table" tabindex="0" role="region" aria-label="${transfer.recent}"><table><thead><tr><th scope="col">${list.changed}</th><th scope="col">${transfer.kind}</th><th scope="col">${transfer.state}</th></tr></thead>
<tbody>${recent.map(
    ({ jobId, state, dryRun, updatedAt }) =>
      html`<tr><td><a href="${consoleAddress('imports', jobId)}">${timeOf(Date.parse(updatedAt), language)}</a></td><td>${dryRun ? transfer.plan : transfer.importHeading}</td><td>${(dryRun ? transfer.planStates : transfer.states)[state]}</td></tr>`,
  )}</tbody></table></div>`
}

function fileField(label: string, help: string, errors: readonly FieldViolation[]): Markup {
  const { attributes, notes } = describedBy({ name: 'file', help, errors })
  return html`<div class="field">
<label for="${fieldId('file')}">${label}</label>
<input id="${fieldId('file')}" name="file" type="file" accept=".json,application/json"${attributes}>
${notes}
</div>`
}

/** Secrets are never written back into a page. */
function storageFields({ texts: { transfer } }: Visit, typed: URLSearchParams): Markup {
  const field = (name: string, label: string): Markup => textField({ name, label, value: typed.get(name) ?? '' })
  return html`${field('bucket', transfer.bucket)}
${field('path', transfer.path)}
${field('endpoint', transfer.endpoint)}
${field('region', transfer.region)}
${field('access_key_id', transfer.accessKeyId)}
${textField({ name: 'secret_access_key', label: transfer.secretAccessKey, type: 'password' })}
${textField({ name: 'serviceaccount_json', label: transfer.serviceAccount, type: 'password' })}`
}

/** `POST /ui/console/import`: begins the plan. */
export async function startImport(
  settings: ImportSettings,
  visit: Visit,
  fields: URLSearchParams,
  context: ImportFormContext,
): Promise<Answer | ConsoleContent> {
  requireImporter(visit)
  const file = visit.files.get('file')
  const storage = fields.get('storage') ?? 'none'
  if (file === undefined && storage === 'none') {
    return await formPage(visit, fields, [{ field: 'file', reason: 'no_source', description: visit.texts.transfer.noSource }], context)
  }
  const name = file === undefined ? (fields.get('path') ?? '') : file.name
  try {
    const id = await planImport(bodyOf(fields, file?.bytes), plainName(name).slice(0, 100), settings, visit.management, context)
    return redirect(consoleAddress('imports', id))
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    const description = sentenceOf(error.id, error.message, visit.texts.reasons)
    return await formPage(visit, fields, [{ field: file === undefined ? '' : 'file', reason: error.id, description }], context)
  }
}

/** The request of the administrative endpoint that does the same. */
function bodyOf(fields: URLSearchParams, document: Uint8Array | undefined): Readonly<Record<string, unknown>> {
  const source = fields.get('format') === 'v1' ? 'data_orgsv1' : 'data_orgs'
  const options = { update: fields.has('update'), with_credentials: fields.has('with_credentials') }
  if (document !== undefined) return { ...options, [source]: document }
  const storage = fields.get('storage') === 'gcs' ? 'gcs' : 's3'
  const names =
    storage === 'gcs'
      ? ['bucket', 'path', 'serviceaccount_json']
      : ['bucket', 'path', 'endpoint', 'region', 'access_key_id', 'secret_access_key']
  const object = Object.fromEntries(
    names.flatMap((name) => {
      const value = (fields.get(name) ?? '').trim()
      return value === '' ? [] : [[name, value]]
    }),
  )
  return { ...options, [`${source}_${storage}`]: object }
}
