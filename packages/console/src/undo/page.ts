// Takes a change back. The notice above a page posts here; a visitor who has to confirm their identity first comes back to the page of the same address.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, RequestContext } from '@symbolon/core-protocol'
import { ifUnchanged, patchResource, putResource, removeResource, switchFeature } from '@symbolon/management-api'
import type { Management } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField } from '../html/form.ts'
import { plainName } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import type { ConsolePages } from '../page/page.ts'
import { isOvertaken } from '../resource/refusal.ts'
import { after, undoParameter } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { isReferredTo } from './referring.ts'
import { readUndo, targetOfUndo } from './undo.ts'
import type { TakenBack, Undo } from './undo.ts'

/** @returns the page */
export function undoPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  return [page({ name: 'undo in the console', path: '/undo', stores: ['features'], page: undoPage, post: undoChange })]
}

/** `GET /ui/console/undo?undo=`. @throws PageNotFound for a change that cannot be taken back, or not any more */
async function undoPage(visit: Visit): Promise<ConsoleContent> {
  const undo = await readUndo(visit.query.get(undoParameter) ?? '', visit)
  if (undo === undefined) throw new PageNotFound()
  return shown(undo, [], visit)
}

function shown({ name, path }: Undo, errors: readonly FieldViolation[], { texts, visitor }: Visit): ConsoleContent {
  const words = texts.undo
  return {
    title: words.heading,
    section: '',
    errors,
    main: html`${
      errors.length > 0
        ? html`<p><a href="${path}">${words.back}</a></p>`
        : html`<p>${words.question(plainName(name))}</p>
<form method="post">${csrfField(visitor.csrf)}<button>${words.act}</button></form>`
    }`,
  }
}

/** `POST /ui/console/undo?undo=`. @throws PageNotFound as `undoPage` */
async function undoChange(visit: Visit, _fields: URLSearchParams, context: RequestContext<'features'>): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const undo = await readUndo(visit.query.get(undoParameter) ?? '', visit)
  if (undo === undefined) throw new PageNotFound()
  const { changes, feature, path, name } = undo
  try {
    for (const change of changes) {
      const target = targetOfUndo(change)
      const isCreation = change.entry === undefined && change.patch === undefined
      if (isCreation && target !== undefined && (await isReferredTo(target, visit))) {
        return shown(undo, [{ field: '', reason: 'referred', description: texts.undo.referred(plainName(name)) }], visit)
      }
      await takeBack(change, management)
    }
    if (feature !== undefined) await switchFeature(feature.name, feature.enabled, management, context)
  } catch (error) {
    const errors = isOvertaken(error)
      ? [{ field: '', reason: 'stale', description: texts.undo.overtaken(plainName(name)) }]
      : problemsOf(error, texts.reasons)
    return shown(undo, errors, visit)
  }
  return after(visit, path, 'undone', name)
}

/** @throws RestError as every change; PageNotFound for an object that cannot be taken back */
async function takeBack(change: TakenBack, management: Management): Promise<void> {
  const { etag, entry, patch } = change
  const target = targetOfUndo(change)
  if (target === undefined) throw new PageNotFound()
  const conditions = ifUnchanged(etag)
  const options = { conditions, dryRun: false, restores: true }
  if (entry !== undefined) await putResource(target, entry, options, management)
  else if (patch !== undefined) await patchResource(target, patch, options, management)
  else await removeResource(target, options, management)
}
