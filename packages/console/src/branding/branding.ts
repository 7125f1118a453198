// The branding of the sign-in pages: colours, images and flags of the label policy, with a preview and the contrast of the colours.
import { ForbiddenForm, PageNotFound } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { imagesPath } from '@symbolon/login'
import { entityTag, ifUnchanged, putResource } from '@symbolon/management-api'
import type { Changed } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { brandImageLimit, brandImageNames, readBrandImage } from '@symbolon/schema-v2'
import type { BrandImageName } from '@symbolon/schema-v2'
import { brandContrasts } from '@symbolon/ui-templates'
import { html } from 'hono/html'
import { checkField } from '../html/controls.ts'
import { entryFrom, formFields, problemsIn } from '../html/fields.ts'
import { csrfField, describedBy, fieldId } from '../html/form.ts'
import { nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { policyFields, policyValues } from '../policies/fields.ts'
import { ownPolicy, policyPlaceOf } from '../policies/place.ts'
import type { PolicyPlace } from '../policies/place.ts'
import { policies } from '../policies/settings.ts'
import type { Policy } from '../policies/settings.ts'
import type { Texts } from '../texts/shape.ts'
import { afterChange } from '../undo/undo.ts'
import type { ConsoleContent, UploadedFile, Visit } from '../visit/visit.ts'
import { coloursOf, schemes } from './preview.ts'
import type { Scheme } from './preview.ts'

type BrandingContext = RequestContext<'policies'>

/** https://www.w3.org/TR/WCAG22/#contrast-minimum */
const leastContrast = 4.5

/** Bytes of a form with all images, and what surrounds them. */
export const brandingFormLimit: number = 4 * brandImageLimit

async function changeablePlace(visit: Visit): Promise<{ readonly place: PolicyPlace; readonly policy: Policy }> {
  const place = await policyPlaceOf(visit)
  const policy = policies.find(({ name }) => name === 'labelPolicy')
  if (policy === undefined || !place.mayChange) throw new PageNotFound()
  return { place, policy }
}

/**
 * `GET /ui/console/instance/branding` and `…/orgs/:orgId/branding`.
 * @throws PageNotFound without the right to change the policy
 */
export async function brandingPage(visit: Visit, context: BrandingContext): Promise<ConsoleContent> {
  // The script asks with what is typed, for the contrasts.
  return await formPage(visit, visit.query.has('themeMode') ? visit.query : undefined, [], context)
}

async function formPage(
  visit: Visit,
  typed: URLSearchParams | undefined,
  errors: readonly FieldViolation[],
  { stores }: BrandingContext,
): Promise<ConsoleContent> {
  const { texts, visitor, parameters, request } = visit
  const { branding, policies: words } = texts
  const { place, policy } = await changeablePlace(visit)
  const stored = await ownPolicy(place, policy, visit)
  const fields = typed ?? policyValues(policy, place)
  const { images } = await stores.policies.findBranding(parameters['orgId'])
  return {
    ...place.frame,
    section: place.level === 'instance' ? 'instance-branding' : 'branding',
    title: branding.heading,
    errors,
    frames: true,
    main: html`<p>${branding.lead}</p>
${stored === undefined ? html`<p class="warning">${words.asWhole[place.level]}</p>` : nothing}
<div class="split">
<form method="post" enctype="multipart/form-data" class="fields" data-preview="${request.path}/preview">${csrfField(visitor.csrf)}<input type="hidden" name="etag" value="${stored === undefined ? '' : entityTag(stored)}">
${formFields(policyFields(policy, place.inheritedOf(policy), texts), fields, errors)}
${brandImageNames.map((name) => imageField(name, images[name], errors, texts))}
<div class="actions"><button name="act" value="save">${branding.save}</button><button name="act" value="preview" class="secondary">${branding.show}</button></div>
</form>
<div class="previews">${schemes.map((scheme) => preview(scheme, fields, request.path, texts))}</div>
</div>`,
  }
}

function preview(scheme: Scheme, fields: URLSearchParams, path: string, { branding }: Texts): Markup {
  const query = new URLSearchParams([...fields].filter(([name]) => name !== 'csrf' && name !== 'etag' && name !== 'act'))
  query.set('scheme', scheme)
  return html`<section><h2>${branding.schemes[scheme]}</h2>
<iframe src="${path}/preview?${query.toString()}" sandbox title="${branding.preview(branding.schemes[scheme])}" data-scheme="${scheme}"></iframe>
${contrastList(scheme, fields, branding)}
</section>`
}

/** The chosen values in words. The pages themselves stay readable: their theme mixes colours that are not. */
function contrastList(scheme: Scheme, fields: URLSearchParams, words: Texts['branding']): Markup {
  const contrasts = brandContrasts(scheme, coloursOf(fields, scheme))
  return html`<ul class="contrasts" id="contrasts-${scheme}">${(['text', 'link', 'warning'] as const).map((name) => {
    const ratio = contrasts[name]
    const isGood = ratio >= leastContrast
    return html`<li>${words.contrasts[name]}: ${ratio.toFixed(1)} : 1 <span class="badge ${isGood ? 'good' : 'bad'}">${isGood ? words.readable : words.hardToRead}</span></li>`
  })}</ul>`
}

function imageField(name: BrandImageName, image: string | undefined, errors: readonly FieldViolation[], { branding }: Texts): Markup {
  const { attributes, notes } = describedBy({ name, help: branding.imageHelp, errors })
  return html`<div class="field"><label for="${fieldId(name)}">${branding.images[name]}</label>
${image === undefined ? nothing : html`<img class="brand${name === 'logoDark' ? ' dark' : ''}" src="${imagesPath}/${image}" alt="${branding.images[name]}">`}
<input id="${fieldId(name)}" name="${name}" type="file" accept="image/png,image/jpeg,image/webp,image/svg+xml"${attributes}>
${notes}</div>
${image === undefined ? nothing : checkField({ name: `${name}.remove`, label: branding.removeImage(branding.images[name]), checked: false })}`
}

/**
 * `POST` of the same paths: `act` is `save`, or `preview`, which saves nothing.
 * @throws ForbiddenForm for another act
 */
export async function changeBranding(visit: Visit, fields: URLSearchParams, context: BrandingContext): Promise<Answer | ConsoleContent> {
  const { management, texts, files } = visit
  const { place, policy } = await changeablePlace(visit)
  const act = fields.get('act')
  if (act === 'preview') return await formPage(visit, fields, [], context)
  if (act !== 'save') throw new ForbiddenForm()
  const settings = policyFields(policy, place.inheritedOf(policy), texts)
  const errors = problemsIn(settings, fields)
  const content = entryFrom(settings, fields, place.chainOf(policy)[0]?.content)
  const images = brandImageNames.map((name) => ({ name, read: readImage(files.get(name)), isRemoved: fields.has(`${name}.remove`) }))
  const wrong = images.flatMap(({ name, read }) =>
    read?.problem === undefined ? [] : [{ field: name, reason: read.problem, description: texts.branding.problems[read.problem] }],
  )
  if (errors.length + wrong.length > 0) return await formPage(visit, fields, [...errors, ...wrong], context)
  const replaced = Object.fromEntries(
    images.flatMap(({ name, read, isRemoved }) => (read === undefined && !isRemoved ? [] : [[name, read?.dataUrl]])),
  )
  const etag = fields.get('etag') ?? ''
  const conditions = ifUnchanged(etag)
  const target = place.targetOf(policy)
  const before = await ownPolicy(place, policy, visit)
  let changed: Changed
  try {
    changed = await putResource(target, { ...content, ...replaced }, { conditions, dryRun: false }, management)
  } catch (error) {
    return await formPage(visit, fields, problemsOf(error, texts.reasons), context)
  }
  const change = { target, before, now: changed.stored }
  return await afterChange(visit, visit.request.path, 'changed', texts.branding.heading, change)
}

interface ReadImage {
  readonly dataUrl: string
  readonly problem?: Extract<ReturnType<typeof readBrandImage>, string>
}

/** The content decides what an image is. The browser's type is only compared with it. */
function readImage(file: UploadedFile | undefined): ReadImage | undefined {
  if (file === undefined) return undefined
  if (file.bytes.length > brandImageLimit) return { dataUrl: '', problem: 'image_too_large' }
  const binary = Array.from(file.bytes, (byte) => String.fromCharCode(byte)).join('')
  const dataUrl = `data:${file.type};base64,${btoa(binary)}`
  const read = readBrandImage(dataUrl)
  return typeof read === 'string' ? { dataUrl, problem: read } : { dataUrl }
}
