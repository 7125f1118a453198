// The page that removes an entry: what goes with it, and its name to be typed.
import type { Answer } from '@symbolon/core-protocol'
import { removeResource, unconditional } from '@symbolon/management-api'
import type { Target } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField, textField } from '../html/form.ts'
import { isolatedName } from '../html/markup.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** The object to remove. */
export interface Removal {
  readonly target: Target
  /** The text that the visitor types to confirm. */
  readonly name: string
  readonly title: string
  /** The data that is lost. */
  readonly consequences: string
  /** Where to go afterwards. */
  readonly next: string
  readonly page: Pick<ConsoleContent, 'section' | 'org' | 'above'>
}

/** @returns the page that asks for the name */
export function removalPage({ visitor, texts }: Visit, removal: Removal, errors: readonly FieldViolation[] = []): ConsoleContent {
  return {
    ...removal.page,
    title: removal.title,
    errors,
    main: html`<form method="post" class="fields">${csrfField(visitor.csrf)}
<p class="warning">${removal.consequences}</p>
<p>${texts.removal.typed} <strong>${isolatedName(removal.name)}</strong></p>
${textField({ name: 'name', label: texts.removal.name, required: true, errors })}
<div><button class="danger">${texts.removal.remove}</button></div>
</form>`,
  }
}

/**
 * Removes the entry if its name was typed.
 * @returns the redirect, or the page with an error
 */
export async function removeTyped(visit: Visit, removal: Removal, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  if ((fields.get('name') ?? '').trim() !== removal.name.trim()) {
    return removalPage(visit, removal, [{ field: 'name', reason: 'other_name', description: visit.texts.removal.otherName }])
  }
  const conditions = unconditional
  await removeResource(removal.target, { conditions, dryRun: false }, visit.management)
  return after(visit, removal.next, 'removed', removal.name)
}
