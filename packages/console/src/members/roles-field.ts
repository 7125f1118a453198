// The roles as check boxes. Each says what it allows. Roles that the visitor may not assign or remove are disabled, with the reason.
import { roleAt } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'
import type { Visit } from '../visit/visit.ts'
import { whyNot } from './member.ts'
import type { Member } from './member.ts'
import type { Scope } from './scope.ts'

/** The name of the fields of the roles: the member of an entry. */
export const rolesField = 'roles'

/** @param ticked the roles whose boxes are ticked: those of the member, or what was typed */
export function roleBoxes(
  member: Pick<Member, 'roles' | 'isVisitor'>,
  ticked: readonly string[],
  errors: readonly FieldViolation[],
  scope: Scope,
  visit: Visit,
): Markup {
  const { texts } = visit
  const own = errors.filter(({ field }) => field === rolesField)
  const described = ['field-roles-help', ...(own.length === 0 ? [] : ['field-roles-error'])].join(' ')
  const offered = [...scope.roles, ...member.roles.filter((role) => !scope.roles.some((name) => name === role))]
  return html`<fieldset id="field-roles" tabindex="-1" aria-describedby="${described}">
<legend>${texts.members.roles}</legend>
<p class="help" id="field-roles-help">${texts.members.rolesHelp}</p>
${own.length === 0 ? '' : html`<p class="error" id="field-roles-error">${own.map(({ description }) => description).join(' ')}</p>`}
${offered.map((role, index) => {
  const refused = whyNot(role, member, scope, visit)
  const id = `role-${index}`
  return html`<div class="choice"><label class="check" for="${id}"><input type="checkbox" id="${id}" name="${rolesField}" value="${role}" aria-describedby="${id}-note"${ticked.includes(role) ? html` checked` : ''}${refused === undefined ? '' : html` disabled`}><code>${role}</code></label>
<div class="help" id="${id}-note">${sentenceOf(role, scope, texts)}${refused === undefined ? '' : html` <strong>${refused}</strong>`}</div></div>`
})}
</fieldset>`
}

/** @returns what a role allows, in one sentence */
export function sentenceOf(role: string, { level, roles }: Pick<Scope, 'level' | 'roles'>, { members }: Texts): string {
  const known = roles.find((name) => name === role)
  return known === undefined || roleAt(known, level) === undefined ? members.allowsNothing : members.allows[known]
}

/**
 * @returns the roles of a form that came back. A disabled box is not sent: what the visitor may not take stays as it is stored.
 */
export function rolesOf(
  fields: URLSearchParams,
  member: Pick<Member, 'roles' | 'isVisitor'>,
  scope: Scope,
  visit: Visit,
): readonly string[] {
  const kept = member.roles.filter((role) => whyNot(role, member, scope, visit) !== undefined)
  return [...new Set([...kept, ...fields.getAll(rolesField)])]
}
