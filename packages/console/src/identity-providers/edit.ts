// The forms of an identity provider: a new one, with what is known of the service, and a change. The secret is written and never read.
import type { Answer } from '@symbolon/core-protocol'
import { entityTag, identityProviderPresets, ifAbsent, putResource } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import type { JsonObject } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { entryFrom, formFields, formValues, problemsIn } from '../html/fields.ts'
import type { FormField } from '../html/fields.ts'
import { csrfField } from '../html/form.ts'
import { violationsOf } from '../resource/refusal.ts'
import { objectAt, textIn } from '../resource/resources.ts'
import type { Texts } from '../texts/shape.ts'
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
  const form = providerForm(texts, textIn(idp, 'issuer'), words.clientSecretHelp)
  return {
    ...place.frame,
    title: words.add(name === '' ? words.other : name),
    above: [{ path: place.address(), title: place.heading }],
    errors,
    main: html`${registrationLink(preset, words)}
<form method="post" class="fields">${csrfField(visitor.csrf)}
${formFields(form, formValues(form, { idp }), errors)}
<div><button>${words.create}</button></div>
</form>`,
  }
}

/**
 * @param issuer as the form shows it; one of a preset may have a placeholder for the tenant
 * @param secretHelp differs for a new provider and for one that has a secret
 */
function providerForm({ identityProviders: words, reasons }: Texts, issuer: string, secretHelp: string): readonly FormField[] {
  return [
    { name: 'idp.name', label: words.name, help: words.nameHelp, required: true },
    {
      name: 'idp.issuer',
      label: words.issuer,
      help: issuer.includes('{') ? words.tenantHelp : words.issuerHelp,
      required: true,
      problem: ([typed = '']) => {
        if (typed.includes('{')) return words.tenantHelp
        return URL.canParse(typed) && /^https?:/i.test(typed) ? undefined : (reasons['uri_malformed'] ?? '')
      },
      toMember: (typed) => typed.replace(/\/+$/, ''),
    },
    { name: 'idp.clientId', label: words.clientId, required: true },
    { name: 'idp.clientSecret', label: words.clientSecret, help: secretHelp, kind: 'password', autocomplete: 'new-password' },
    { name: 'idp.scopes', label: words.scopes, help: words.scopesHelp, kind: 'lines' },
    {
      name: 'idp.usernameMapping',
      label: words.userName,
      help: words.userNameHelp,
      kind: 'select',
      choices: mappings.map((value) => ({ value, label: words.mappings[value] })),
    },
    { name: 'idp.autoRegister', label: words.autoRegister, help: words.autoRegisterHelp, kind: 'check' },
  ]
}

/** `POST /ui/console/orgs/:orgId/new-idp`. */
export async function createProvider(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const place = await providerPlaceOf(visit, 'write')
  const form = providerForm(texts, '', texts.identityProviders.clientSecretHelp)
  const idp = objectAt({ content: entryFrom(form, fields) }, 'idp')
  const problems = problemsIn(form, fields)
  if (problems.length > 0) return await newPage(visit, idp, problems)
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
  const idp = typed ?? objectAt(stored, 'idp')
  const form = providerForm(texts, textIn(idp, 'issuer'), words.secretKept)
  return {
    ...frame,
    title: words.edit,
    above: [...frame.above, { path: place.address(idpId), title: name }],
    errors,
    main: html`<form method="post" class="fields">${csrfField(visitor.csrf)}<input type="hidden" name="etag" value="${entityTag(stored)}">
${formFields(form, formValues(form, { idp }), errors)}
<div><button>${words.save}</button></div>
</form>`,
  }
}

/** `POST /ui/console/orgs/:orgId/idps/:idpId/edit`. */
export async function saveProvider(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const { place, stored, summary } = await providerOf(visit, 'write')
  const form = providerForm(texts, '', texts.identityProviders.secretKept)
  const entry = entryFrom(form, fields, stored.content)
  const idp = objectAt({ content: entry }, 'idp')
  const [problem = secretProblem(visit, idp, summary.issuer)] = problemsIn(form, fields)
  if (problem !== undefined) return await editPage(visit, idp, [problem])
  try {
    const conditions = { ifMatch: fields.get('etag') ?? '', ifNoneMatch: undefined }
    const target = place.targetOf(summary.idpId)
    const { stored: now } = await putResource(target, entry, { conditions, dryRun: false }, management)
    // The former secret is not known here, and no other one may be sent to the former issuer.
    const isFinal = typeof idp['clientSecret'] === 'string' || textIn(idp, 'issuer') !== summary.issuer
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

/** A stored secret is sent only to the provider that it was entered for: a user who may change the issuer may not read the secret. */
function secretProblem({ texts }: Visit, idp: JsonObject, issuer: string): FieldViolation | undefined {
  if (textIn(idp, 'issuer') === issuer || typeof idp['clientSecret'] === 'string') return undefined
  return { field: 'idp.clientSecret', reason: 'secret_required', description: texts.identityProviders.secretRequired }
}
