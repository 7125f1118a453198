// The branding and the language of the page of a mailed link: the branding of the user's organization, and the language of the mail. The link
// itself carries both, so that nothing on the page depends on a user whom its code has not proven.
import { readQuery } from '@symbolon/core-protocol'
import type { Context, HttpRequest } from '@symbolon/core-protocol'
import type { Branding } from '@symbolon/schema-v2'
import type { Locale } from '../ui/ui.ts'
import { findBranding } from './branding.ts'

/** The branding and the language of a page. */
export interface PageAppearance {
  readonly branding: Branding
  /** As in an authorization request. */
  readonly uiLocales: readonly string[]
}

/** Adds the appearance of its page to a link. @param orgId undefined for the branding of the instance */
export function withAppearance(link: string, orgId: string | undefined, locale: Locale | undefined): string {
  const url = new URL(link)
  if (orgId !== undefined) url.searchParams.set('org', orgId)
  if (locale !== undefined) url.searchParams.set('ui_locales', locale)
  return url.href
}

/** The hidden fields with which the form of the page passes on the language of the pages that follow. */
export function languageFields(request: HttpRequest): Readonly<Record<string, string>> {
  const [locale] = localesOf(readQuery(request).parameters['ui_locales'])
  return locale === undefined ? {} : { ui_locales: locale }
}

/** Reads the language of a link or of the form of its page. */
export function localesOf(text: string | undefined): readonly string[] {
  return text !== undefined && /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/.test(text) ? [text] : []
}

/** Finds the appearance that a link names. */
export async function findAppearance(request: HttpRequest, context: Context<'policies'>): Promise<PageAppearance> {
  const { org, ui_locales: locales } = readQuery(request).parameters
  return { branding: await findBranding(org === undefined ? undefined : { orgId: org }, context), uiLocales: localesOf(locales) }
}
