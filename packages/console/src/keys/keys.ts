// The signing keys: a list, and the forms that make new ones and revoke one.
import { PageNotFound, signingAlgorithms } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { listSigningKeys, revokeSigningKey, rotateSigningKeys } from '@symbolon/management-api'
import type { KeyDescription } from '@symbolon/management-api'
import { may, theInstance } from '@symbolon/permissions'
import type { Action } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { selectField } from '../html/controls.ts'
import { csrfField, textField } from '../html/form.ts'
import { consoleAddress } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

type KeysContext = RequestContext<'signingKeys'>

const path = consoleAddress('keys')

function mayAct({ visitor }: Visit, action: Action): boolean {
  return may(visitor.caller, action, 'signingKey', theInstance) === undefined
}

function demand(visit: Visit, action: Action): void {
  if (!mayAct(visit, action)) throw new PageNotFound()
}

/** `GET /ui/console/keys`. */
export async function keysPage(visit: Visit, context: KeysContext): Promise<ConsoleContent> {
  demand(visit, 'list')
  const keys = await listSigningKeys(visit.management, context)
  const { texts } = visit
  const words = texts.keys
  const mayRevoke = mayAct(visit, 'remove')
  return {
    title: words.heading,
    section: 'keys',
    main: html`<div class="tools"><p>${words.intro}</p>
${mayAct(visit, 'create') ? html`<a class="button" href="${consoleAddress('new-keys')}">${words.rotate}</a>` : ''}</div>
<div class="table"><table>
<thead><tr><th scope="col">${words.kid}</th><th scope="col">${words.algorithm}</th><th scope="col">${words.state}</th><th scope="col">${words.dates}</th>${mayRevoke ? html`<td></td>` : ''}</tr></thead>
<tbody>${keys.map(
      (key) => html`<tr><td><code>${key.kid}</code></td><td>${key.algorithm}</td>
<td><span class="badge${key.state === 'revoked' ? ' bad' : ''}">${words.states[key.state]}</span></td><td>${datesOf(key, visit)}</td>
${mayRevoke ? html`<td>${key.state === 'revoked' ? '' : html`<a href="${consoleAddress('revoked-keys', key.kid)}">${words.revoke}</a>`}</td>` : ''}</tr>`,
    )}</tbody>
</table></div>`,
  }
}

function datesOf({ createdAt, activeFrom, publishedUntil, retiredAt, revokedAt }: KeyDescription, { texts }: Visit): Markup {
  const { keys: words, language } = texts
  const dates = [
    [words.created, createdAt],
    [words.signsFrom, activeFrom],
    [words.publishedUntil, publishedUntil],
    [words.retired, retiredAt],
    [words.revoked, revokedAt],
  ] as const
  return html`${dates.map(([name, at]) => (at === undefined ? '' : html`<div><span class="muted">${name}</span> ${timeOf(Date.parse(at), language)}</div>`))}`
}

/** `GET /ui/console/new-keys`. */
export async function rotatePage(visit: Visit): Promise<ConsoleContent> {
  demand(visit, 'create')
  const { texts, visitor } = visit
  return {
    title: texts.keys.rotate,
    section: 'keys',
    above: [{ path, title: texts.keys.heading }],
    main: html`<p>${texts.keys.rotateHelp}</p>
<form method="post" class="fields">${csrfField(visitor.csrf)}
${selectField({ name: 'algorithm', label: texts.keys.algorithm, value: '', choices: [{ value: '', label: texts.keys.allAlgorithms }, ...signingAlgorithms.map((value) => ({ value, label: value }))] })}
<div><button>${texts.keys.rotate}</button></div></form>`,
  }
}

/** `POST /ui/console/new-keys`. */
export async function rotate(visit: Visit, fields: URLSearchParams, context: KeysContext): Promise<Answer> {
  const algorithm = fields.get('algorithm') ?? ''
  await rotateSigningKeys(algorithm === '' ? undefined : algorithm, visit.management, context)
  return after(visit, path, 'created', algorithm === '' ? visit.texts.keys.rotateDone : visit.texts.keys.rotatedOne(algorithm))
}

/** `GET /ui/console/revoked-keys/:kid`. */
export async function revokePage(visit: Visit, context: KeysContext): Promise<ConsoleContent> {
  return await revocation(visit, context, { typed: '', errors: [] })
}

async function revocation(
  visit: Visit,
  context: KeysContext,
  { typed, errors }: { readonly typed: string; readonly errors: readonly FieldViolation[] },
): Promise<ConsoleContent> {
  demand(visit, 'remove')
  const { texts, visitor, parameters } = visit
  const keys = await listSigningKeys(visit.management, context)
  const key = keys.find(({ kid }) => kid === parameters['kid'])
  if (key === undefined || key.state === 'revoked') throw new PageNotFound()
  return {
    title: texts.keys.revoke,
    section: 'keys',
    above: [{ path, title: texts.keys.heading }],
    errors,
    main: html`<p class="warning">${texts.keys.revokeHelp}</p>
<form method="post" class="fields">${csrfField(visitor.csrf)}
${textField({ name: 'kid', label: texts.keys.typeKid(key.kid), value: typed, required: true, errors })}
<div><button class="danger">${texts.keys.revoke}</button></div>
</form>`,
  }
}

/**
 * `POST /ui/console/revoked-keys/:kid`. The id is typed again, because nothing that the key signed counts from then on.
 * @throws RestError permission_denied, resource_unknown; key_revoked for a key that is revoked already
 */
export async function revoke(visit: Visit, fields: URLSearchParams, context: KeysContext): Promise<Answer | ConsoleContent> {
  const { kid = '' } = visit.parameters
  const typed = (fields.get('kid') ?? '').trim()
  if (typed !== kid && mayAct(visit, 'remove')) {
    const errors = [{ field: 'kid', reason: 'other_id', description: visit.texts.keys.wrongKid }]
    return await revocation(visit, context, { typed, errors })
  }
  await revokeSigningKey(kid, visit.management, context)
  return after(visit, path, 'revoked', kid)
}
