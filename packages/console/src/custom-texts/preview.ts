// The pages and mails with texts that are not saved yet: documents without scripts and without forms that work, in a sandbox, which only pages of
// this origin may frame.
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import type { Locale } from '@symbolon/login'
import type { CustomText, CustomTexts, JsonObject, MessageText } from '@symbolon/schema-v2'
import { placesOfTexts } from '@symbolon/schema-v2'
import { mailTemplates, templates } from '@symbolon/ui-templates'
import { framedDocument } from '../branding/preview.ts'
import type { TextList } from '../texts/en/custom-texts.ts'
import type { Visit } from '../visit/visit.ts'
import { mailOf, ownText, textFields } from './kinds.ts'
import { entryOf } from './place.ts'

const ui = templates()
const mails = mailTemplates()

/** The pages that a preview shows. */
export const previewedPages = ['login_name', 'password', 'one_time_code', 'signed_out'] as const

/** `GET …/texts/:list/:language/preview`: the texts are in the query, and `page` for those of the sign-in pages. */
export async function textPreview(visit: Visit, context: RequestContext<'policies'>): Promise<Answer> {
  const { query, parameters } = visit
  const { list, locale, inherited, place } = await entryOf(visit)
  const typed = typedTexts(list, locale, query)
  // An entry replaces the one of the instance as a whole.
  const texts = typed.size === 0 && inherited !== undefined ? storedTexts(list, locale, inherited.content) : typed
  if (list !== 'loginTexts') return mailPreview(list, locale, texts, context.issuer)
  const branding = await context.stores.policies.findBranding(parameters['orgId'])
  const custom = Object.fromEntries(
    // The keys of the table are the names of the texts.
    (Object.entries(placesOfTexts) as [CustomText, readonly [string, string]][]).flatMap(([text, place]) => {
      const value = texts.get(place.join('.'))
      return value === undefined ? [] : [[text, value]]
    }),
  ) satisfies CustomTexts
  const page = previewedPages.find((each) => each === query.get('page')) ?? 'login_name'
  const applicationName = place.frame.org?.name ?? context.vendor
  const common = { action: '/ui/login', requestId: '', csrf: '', applicationName, loginName: 'jo@example.com' }
  const shown = page === 'signed_out' ? ({ kind: page, othersRemain: false } as const) : ({ kind: page, ...common } as const)
  return framedDocument(ui.render(shown, locale, { ...branding, texts: { [locale]: custom } }), "'self'")
}

function mailPreview(list: Exclude<TextList, 'loginTexts'>, locale: Locale, texts: ReadonlyMap<string, string>, issuer: string): Answer {
  const kind = mailOf(list)
  const { html } = mails.write(
    {
      kind,
      serviceName: new URL(issuer).host,
      ...(kind === 'email_verification' ? { code: 'ABC123' } : { link: `${issuer}/ui/login` }),
      placeholders: {
        FirstName: 'Jo',
        LastName: 'Miller',
        DisplayName: 'Jo Miller',
        UserName: 'jo',
        PreferredLoginName: 'jo@example.com',
        Code: 'ABC123',
      },
      custom: Object.fromEntries(texts) satisfies MessageText,
    },
    locale,
  )
  // A mail has its style in its elements.
  return framedDocument(html, "'unsafe-inline'")
}

function typedTexts(list: TextList, locale: Locale, query: URLSearchParams): ReadonlyMap<string, string> {
  const typed = textFields(list, locale).map(({ name }) => [name, (query.get(name) ?? '').trim()] as const)
  return new Map(typed.filter(([, text]) => text !== ''))
}

function storedTexts(list: TextList, locale: Locale, content: JsonObject): ReadonlyMap<string, string> {
  const stored = textFields(list, locale).map((field) => [field.name, ownText(content, field)] as const)
  return new Map(stored.filter(([, text]) => text !== ''))
}
