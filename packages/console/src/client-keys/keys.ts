// The public keys of an application or a service user. A pair is made here, and its private key shown once, or the client makes its own.
import { ForbiddenForm, PageNotFound } from '@symbolon/core-protocol'
import type { Answer, StoredResource } from '@symbolon/core-protocol'
import { addPublicKey, issueKey, keyTarget, listResources, removeResource, unconditional } from '@symbolon/management-api'
import type { IssuedKey } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField, describedBy, errorSummary, fieldId } from '../html/form.ts'
import { lastDayField, readLastDay } from '../html/last-day.ts'
import { nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { timeOf } from '../html/time.ts'
import { textIn } from '../resource/resources.ts'
import { afterChange } from '../undo/undo.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { keyHolderOf } from './holder.ts'
import type { KeyHolder } from './holder.ts'

/** At most this many keys are shown. */
const most = 100

/** Bytes of a form with the file of a public key. */
export const keyFormLimit = 65_536

type Act = 'make' | 'remove' | 'upload'

/** `GET …/apps/:appId/keys` and `…/users/:userId/keys`. */
export async function clientKeysPage(visit: Visit): Promise<ConsoleContent> {
  return await shown(await keyHolderOf(visit), visit, undefined, [])
}

async function shown(
  holder: KeyHolder,
  visit: Visit,
  typed: URLSearchParams | undefined,
  errors: readonly FieldViolation[],
): Promise<ConsoleContent> {
  const { texts, visitor, management } = visit
  const words = texts.clientKeys
  const { reference, frame, mayChange, usesKeys } = holder
  const { orgId, list, id } = reference
  const isUser = list === 'machineUsers'
  const of = isUser ? { userId: id } : { appId: id }
  const { items } = await listResources({ kind: isUser ? 'machineKey' : 'appKey', orgId, of, limit: most }, management)
  const hidden = (act: Act): Markup => html`${csrfField(visitor.csrf)}<input type="hidden" name="act" value="${act}">`
  const valueOf = (act: Act, name: string): string | undefined => (typed?.get('act') === act ? (typed.get(name) ?? '') : undefined)
  const lastDay = (act: 'make' | 'upload'): Markup => {
    const name = `${act}.until`
    return lastDayField({
      name,
      label: words.until,
      help: words.untilHelp,
      value: valueOf(act, name),
      now: management.context.now(),
      errors,
    })
  }
  return {
    ...frame,
    title: isUser ? `${texts.users.tabs.keys} · ${plainName(holder.name)}` : words.heading,
    status: errors.length === 0 ? 200 : 422,
    main: html`${holder.tabs}${errorSummary(errors, texts)}
<p>${words.lead}</p>
${isUser && mayChange ? html`<p><a class="button secondary" href="${holder.secretPath}">${texts.applications.secret.heading}</a></p>` : nothing}
${usesKeys ? nothing : html`<p class="warning">${words.unused}</p>`}
${items.length === 0 ? html`<p class="empty card">${words.empty}</p>` : table(items, mayChange, hidden, visit)}
${
  mayChange
    ? html`<form method="post" class="fields end">${hidden('make')}
<h2>${words.make}</h2>
<p>${words.makeLead}</p>
${lastDay('make')}
<div><button>${words.make}</button></div>
</form>
<form method="post" enctype="multipart/form-data" class="fields end">${hidden('upload')}
<h2>${words.upload}</h2>
<p>${words.uploadLead}</p>
${pemField(valueOf('upload', 'publicKey') ?? '', errors, visit)}
<div class="field"><label for="key-file">${words.file}</label><input id="key-file" name="file" type="file" accept=".pem,.pub,.key,application/x-pem-file"></div>
${lastDay('upload')}
<div><button>${words.upload}</button></div>
</form>`
    : nothing
}`,
  }
}

function pemField(value: string, errors: readonly FieldViolation[], { texts }: Visit): Markup {
  const name = 'publicKey'
  const { attributes, notes } = describedBy({ name, help: undefined, errors })
  return html`<div class="field"><label for="${fieldId(name)}">${texts.clientKeys.publicKey}</label>
<textarea id="${fieldId(name)}" name="${name}" rows="4" spellcheck="false" autocomplete="off" placeholder="-----BEGIN PUBLIC KEY-----"${attributes}>${value === '' ? '' : `\n${value}`}</textarea>
${notes}</div>`
}

function table(items: readonly StoredResource[], mayChange: boolean, hidden: (act: Act) => Markup, { texts, management }: Visit): Markup {
  const words = texts.clientKeys
  const now = management.context.now()
  const row = ({ key: [keyId = ''], content, createdAt }: StoredResource): Markup => {
    const until = Date.parse(textIn(content, 'expirationDate'))
    const end = Number.isNaN(until) ? words.untilRemoved : timeOf(until, texts.language)
    return html`<tr><th scope="row"><code>${keyId}</code></th><td>${timeOf(createdAt, texts.language)}</td>
<td>${end}${until <= now ? html` <span class="badge bad">${words.expired}</span>` : nothing}</td>
${mayChange ? html`<td><form method="post">${hidden('remove')}<input type="hidden" name="keyId" value="${keyId}"><button class="plain" aria-label="${words.remove}: ${keyId}">${words.remove}</button></form></td>` : nothing}</tr>`
  }
  return html`<div class="table" role="region" tabindex="0" aria-label="${words.heading}"><table>
<thead><tr><th scope="col">${words.keyId}</th><th scope="col">${words.created}</th><th scope="col">${words.until}</th>${mayChange ? html`<th scope="col">${words.acts}</th>` : nothing}</tr></thead>
<tbody>${items.map(row)}</tbody></table></div>`
}

/**
 * `POST` of the same paths.
 * @returns the page with the private key of a new pair, which is shown once; otherwise the redirect
 * @throws PageNotFound without the right, ForbiddenForm for an unknown act
 */
export async function changeClientKeys(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const holder = await keyHolderOf(visit)
  if (!holder.mayChange) throw new PageNotFound()
  const act = fields.get('act')
  try {
    if (act === 'remove') return await remove(holder, fields.get('keyId') ?? '', visit)
    if (act !== 'make' && act !== 'upload') throw new ForbiddenForm()
    const until = readLastDay(fields.get(`${act}.until`), management.context.now())
    if (until === 'wrong') {
      return await shown(holder, visit, fields, [{ field: `${act}.until`, reason: 'past', description: texts.clientKeys.wrongDay }])
    }
    if (act === 'make') return issued(holder, await issueKey(holder.reference, until, management), visit)
    const file = visit.files.get('file')
    const publicKey = file === undefined ? (fields.get('publicKey') ?? '') : new TextDecoder().decode(file.bytes)
    const keyId = management.context.randomToken().slice(0, 22)
    await addPublicKey(holder.reference, keyId, publicKey.trim(), until, management)
    return after(visit, holder.path, 'added', keyId)
  } catch (error) {
    return await shown(holder, visit, fields, problemsOf(error, texts.reasons))
  }
}

/** @throws PageNotFound for a key of another client */
async function remove({ reference, path }: KeyHolder, keyId: string, visit: Visit): Promise<Answer> {
  const target = keyTarget(reference, keyId)
  const found = await findKey(reference, keyId, visit)
  if (found === undefined) throw new PageNotFound()
  await removeResource(target, { conditions: unconditional, dryRun: false }, visit.management)
  return await afterChange(visit, path, 'removed', keyId, { target, before: found, now: undefined })
}

async function findKey(
  { orgId, list, id }: KeyHolder['reference'],
  keyId: string,
  { management }: Visit,
): Promise<StoredResource | undefined> {
  const isUser = list === 'machineUsers'
  const of = isUser ? { userId: id } : { appId: id }
  const { items } = await listResources({ kind: isUser ? 'machineKey' : 'appKey', orgId, of, limit: most }, management)
  return items.find(({ key }) => key[0] === keyId)
}

function issued({ frame, name, path }: KeyHolder, { keyId, keyFile }: IssuedKey, { texts }: Visit): ConsoleContent {
  const words = texts.clientKeys
  return {
    ...frame,
    title: words.issued(plainName(name)),
    main: html`<p class="warning" role="status">${words.once}</p>
<pre id="key-file" tabindex="0">${JSON.stringify(keyFile, undefined, 2)}</pre>
<p class="actions"><button class="secondary" data-download="key-file" data-name="${keyId}.json" hidden>${words.download}</button>
<button class="secondary" data-copy="key-file" hidden>${texts.applications.setup.copy}</button>
<a class="button secondary" href="${path}">${words.back}</a></p>`,
  }
}
