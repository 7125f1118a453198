// The looks of the page of a mailed link: those of the organization of the user, in the language of the mail. The link itself says both, so
// that nothing on the page depends on a user whom its code has not proven.
import { readQuery } from '@symbolon/core-protocol'
import type { Branding, Context, HttpRequest } from '@symbolon/core-protocol'
import type { Locale } from '../ui/ui.ts'
import { findBranding } from './branding.ts'

/** How a page looks, and its language. */
export interface PageLooks {
  readonly branding: Branding
  /** As in an authorization request. */
  readonly uiLocales: readonly string[]
}

/** The link with the looks of its page. @param orgId undefined for those of the instance */
export function withLooks(link: string, orgId: string | undefined, locale: Locale | undefined): string {
  const url = new URL(link)
  if (orgId !== undefined) url.searchParams.set('org', orgId)
  if (locale !== undefined) url.searchParams.set('ui_locales', locale)
  return url.href
}

/** The hidden fields by which the form of the page says the language of the pages that follow. */
export function languageFields(request: HttpRequest): Readonly<Record<string, string>> {
  const [locale] = localesOf(readQuery(request).parameters['ui_locales'])
  return locale === undefined ? {} : { ui_locales: locale }
}

/** Reads the language of a link or of the form of its page. */
export function localesOf(text: string | undefined): readonly string[] {
  return text !== undefined && /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/.test(text) ? [text] : []
}

/** Finds the looks that a link names. */
export async function findLooks(request: HttpRequest, context: Context<'policies'>): Promise<PageLooks> {
  const { org, ui_locales: locales } = readQuery(request).parameters
  return { branding: await findBranding(org === undefined ? undefined : { orgId: org }, context), uiLocales: localesOf(locales) }
}
