// The client secrets of an application: two are valid at a time, so that a client moves from one to the other without a pause.
import { ForbiddenForm } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import { addClientSecret, listClientSecrets, removeClientSecret } from '@symbolon/management-api'
import type { AddedClientSecret, ClientSecret, SecretHolderReference } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField } from '../html/form.ts'
import { nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { timeOf } from '../html/time.ts'
import type { Texts } from '../texts/shape.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import type { SetupValues } from './setup/values.ts'
import { factsOf, setupView } from './setup-view.ts'
import { applicationOf, frameBelow, secretHolderOf, valuesOf } from './stored.ts'
import type { Application } from './stored.ts'

/** `GET /ui/console/orgs/:orgId/apps/:appId/secret`. */
export async function secretPage(visit: Visit): Promise<ConsoleContent> {
  return await shown(visit, await applicationOf(visit, 'project.app.write'), [])
}

async function shown(visit: Visit, application: Application, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts } = visit
  return {
    ...frameBelow(application),
    title: texts.applications.secret.heading,
    errors,
    main: html`${await secretsView(secretHolderOf(application), visit)}`,
  }
}

/** @returns the secrets of a client, with the forms that add and remove one. `actOnSecrets` takes them. */
export async function secretsView(reference: SecretHolderReference, { texts, visitor, management }: Visit): Promise<Markup> {
  const words = texts.applications.secret
  const secrets = await listClientSecrets(reference, management)
  const hidden = (act: 'add' | 'remove'): Markup => html`${csrfField(visitor.csrf)}<input type="hidden" name="act" value="${act}">`
  const row = ({ secretId, current, expiresAt }: ClientSecret): Markup => html`<tr>
<th scope="row"><code>${secretId}</code> <span class="badge${current ? ' good' : ''}">${current ? words.current : words.former}</span></th>
<td>${expiresAt === undefined ? words.untilRemoved : timeOf(expiresAt, texts.language)}</td>
<td><form method="post">${hidden('remove')}<input type="hidden" name="secretId" value="${secretId}"><button class="plain" aria-label="${words.remove}: ${secretId}">${words.remove}</button></form></td></tr>`
  return html`<p>${words.lead}</p>
${
  secrets.length === 0
    ? html`<p class="empty card">${words.empty}</p>`
    : html`<div class="table"><table><thead><tr><th scope="col">${words.secret}</th><th scope="col">${words.validUntil}</th><th scope="col">${words.acts}</th></tr></thead>
<tbody>${secrets.map(row)}</tbody></table></div>
<p class="help">${words.final}</p>`
}
${secrets.length === 1 ? html`<p class="warning">${words.removalWarning}</p>` : nothing}
${secrets.length < 2 ? html`<form method="post" class="fields end">${hidden('add')}<div><button>${words.add}</button></div></form>` : html`<p class="help">${words.two}</p>`}`
}

/** @returns the secret that the form added, or the id of the secret that it removed; undefined for another form */
export async function actOnSecrets(
  reference: SecretHolderReference,
  fields: URLSearchParams,
  { management }: Visit,
): Promise<{ readonly added: AddedClientSecret } | { readonly removed: string } | undefined> {
  const act = fields.get('act')
  if (act === 'add') return { added: await addClientSecret(reference, undefined, management) }
  if (act !== 'remove') return undefined
  const removed = fields.get('secretId') ?? ''
  await removeClientSecret(reference, removed, management)
  return { removed }
}

/**
 * `POST /ui/console/orgs/:orgId/apps/:appId/secret`.
 * @returns the page with a new secret, which is shown once; after a removal the redirect
 * @throws ForbiddenForm for an unknown act
 */
export async function changeSecrets(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { texts } = visit
  const application = await applicationOf(visit, 'project.app.write')
  try {
    const done = await actOnSecrets(secretHolderOf(application), fields, visit)
    if (done === undefined) throw new ForbiddenForm()
    if ('removed' in done) return after(visit, `${application.path}/secret`, 'removed', done.removed)
    const values = { ...valuesOf(application, visit), secret: done.added.clientSecret }
    return { ...frameBelow(application), title: texts.applications.secret.created, main: newSecretView(values, texts) }
  } catch (error) {
    return await shown(visit, application, problemsOf(error, texts.reasons))
  }
}

/** @returns what a client with a new secret is set up with */
export function newSecretView(values: SetupValues, texts: Texts): Markup {
  return html`<p class="warning" role="status">${texts.applications.created.once}</p>
${factsOf(values, texts)}
${setupView(values, texts)}`
}
