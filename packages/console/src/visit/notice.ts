// The result of a form, shown above the page that follows it. The text is in the address, so the code next to it proves that this server wrote the
// text, and not the author of the link.
import { equalDigests, redirect } from '@symbolon/core-protocol'
import type { Answer, Context } from '@symbolon/core-protocol'
import type { Visit } from './visit.ts'

/** The possible results of a form. */
export type Done = (typeof all)[number]

const all = [
  'created',
  'changed',
  'removed',
  'revoked',
  'added',
  'left',
  'reset',
  'activated',
  'deactivated',
  'locked',
  'ended',
  'several',
  'undone',
] as const

/** The parameter of a page that holds what takes back a change. */
export const undoParameter = 'undo'

/**
 * @param name of the object, as it is shown
 * @param undo what takes it back, sealed
 * @returns the redirect to the page that follows the form. https://www.rfc-editor.org/rfc/rfc9110#section-15.4.4
 */
export function after({ management }: Visit, path: string, done: Done, name: string, undo?: string): Answer {
  const shown = name.slice(0, 80)
  const code = codeOf(done, shown, management.context)
  const parameters = new URLSearchParams({ done, name: shown, code, ...(undo === undefined ? {} : { [undoParameter]: undo }) })
  return redirect(`${path}${path.includes('?') ? '&' : '?'}${parameters.toString()}`)
}

/** The parameter of a page that asked for a fresh proof before it took a form. */
export const provenParameter = 'proven'

/** @returns the text of the notice; undefined without one, and for a notice that this server did not write */
export function noticeOf({ query, request, texts, management, typed }: Visit): string | undefined {
  if (request.method === 'GET' && query.has(provenParameter)) return typed === undefined ? texts.proven : texts.provenKept
  const done = all.find((each) => each === query.get('done'))
  const name = query.get('name') ?? ''
  if (done === undefined || !equalDigests(query.get('code') ?? '', codeOf(done, name, management.context))) return undefined
  return texts.done[done](name)
}

function codeOf(done: Done, name: string, { sealing }: Pick<Context, 'sealing'>): string {
  return sealing.derive('console notice', `${done} ${name}`).slice(0, 22)
}
