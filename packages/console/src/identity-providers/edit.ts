// The forms of an identity provider: a new one, with what is known of the service, and a change. The secret is written and never read.
import type { Answer } from '@symbolon/core-protocol'
import { entityTag, identityProviderPresets, ifAbsent, putResource } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import type { JsonObject } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { checkField, linesField, readLines, selectField } from '../html/controls.ts'
import { csrfField, errorSummary, textField } from '../html/form.ts'
import type { Markup } from '../html/markup.ts'
import { violationsOf } from '../resource/refusal.ts'
import { objectAt, textIn, textsIn } from '../resource/resources.ts'
import { afterChange, afterCreation } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { providerPlaceOf } from './place.ts'
import { providerOf, registrationLink } from './provider.ts'

const mappings = ['OIDC_MAPPING_FIELD_PREFERRED_USERNAME', 'OIDC_MAPPING_FIELD_EMAIL'] as const

/** `GET /ui/console/orgs/:orgId/new-idp` and `…/instance/new-idp`. */
export async function newProvider(visit: Visit): Promise<ConsoleContent> {
  return await newPage(visit, undefined, [])
}

/** @param typed undefined: what is known of the service */
async function newPage(visit: Visit, typed: JsonObject | undefined, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts, visitor, query } = visit
  const words = texts.identityProviders
  const place = await providerPlaceOf(visit, 'write')
  const preset = identityProviderPresets.find(({ id }) => id === query.get('preset'))
  const { name = '', issuer = '', scopes = ['openid', 'email', 'profile'], usernameMapping = mappings[0] } = preset ?? {}
  const idp = typed ?? { name, issuer, scopes, usernameMapping, autoRegister: true }
  return {
    ...place.frame,
    title: words.add(name === '' ? words.other : name),
    above: [{ path: place.address(), title: place.heading }],
    status: errors.length === 0 ? 200 : 422,
    main: html`${errorSummary(errors, texts)}
${registrationLink(preset, words)}
<form method="post" class="fields">${csrfField(visitor.csrf)}
${fieldsOf(visit, idp, errors, words.clientSecretHelp)}
<div><button>${words.create}</button></div>
</form>`,
  }
}

function fieldsOf({ texts }: Visit, idp: JsonObject, errors: readonly FieldViolation[], secretHelp: string): readonly Markup[] {
  const words = texts.identityProviders
  const issuer = textIn(idp, 'issuer')
  return [
    textField({ name: 'idp.name', label: words.name, help: words.nameHelp, value: textIn(idp, 'name'), required: true, errors }),
    textField({
      name: 'idp.issuer',
      label: words.issuer,
      help: issuer.includes('{') ? words.tenantHelp : words.issuerHelp,
      value: issuer,
      required: true,
      errors,
    }),
    textField({ name: 'idp.clientId', label: words.clientId, value: textIn(idp, 'clientId'), required: true, errors }),
    textField({
      name: 'idp.clientSecret',
      label: words.clientSecret,
      help: secretHelp,
      type: 'password',
      autocomplete: 'new-password',
      errors,
    }),
    linesField({ name: 'idp.scopes', label: words.scopes, help: words.scopesHelp, value: textsIn(idp, 'scopes'), errors }),
    selectField({
      name: 'idp.usernameMapping',
      label: words.userName,
      help: words.userNameHelp,
      value: textIn(idp, 'usernameMapping'),
      choices: mappings.map((value) => ({ value, label: words.mappings[value] })),
      errors,
    }),
    checkField({
      name: 'idp.autoRegister',
      label: words.autoRegister,
      help: words.autoRegisterHelp,
      checked: idp['autoRegister'] === true,
      errors,
    }),
  ]
}

function typedProvider(fields: URLSearchParams): JsonObject {
  const text = (name: string): string => (fields.get(`idp.${name}`) ?? '').trim()
  const secret = fields.get('idp.clientSecret') ?? ''
  return {
    name: text('name'),
    issuer: text('issuer').replace(/\/+$/, ''),
    clientId: text('clientId'),
    scopes: readLines(fields, 'idp.scopes'),
    usernameMapping: text('usernameMapping'),
    autoRegister: fields.has('idp.autoRegister'),
    ...(secret === '' ? {} : { clientSecret: secret }),
  }
}

/** `POST /ui/console/orgs/:orgId/new-idp`. */
export async function createProvider(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const place = await providerPlaceOf(visit, 'write')
  const idp = typedProvider(fields)
  const problem = issuerProblem(visit, idp)
  if (problem !== undefined) return await newPage(visit, idp, [problem])
  const id = management.context.randomToken().slice(0, 22)
  try {
    const conditions = ifAbsent
    const target = place.targetOf(id)
    const { stored: now } = await putResource(target, { idp }, { conditions, dryRun: false }, management)
    const [path, list] = [place.address(id), place.address()]
    return await afterCreation(visit, { target, now, name: textIn(idp, 'name'), path, list })
  } catch (error) {
    return await newPage(visit, idp, violationsOf(error, texts.reasons))
  }
}

/** `GET /ui/console/orgs/:orgId/idps/:idpId/edit`. */
export async function editProvider(visit: Visit): Promise<ConsoleContent> {
  return await editPage(visit, undefined, [])
}

async function editPage(visit: Visit, typed: JsonObject | undefined, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts, visitor } = visit
  const words = texts.identityProviders
  const { place, stored, name, frame } = await providerOf(visit, 'write')
  const [idpId = ''] = stored.key
  return {
    ...frame,
    title: words.edit,
    above: [...frame.above, { path: place.address(idpId), title: name }],
    status: errors.length === 0 ? 200 : 422,
    main: html`${errorSummary(errors, texts)}
<form method="post" class="fields">${csrfField(visitor.csrf)}<input type="hidden" name="etag" value="${entityTag(stored)}">
${fieldsOf(visit, typed ?? objectAt(stored, 'idp'), errors, words.secretKept)}
<div><button>${words.save}</button></div>
</form>`,
  }
}

/** `POST /ui/console/orgs/:orgId/idps/:idpId/edit`. */
export async function saveProvider(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const { place, stored, summary } = await providerOf(visit, 'write')
  const typed = typedProvider(fields)
  const idp = { ...objectAt(stored, 'idp'), ...typed }
  const problem = issuerProblem(visit, idp) ?? secretProblem(visit, idp, summary.issuer)
  if (problem !== undefined) return await editPage(visit, idp, [problem])
  try {
    const conditions = { ifMatch: fields.get('etag') ?? '', ifNoneMatch: undefined }
    const target = place.targetOf(summary.idpId)
    const { stored: now } = await putResource(target, { ...stored.content, idp }, { conditions, dryRun: false }, management)
    // The former secret is not known here, and no other one may be sent to the former issuer.
    const isFinal = typeof typed['clientSecret'] === 'string' || textIn(idp, 'issuer') !== summary.issuer
    return await afterChange(
      visit,
      place.address(summary.idpId),
      'changed',
      textIn(idp, 'name'),
      ...(isFinal ? [] : [{ target, before: stored, now }]),
    )
  } catch (error) {
    return await editPage(visit, idp, violationsOf(error, texts.reasons))
  }
}

function issuerProblem({ texts }: Visit, idp: JsonObject): FieldViolation | undefined {
  const issuer = textIn(idp, 'issuer')
  if (issuer.includes('{')) return { field: 'idp.issuer', reason: 'placeholder', description: texts.identityProviders.tenantHelp }
  if (URL.canParse(issuer) && /^https?:/i.test(issuer)) return undefined
  return { field: 'idp.issuer', reason: 'uri_malformed', description: texts.reasons['uri_malformed'] ?? '' }
}

/** A stored secret is sent only to the provider that it was entered for: a user who may change the issuer may not read the secret. */
function secretProblem({ texts }: Visit, idp: JsonObject, issuer: string): FieldViolation | undefined {
  if (textIn(idp, 'issuer') === issuer || typeof idp['clientSecret'] === 'string') return undefined
  return { field: 'idp.clientSecret', reason: 'secret_required', description: texts.identityProviders.secretRequired }
}
