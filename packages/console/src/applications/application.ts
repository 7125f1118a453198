// The page of one application: what it is set up with, and every member that can be changed.
import type { Answer } from '@symbolon/core-protocol'
import { entityTag, putResource, unconditional } from '@symbolon/management-api'
import type { Target } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import type { JsonObject } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { entryFrom, formFields, formValues } from '../html/fields.ts'
import { csrfField } from '../html/form.ts'
import { nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { removalPage, removeTyped } from '../resource/removal.ts'
import type { Removal } from '../resource/removal.ts'
import { inWords } from '../html/problems.ts'
import { violationsOf } from '../resource/refusal.ts'
import { afterChange } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { kindOf, methodOf } from './kinds.ts'
import { clientMetadataFields } from './client-metadata.ts'
import { applicationForm } from './members.ts'
import type { FieldGroup } from './members.ts'
import { factsOf, setupView } from './setup-view.ts'
import { applicationOf, frameBelow, valuesOf } from './stored.ts'
import type { Application } from './stored.ts'

/** `GET /ui/console/orgs/:orgId/apps/:appId`. */
export async function applicationPage(visit: Visit): Promise<ConsoleContent> {
  const application = await applicationOf(visit, 'project.app.read')
  return shown(visit, application, application.stored.content, [], 200, await notesOf(visit, application))
}

/** The members that have no effect as they are stored. Nothing is changed. */
async function notesOf(visit: Visit, { stored, target, frame, projectId }: Application): Promise<readonly FieldViolation[]> {
  if (!holds(visit.visitor.caller, 'project.app.write', { orgId: frame.org.id, projectId })) return []
  return await problemsOfEntry(target, stored.content, visit)
}

function shown(
  visit: Visit,
  application: Application,
  entry: JsonObject,
  errors: readonly FieldViolation[],
  status: number,
  notes: readonly FieldViolation[] = [],
): ConsoleContent {
  const { texts, visitor } = visit
  const { stored, frame, projectId, name, path } = application
  const own = texts.applications
  const place = { orgId: frame.org.id, projectId }
  const mayWrite = holds(visitor.caller, 'project.app.write', place)
  const hasSecret = methodOf(stored) === 'client_secret_basic' || methodOf(stored) === 'client_secret_post'
  return {
    ...frame,
    title: name,
    errors,
    status,
    main: html`<p><span class="badge">${own.kinds[kindOf(stored)].name}</span></p>
${factsOf(valuesOf(application, visit), texts)}
<p class="actions"><a class="button secondary" href="${path}/setup">${own.setup.heading}</a>
${mayWrite && methodOf(stored) === 'private_key_jwt' ? html`<a class="button secondary" href="${path}/keys">${texts.clientKeys.heading}</a>` : ''}
${mayWrite && hasSecret ? html`<a class="button secondary" href="${path}/secret">${own.secret.heading}</a>` : ''}</p>
${notesView(notes, own.members.notes)}
<form method="post" class="fields">${csrfField(visitor.csrf)}
<input type="hidden" name="etag" value="${entityTag(stored)}">
<fieldset class="bare"${mayWrite ? '' : html` disabled`}>
${groupsOf(visit, stored.kind).map(
  ({ heading, fields }) => html`<section class="fields"><h2>${heading}</h2>
${formFields(fields, formValues(fields, entry), [...errors, ...notes])}</section>`,
)}
${mayWrite ? html`<div><button>${own.save}</button></div>` : ''}
</fieldset>
</form>
${holds(visitor.caller, 'project.app.delete', place) ? html`<p><a class="button secondary" href="${path}/remove">${own.remove}</a></p>` : ''}`,
  }
}

/** The groups of the form, with the client metadata that the server has at this time. */
function groupsOf({ texts, management }: Visit, kind: string): readonly FieldGroup[] {
  const own = texts.applications
  const fields = clientMetadataFields(kind, management.context.registry.clientMetadata, texts.language)
  return [...applicationForm(kind, own), ...(fields.length === 0 ? [] : [{ heading: own.members.metadata, fields }])]
}

function notesView(notes: readonly FieldViolation[], heading: string): Markup {
  if (notes.length === 0) return nothing
  return html`<div class="warning"><h2>${heading}</h2><ul>${[...new Set(notes.map(({ description }) => description))].map((text) => html`<li>${text}</li>`)}</ul></div>`
}

/** `POST /ui/console/orgs/:orgId/apps/:appId`. */
export async function changeApplication(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const application = await applicationOf(visit, 'project.app.write')
  const { stored, target, path, name } = application
  const form = groupsOf(visit, stored.kind).flatMap((group) => group.fields)
  const entry = entryFrom(form, fields, stored.content)
  // The script sends the form while the user types.
  if (fields.has('check')) return shown(visit, application, entry, await problemsOfEntry(target, entry, visit), 200)
  try {
    const conditions = { ifMatch: fields.get('etag') ?? undefined, ifNoneMatch: undefined }
    const { stored: now } = await putResource(target, entry, { conditions, dryRun: false }, management)
    return await afterChange(visit, path, 'changed', name, { target, before: stored, now })
  } catch (error) {
    return shown(visit, application, entry, violationsOf(error, texts.reasons), 422)
  }
}

/** The problems that a save of the entry would report. Nothing is stored. */
async function problemsOfEntry(target: Target, entry: JsonObject, { management, texts }: Visit): Promise<readonly FieldViolation[]> {
  try {
    const conditions = unconditional
    const { notices } = await putResource(target, entry, { conditions, dryRun: true }, management)
    return inWords(notices, texts.reasons)
  } catch (error) {
    return violationsOf(error, texts.reasons)
  }
}

/** `GET /ui/console/orgs/:orgId/apps/:appId/setup`. */
export async function applicationSetup(visit: Visit): Promise<ConsoleContent> {
  const { texts } = visit
  const application = await applicationOf(visit, 'project.app.read')
  const values = valuesOf(application, visit)
  const hasSecret = values.method === 'client_secret_basic' || values.method === 'client_secret_post'
  return {
    ...frameBelow(application),
    title: texts.applications.setup.heading,
    main: html`${factsOf(values, texts)}
${hasSecret ? html`<p class="muted">${texts.applications.setup.secretMissing}</p>` : ''}
${setupView(values, texts)}`,
  }
}

async function removalOf(visit: Visit): Promise<Removal> {
  const application = await applicationOf(visit, 'project.app.delete')
  const { target, name, frame } = application
  const { remove, removal } = visit.texts.applications
  return { target, name, title: remove, consequences: removal, next: frame.above[0]?.path ?? '', page: frameBelow(application) }
}

/** `GET /ui/console/orgs/:orgId/apps/:appId/remove`. */
export async function applicationRemoval(visit: Visit): Promise<ConsoleContent> {
  return removalPage(visit, await removalOf(visit))
}

/** `POST /ui/console/orgs/:orgId/apps/:appId/remove`. */
export async function removeApplication(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  return await removeTyped(visit, await removalOf(visit), fields)
}
