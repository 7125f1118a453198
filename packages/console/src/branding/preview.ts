// The sign-in page with colours that are not saved yet. It is a document without scripts and without forms that work, in a sandbox, and only
// pages of this origin may frame it.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import type { BrandColours } from '@symbolon/schema-v2'
import { templates } from '@symbolon/ui-templates'
import { policyPlaceOf } from '../policies/place.ts'
import type { Visit } from '../visit/visit.ts'

const ui = templates()

/** The schemes that a preview has. */
export const schemes = ['light', 'dark'] as const
/** Light or dark surroundings. */
export type Scheme = (typeof schemes)[number]

const colourNames = { primary: 'primaryColor', background: 'backgroundColor', font: 'fontColor', warn: 'warnColor' } as const

/** @returns the colours of a scheme in a form or an address; values that are not colours are left out */
export function coloursOf(fields: URLSearchParams, scheme: Scheme): BrandColours {
  const suffix = scheme === 'dark' ? 'Dark' : ''
  return Object.fromEntries(
    Object.entries(colourNames).flatMap(([name, member]) => {
      const typed = (fields.get(`${member}${suffix}`) ?? '').trim()
      return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(typed) ? [[name, typed]] : []
    }),
  )
}

/**
 * `GET /ui/console/instance/branding/preview` and `…/orgs/:orgId/branding/preview`: the colours and flags are in the query.
 * @throws PageNotFound without the right to read the policies
 */
export async function brandingPreview(visit: Visit, { stores: { policies }, vendor }: RequestContext<'policies'>): Promise<Answer> {
  const { query, parameters, texts } = visit
  const place = await policyPlaceOf(visit)
  const scheme = schemes.find((each) => each === query.get('scheme'))
  if (scheme === undefined) throw new PageNotFound()
  const stored = await policies.findBranding(parameters['orgId'])
  const branding = {
    ...stored,
    themeMode: scheme,
    light: coloursOf(query, 'light'),
    dark: coloursOf(query, 'dark'),
    hideLoginNameSuffix: query.has('hideLoginNameSuffix'),
    disableWatermark: query.has('disableWatermark'),
  }
  const applicationName = place.frame.org?.name ?? vendor
  const page = { kind: 'login_name', action: '/ui/login', requestId: '', csrf: '', applicationName, loginName: 'jo@example.com' } as const
  return framedDocument(ui.render(page, texts.language === 'de' ? 'de' : 'en', branding), "'self'")
}

/**
 * @param styles the source of styles that the document may have
 * @returns a document for a frame of this origin: it runs nothing and sends nothing
 */
export function framedDocument(document: string, styles: "'self'" | "'unsafe-inline'"): Answer {
  return {
    status: 200,
    fields: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${styles}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    // The frame must not take the focus from the form.
    body: document.replaceAll(' autofocus', ''),
  }
}
