// The list of policies, one policy with where its values come from, and the form that changes it.
import { ForbiddenForm, PageNotFound } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import { entityTag, ifUnchanged, putResource, removeResource } from '@symbolon/management-api'
import type { Changed } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { entryFrom, formFields, problemsIn } from '../html/fields.ts'
import { csrfField } from '../html/form.ts'
import { nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { afterChange } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { policyFields, policyValues } from './fields.ts'
import { ownPolicy, policyPlaceOf } from './place.ts'
import type { PolicyPlace } from './place.ts'
import type { Policy } from './settings.ts'
import { showValue } from './show-value.ts'
import { valueIn } from './values.ts'

/**
 * `GET /ui/console/instance/policies`, `…/orgs/:orgId/policies`.
 * @throws PageNotFound without the right to read them
 */
export async function policyList(visit: Visit): Promise<ConsoleContent> {
  const place = await policyPlaceOf(visit)
  const { policies } = visit.texts
  return {
    ...place.frame,
    title: place.heading,
    main: html`<p class="muted">${policies.lead[place.level]}</p>
<div class="table"><table>
<thead><tr><th scope="col">${policies.policy}</th><th scope="col">${policies.source}</th></tr></thead>
<tbody>${place.policies.map((policy) => {
      const source = place.chainOf(policy)[0]?.source ?? 'builtIn'
      const { label, help = '' } = policies.about[policy.name]
      return html`<tr><td><a href="${place.address(policy.name)}">${label}</a><div class="muted">${help}</div></td><td><span class="badge">${policies.sources[source]}</span></td></tr>`
    })}</tbody>
</table></div>`,
  }
}

/**
 * @returns the page of a policy: each setting with the value in effect, where it comes from, and the value of the place itself
 * @throws PageNotFound without the right to read it
 */
export function policyPage(policy: Policy): (visit: Visit) => Promise<ConsoleContent> {
  return async (visit) => {
    const place = await policyPlaceOf(visit)
    const { texts } = visit
    const { policies } = texts
    const own = place.chainOf(policy).find(({ source }) => source === place.level)?.content
    return {
      ...place.frame,
      title: policies.about[policy.name].label,
      above: [{ path: place.address(), title: place.heading }],
      main: html`<div class="tools"><p class="muted">${policies.about[policy.name].help}</p>
${place.mayChange ? html`<a class="button" href="${place.address(policy.name, 'change')}">${policies.change}</a>` : nothing}</div>
<div class="table" role="region" tabindex="0" aria-label="${policies.about[policy.name].label}"><table>
<thead><tr><th scope="col">${policies.setting}</th><th scope="col">${policies.effective}</th><th scope="col">${policies.source}</th><th scope="col">${policies.own[place.level]}</th></tr></thead>
<tbody>${policy.settings.map((setting) => {
        const { value, source } = place.effective(policy, setting)
        const ownValue = own === undefined ? undefined : valueIn(setting, own)
        return html`<tr><th scope="row">${policies.settings[setting.name].label}</th><td>${showValue(setting, value, texts)}</td><td><span class="badge">${policies.sources[source]}</span></td><td>${ownValue === undefined ? html`<span class="muted">${policies.none}</span>` : showValue(setting, ownValue, texts)}</td></tr>`
      })}</tbody>
</table></div>`,
    }
  }
}

/**
 * @returns the form of a policy
 * @throws PageNotFound without the right to change it
 */
export function policyForm(policy: Policy): (visit: Visit) => Promise<ConsoleContent> {
  return async (visit) => {
    const place = await changeablePlace(visit)
    return await form({ policy, place, typed: undefined, errors: [] }, visit)
  }
}

/**
 * @returns what takes the form: `act` is `save` or `reset`
 * @throws PageNotFound without the right to change it, ForbiddenForm for another act
 */
export function changePolicy(policy: Policy): (visit: Visit, fields: URLSearchParams) => Promise<Answer | ConsoleContent> {
  return async (visit, fields) => {
    const { management, texts } = visit
    const place = await changeablePlace(visit)
    const act = fields.get('act')
    if (act !== 'save' && act !== 'reset') throw new ForbiddenForm()
    const etag = fields.get('etag') ?? ''
    const conditions = ifUnchanged(etag)
    const options = { conditions, dryRun: false }
    const target = place.targetOf(policy)
    const before = await ownPolicy(place, policy, visit)
    const settings = policyFields(policy, place.inheritedOf(policy), texts)
    const errors = problemsIn(settings, fields)
    const content = entryFrom(settings, fields, place.chainOf(policy)[0]?.content)
    let changed: Changed
    try {
      if (act === 'reset')
        changed = await removeResource(target, { ...options, conditions: { ifMatch: etag, ifNoneMatch: undefined } }, management)
      else if (errors.length > 0) return await form({ policy, place, typed: fields, errors }, visit)
      else changed = await putResource(target, content, options, management)
    } catch (error) {
      const problems = problemsOf(error, texts.reasons)
      return await form({ policy, place, typed: act === 'save' ? fields : undefined, errors: problems }, visit)
    }
    const done = act === 'reset' ? 'reset' : 'changed'
    const change = { target, before, now: changed.stored }
    return await afterChange(visit, place.address(policy.name), done, texts.policies.about[policy.name].label, change)
  }
}

async function changeablePlace(visit: Visit): Promise<PolicyPlace> {
  const place = await policyPlaceOf(visit)
  if (!place.mayChange) throw new PageNotFound()
  return place
}

interface Form {
  readonly policy: Policy
  readonly place: PolicyPlace
  /** The typed values of a form that is shown again. */
  readonly typed: URLSearchParams | undefined
  readonly errors: readonly FieldViolation[]
}

async function form({ policy, place, typed, errors }: Form, visit: Visit): Promise<ConsoleContent> {
  const { texts, visitor } = visit
  const { policies } = texts
  const stored = await ownPolicy(place, policy, visit)
  const hidden = (act: 'save' | 'reset'): Markup =>
    html`${csrfField(visitor.csrf)}<input type="hidden" name="act" value="${act}"><input type="hidden" name="etag" value="${stored === undefined ? '' : entityTag(stored)}">`
  return {
    ...place.frame,
    title: policies.changeOf(policies.about[policy.name].label),
    above: [
      { path: place.address(), title: place.heading },
      { path: place.address(policy.name), title: policies.about[policy.name].label },
    ],
    errors,
    main: html`${stored === undefined ? html`<p class="warning">${policies.asWhole[place.level]}</p>` : nothing}
<form method="post" class="fields">${hidden('save')}
${formFields(policyFields(policy, place.inheritedOf(policy), texts), typed ?? policyValues(policy, place), errors)}
<div><button>${policies.save}</button></div>
</form>
${
  stored === undefined || !place.mayReset
    ? nothing
    : html`<form method="post" class="fields end">${hidden('reset')}
<h2>${policies.reset[place.level]}</h2>
<p>${policies.resetLead[place.level]}</p>
<div><button class="danger">${policies.reset[place.level]}</button></div>
</form>`
}`,
  }
}
