// The client secrets of an application: two are valid at a time, so that a client moves from one to the other without a pause.
import type { FieldViolation } from '@symbolon/admin-api'
import { ForbiddenForm } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import { addClientSecret, listClientSecrets, removeClientSecret } from '@symbolon/management-api'
import type { SecretHolderReference } from '@symbolon/management-api'
import { html } from 'hono/html'
import { csrfField, errorSummary } from '../html/form.ts'
import { nothing } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { timeOf } from '../html/time.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { factsOf, setupView } from './setup-view.ts'
import { applicationOf, valuesOf } from './stored.ts'
import type { Application } from './stored.ts'

/** `GET /ui/console/orgs/:orgId/apps/:appId/secret`. */
export async function secretPage(visit: Visit): Promise<ConsoleContent> {
  return await shown(visit, await applicationOf(visit, 'project.app.write'), [])
}

async function shown(visit: Visit, application: Application, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts, visitor, management } = visit
  const words = texts.applications.secret
  const secrets = await listClientSecrets(referenceOf(application), management)
  return {
    ...below(application),
    title: words.heading,
    status: errors.length === 0 ? 200 : 422,
    main: html`${errorSummary(errors, texts)}
<p>${words.lead}</p>
${
  secrets.length === 0
    ? html`<p class="empty card">${words.empty}</p>`
    : html`<div class="table"><table><thead><tr><th scope="col">${words.secret}</th><th scope="col">${words.validUntil}</th><th scope="col">${words.acts}</th></tr></thead>
<tbody>${secrets.map(
        ({
          secretId,
          current,
          expiresAt,
        }) => html`<tr><th scope="row"><code>${secretId}</code> <span class="badge${current ? ' good' : ''}">${current ? words.current : words.former}</span></th>
<td>${expiresAt === undefined ? words.untilRemoved : timeOf(expiresAt, texts.language)}</td>
<td><form method="post">${csrfField(visitor.csrf)}<input type="hidden" name="act" value="remove"><input type="hidden" name="secretId" value="${secretId}"><button class="plain" aria-label="${words.remove}: ${secretId}">${words.remove}</button></form></td></tr>`,
      )}</tbody></table></div>`
}
${secrets.length < 2 ? html`<form method="post" class="fields end">${csrfField(visitor.csrf)}<input type="hidden" name="act" value="add"><div><button>${words.add}</button></div></form>` : html`<p class="help">${words.two}</p>`}
${secrets.length === 1 ? html`<p class="warning">${words.removalWarning}</p>` : nothing}`,
  }
}

/**
 * `POST /ui/console/orgs/:orgId/apps/:appId/secret`.
 * @returns the page with a new secret, which is shown once; after a removal the redirect
 * @throws ForbiddenForm for an unknown act
 */
export async function changeSecrets(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { texts, management } = visit
  const application = await applicationOf(visit, 'project.app.write')
  const reference = referenceOf(application)
  const act = fields.get('act')
  try {
    if (act === 'add') {
      const { clientSecret } = await addClientSecret(reference, undefined, management)
      const values = { ...valuesOf(application, visit), secret: clientSecret }
      return {
        ...below(application),
        title: texts.applications.secret.created,
        main: html`<p class="warning" role="status">${texts.applications.created.once}</p>
${factsOf(values, texts)}
${setupView(values, texts)}`,
      }
    }
    if (act !== 'remove') throw new ForbiddenForm()
    const secretId = fields.get('secretId') ?? ''
    await removeClientSecret(reference, secretId, management)
    return after(visit, `${application.path}/secret`, 'removed', secretId)
  } catch (error) {
    return await shown(visit, application, problemsOf(error, texts.reasons))
  }
}

function referenceOf({ target, stored }: Application): SecretHolderReference {
  return { orgId: target.orgId ?? '', list: stored.kind === 'apiApp' ? 'apiApps' : 'oidcApps', id: stored.key[0] ?? '' }
}

/** The frame of a page below the page of the application. */
function below({ frame, path, name }: Application): Application['frame'] {
  return { ...frame, above: [...frame.above, { path, title: name }] }
}
