// The form for a new application: first what it is, then its addresses, then what it is set up with.
import { PageNotFound, redirect } from '@symbolon/core-protocol'
import type { Answer, StoredResource } from '@symbolon/core-protocol'
import { listResources } from '@symbolon/management-api'
import { holds, userIdPrefix } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { choiceGroup, readLines, selectField } from '../html/controls.ts'
import { formFields, formValues } from '../html/fields.ts'
import type { FormField } from '../html/fields.ts'
import { csrfField, textField } from '../html/form.ts'
import { consoleAddress, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { inWords } from '../html/problems.ts'
import { isOvertaken, violationsOf } from '../resource/refusal.ts'
import { objectAt, orgOf, textIn } from '../resource/resources.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { entryOf, kinds, methodsOf, signsUsersIn } from './kinds.ts'
import type { NewApplication } from './kinds.ts'
import { addressesField, devModeField } from './members.ts'
import { register, tryRegistration } from './registration.ts'
import type { ChosenIds } from './registration.ts'
import { factsOf, setupView } from './setup-view.ts'

/** The members that both steps have in common. */
async function frameOf(visit: Visit, projectId: string): Promise<Required<Pick<ConsoleContent, 'section' | 'org' | 'above'>>> {
  const org = await orgOf(visit, 'project.app.write', projectId === '' ? undefined : projectId)
  return {
    section: 'applications',
    org,
    above: [{ path: consoleAddress('orgs', org.id, 'apps'), title: visit.texts.applications.heading }],
  }
}

/** The most projects that the list offers. Those beyond it are reached from the page of the project. */
const offered = 200

/** The projects to choose from: all of the organization, or the project that the visitor came from. */
async function projectsOf({ management, visitor, query }: Visit, orgId: string): Promise<readonly StoredResource[]> {
  if (!holds(visitor.caller, 'project.read', { orgId })) return []
  const { items } = await listResources({ kind: 'project', orgId, limit: offered }, management)
  const wanted = query.get('project')
  return wanted === null ? items : items.toSorted((one, other) => Number(other.key[0] === wanted) - Number(one.key[0] === wanted))
}

/** `GET /ui/console/orgs/:orgId/new-app`: the first step, or the second one with `kind` and `name`. */
export async function newApplication(visit: Visit): Promise<ConsoleContent> {
  const { query, management } = visit
  const kind = kinds.find((each) => each === query.get('kind'))
  const name = (query.get('name') ?? '').trim()
  if (kind === undefined || name === '') return await firstStep(visit)
  const chosen = query.get('project') ?? ''
  const [method = 'none'] = methodsOf[kind]
  const application = {
    kind,
    name,
    projectId: chosen,
    method,
    redirectUris: [],
    postLogoutRedirectUris: [],
    refreshTokens: kind === 'web' || kind === 'native',
    devMode: false,
  }
  const id = (): string => management.context.randomToken().slice(0, 22)
  const { orgId = '' } = visit.parameters
  // The form carries the id, so it has to be one that an administrator of the organization may choose.
  const appId = kind === 'service' ? `${userIdPrefix(orgId)}${id()}` : id()
  return await secondStep(visit, application, { appId, newProjectId: id() }, [])
}

async function firstStep(visit: Visit): Promise<ConsoleContent> {
  const { query, texts, visitor } = visit
  const frame = await frameOf(visit, query.get('project') ?? '')
  const { applications: own } = texts
  const { wizard } = own
  const place = { orgId: frame.org.id }
  const available = kinds.filter((kind) => kind !== 'service' || holds(visitor.caller, 'user.write', place))
  const sent = query.has('kind') || query.has('name')
  const errors: readonly FieldViolation[] = sent
    ? [
        ...(query.has('kind') ? [] : [{ field: 'kind', reason: 'malformed', description: wizard.kindMissing }]),
        ...((query.get('name') ?? '').trim() === '' ? [{ field: 'name', reason: 'malformed', description: wizard.nameMissing }] : []),
      ]
    : []
  const projects = await projectsOf(visit, place.orgId)
  const mayCreate = holds(visitor.caller, 'project.create', place)
  return {
    ...frame,
    title: wizard.heading,
    errors,
    main: html`<p class="muted">${wizard.step(1, 2)}</p>
<form method="get" class="fields">
${choiceGroup({
  name: 'kind',
  label: wizard.kind,
  values: [query.get('kind') ?? ''],
  choices: available.map((kind) => ({ value: kind, label: own.kinds[kind].name, help: own.kinds[kind].help })),
  several: false,
  errors,
})}
${textField({ name: 'name', label: own.name, value: query.get('name') ?? '', help: wizard.nameHelp, required: true, errors })}
${selectField({
  name: 'project',
  label: own.project,
  value: query.get('project') ?? projects[0]?.key[0] ?? '',
  choices: [
    ...projects.map((stored) => ({ value: stored.key[0] ?? '', label: plainName(textIn(objectAt(stored, 'project'), 'name')) })),
    ...(mayCreate ? [{ value: '', label: wizard.newProject }] : []),
  ],
  help: wizard.projectHelp,
  errors,
})}
<div><button>${wizard.next}</button></div>
</form>`,
  }
}

async function secondStep(
  visit: Visit,
  application: NewApplication,
  { appId, newProjectId }: ChosenIds,
  errors: readonly FieldViolation[],
): Promise<ConsoleContent> {
  const { texts, visitor, request } = visit
  const frame = await frameOf(visit, application.projectId)
  const { applications: own } = texts
  const { wizard } = own
  const { kind, name } = application
  const first = `${request.path}?${new URLSearchParams({ project: application.projectId }).toString()}`
  return {
    ...frame,
    title: wizard.addresses(plainName(name)),
    errors,
    main: html`<p class="muted">${wizard.step(2, 2)} · ${own.kinds[kind].name}</p>
<form method="post" action="${request.path}?${new URLSearchParams({ kind, name, project: application.projectId }).toString()}" class="fields">${csrfField(visitor.csrf)}
${Object.entries({ kind, appId, newProjectId, project: application.projectId }).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
${textField({ name: 'app.name', label: own.name, value: name, required: true, errors: [...errors, ...errorsOfServiceUser(errors)] })}
${signsUsersIn(kind) ? addresses(visit, application, errors) : html`<p>${wizard.noAddresses}</p>`}
${
  methodsOf[kind].length === 1
    ? nothing
    : selectField({
        name: 'app.authMethodType',
        label: own.members.method,
        value: application.method,
        choices: methodsOf[kind].map((method) => ({ value: method, label: own.methods[method] })),
        errors,
      })
}
<div class="actions"><button>${wizard.create}</button> <a class="button secondary" href="${first}">${wizard.back}</a></div>
</form>`,
  }
}

/** The name of a service user is its user name. */
function errorsOfServiceUser(errors: readonly FieldViolation[]): readonly FieldViolation[] {
  return errors.filter(({ field }) => field.startsWith('user.')).map((error) => ({ ...error, field: 'app.name' }))
}

function addresses({ texts }: Visit, application: NewApplication, errors: readonly FieldViolation[]): readonly Markup[] {
  const { kind } = application
  const own = texts.applications
  const { wizard } = own
  const placeholder = kind === 'native' ? 'com.example.app:/callback\nhttp://127.0.0.1/callback' : 'https://app.example/callback'
  const form: readonly FormField[] = [
    { ...addressesField('redirectUris', own), required: true, placeholder },
    addressesField('postLogoutRedirectUris', own),
    { name: 'refresh', label: wizard.refresh, help: kind === 'spa' ? wizard.refreshInBrowser : wizard.refreshHelp, kind: 'check' },
    devModeField(own),
  ]
  return formFields(form, formValues(form, { ...entryOf(application), refresh: application.refreshTokens }), errors)
}

/**
 * `POST /ui/console/orgs/:orgId/new-app`.
 * @returns the page with the secret, which is shown once; the form with its errors
 * @throws PageNotFound for a kind that does not exist, and without the right
 */
export async function registerApplication(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, parameters, texts } = visit
  const { orgId = '' } = parameters
  const kind = kinds.find((each) => each === fields.get('kind'))
  const ids = { appId: fields.get('appId') ?? '', newProjectId: fields.get('newProjectId') ?? '' }
  if (kind === undefined || ids.appId === '' || ids.newProjectId === '') throw new PageNotFound()
  const [usual = 'none'] = methodsOf[kind]
  const application: NewApplication = {
    kind,
    name: (fields.get('app.name') ?? '').trim(),
    projectId: fields.get('project') ?? '',
    method: methodsOf[kind].find((method) => method === fields.get('app.authMethodType')) ?? usual,
    redirectUris: readLines(fields, 'app.redirectUris'),
    postLogoutRedirectUris: readLines(fields, 'app.postLogoutRedirectUris'),
    refreshTokens: fields.get('refresh') === 'true',
    devMode: fields.get('app.devMode') === 'true',
  }
  // The script asks while the user types.
  if (fields.has('check')) {
    return { ...(await secondStep(visit, application, ids, await problemsOf(application, orgId, ids, visit))), status: 200 }
  }
  const settings = consoleAddress('orgs', orgId, 'apps', ids.appId)
  try {
    const values = await register(application, orgId, ids, management)
    const { created } = texts.applications
    return {
      ...(await frameOf(visit, application.projectId)),
      title: created.heading(plainName(application.name)),
      main: html`${values.secret === undefined ? '' : html`<p class="warning" role="status">${created.once}</p>`}
${factsOf(values, texts)}
${setupView(values, texts)}
${kind === 'service' ? '' : html`<p><a class="button secondary" href="${settings}">${created.settings}</a></p>`}`,
    }
  } catch (error) {
    // The form was sent twice.
    if (isOvertaken(error)) return redirect(kind === 'service' ? consoleAddress('orgs', orgId) : settings)
    return await secondStep(visit, application, ids, violationsOf(error, texts.reasons))
  }
}

/** The errors and warnings that the registration would have. Nothing is stored. */
async function problemsOf(
  application: NewApplication,
  orgId: string,
  ids: ChosenIds,
  { management, texts }: Visit,
): Promise<readonly FieldViolation[]> {
  try {
    return inWords(await tryRegistration(application, orgId, ids, management), texts.reasons)
  } catch (error) {
    return violationsOf(error, texts.reasons)
  }
}
