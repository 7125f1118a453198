// The client secrets of a service user, as those of an application.
import { ForbiddenForm, PageNotFound } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { setupValuesOf } from '../applications/registration.ts'
import { actOnSecrets, newSecretView, secretsView } from '../applications/secrets.ts'
import { plainName } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { keyHolderOf } from './holder.ts'
import type { KeyHolder } from './holder.ts'

/** @throws PageNotFound without the right to change the credentials of the service user */
async function holderOf(visit: Visit): Promise<KeyHolder> {
  const holder = await keyHolderOf(visit)
  if (!holder.mayChange) throw new PageNotFound()
  return holder
}

/** `GET /ui/console/orgs/:orgId/users/:userId/secret`. */
export async function userSecretPage(visit: Visit): Promise<ConsoleContent> {
  return await shown(await holderOf(visit), [], visit)
}

async function shown({ reference, frame, name }: KeyHolder, errors: readonly FieldViolation[], visit: Visit): Promise<ConsoleContent> {
  const { texts } = visit
  return {
    ...frame,
    title: `${texts.applications.secret.heading} · ${plainName(name)}`,
    errors,
    main: html`${await secretsView(reference, visit)}`,
  }
}

/**
 * `POST` of the same path.
 * @returns the page with a new secret, which is shown once; after a removal the redirect
 * @throws PageNotFound without the right, ForbiddenForm for an unknown act
 */
export async function changeUserSecrets(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { texts, management, request } = visit
  const holder = await holderOf(visit)
  try {
    const done = await actOnSecrets(holder.reference, fields, visit)
    if (done === undefined) throw new ForbiddenForm()
    if ('removed' in done) return after(visit, request.path, 'removed', done.removed)
    const service = {
      kind: 'service',
      projectId: '',
      method: 'client_secret_basic',
      redirectUris: [],
      postLogoutRedirectUris: [],
      refreshTokens: false,
    } as const
    const { clientId, clientSecret: secret } = done.added
    const values = setupValuesOf(service, { clientId, secret }, management.context)
    return { ...holder.frame, title: texts.applications.secret.created, main: newSecretView(values, texts) }
  } catch (error) {
    return await shown(holder, problemsOf(error, texts.reasons), visit)
  }
}
