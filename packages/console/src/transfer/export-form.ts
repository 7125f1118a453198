// The form of an export: which organizations, and which of their secrets. Its response is the document as a download.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { exportOrganizations, listResources } from '@symbolon/management-api'
import { may, theInstance } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { checkField, choiceGroup } from '../html/controls.ts'
import { csrfField } from '../html/form.ts'
import { consoleAddress, plainName } from '../html/markup.ts'
import { listed } from '../resource/organizations.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** Milliseconds: 10 minutes. */
const timeout = 600_000

/** At most this many organizations can be chosen one by one. */
const most = 200

/**
 * `GET /ui/console/export`.
 * @throws PageNotFound for visitors who may not export
 */
export async function exportForm(visit: Visit): Promise<ConsoleContent> {
  return await formPage(visit, new URLSearchParams(), [])
}

async function formPage(visit: Visit, typed: URLSearchParams, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { visitor, texts, management } = visit
  const { transfer } = texts
  if (may(visitor.caller, 'create', 'export', theInstance) !== undefined) throw new PageNotFound()
  const { items } = await listResources({ kind: 'org', limit: most }, management)
  const check = (name: string, label: string, help: string): ReturnType<typeof checkField> =>
    checkField({ name, label, help, checked: typed.has(name) })
  return {
    title: transfer.exportHeading,
    section: 'export',
    errors,
    main: html`<p>${transfer.exportLead}</p>
<form method="post" class="fields">${csrfField(visitor.csrf)}
${choiceGroup({
  name: 'which',
  label: transfer.organizations,
  values: [typed.get('which') ?? 'all'],
  choices: [
    { value: 'all', label: transfer.allOrganizations },
    { value: 'some', label: transfer.someOrganizations },
  ],
  several: false,
})}
${choiceGroup({
  name: 'org',
  label: transfer.someOrganizations,
  values: typed.getAll('org'),
  choices: items.map(listed).map(({ id, name }) => ({ value: id, label: plainName(name), help: id })),
  several: true,
  errors,
})}
<fieldset><legend>${transfer.secrets}</legend>
${check('with_passwords', transfer.withPasswords, transfer.withPasswordsHelp)}
${check('with_otp', transfer.withOtp, transfer.withOtpHelp)}
${check('with_credentials', transfer.exportCredentials, transfer.exportCredentialsHelp)}
<p class="warning">${transfer.secretsWarning}</p>
</fieldset>
<div><button>${transfer.startExport}</button></div>
<p class="help">${transfer.startExportHelp}</p>
</form>
<p><a href="${consoleAddress('import')}">${transfer.importHeading}</a></p>`,
  }
}

/** `POST /ui/console/export`. */
export async function startExport(
  visit: Visit,
  fields: URLSearchParams,
  context: RequestContext<'directory'>,
): Promise<Answer | ConsoleContent> {
  const orgIds = fields.get('which') === 'some' ? fields.getAll('org') : []
  if (fields.get('which') === 'some' && orgIds.length === 0) {
    return await formPage(visit, fields, [{ field: 'org', reason: 'empty', description: visit.texts.transfer.chooseOrganization }])
  }
  const selection = {
    orgIds,
    excludedOrgIds: [],
    withPasswords: fields.has('with_passwords'),
    withOtp: fields.has('with_otp'),
    withCredentials: fields.has('with_credentials'),
  }
  return await exportOrganizations({ selection, timeout, target: { to: 'response' } }, {}, visit.management, context)
}
