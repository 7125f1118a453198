// Writes mails: as plain text, and with the same content as HTML that loads nothing. Every value is escaped, and nothing is run as a template.
import type { Locale, MailTemplates, Message, MessageKind, NoticeKind } from '@symbolon/login'
import { html } from 'hono/html'
import { light } from '../assets/style/colours.ts'
import { toDocument } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { locales } from '../texts/languages.ts'
import { deriveColours } from '../theme/derive.ts'
import { mailTextsByLocale } from './texts/languages.ts'
import type { MailTexts, MessageText } from './texts/mail-texts.ts'

/**
 * Creates the built-in mail templates, in ten languages.
 *
 * @example loginMail({ mailer, templates: mailTemplates() })
 */
export function mailTemplates(): MailTemplates {
  return {
    locales,
    write: (message, locale) => {
      const parts = partsOf(message, mailTextsByLocale[locale])
      return { subject: parts.subject, text: plainText(parts), html: toDocument(document(parts)) }
    },
  }
}

/** A mail, filled in. */
interface Parts {
  readonly texts: MailTexts
  readonly brand: Message['brand']
  readonly subject: string
  readonly preHeader: string
  readonly title: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly code: string | undefined
  readonly link: { readonly text: string; readonly address: string } | undefined
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly footer: string
}

function partsOf(message: Message, texts: MailTexts): Parts {
  const { code, link, applicationName, serviceName, at, place, placeholders, custom = {} } = message
  const builtIn = textOf(message, texts)
  const chosen = (name: keyof NonNullable<Message['custom']>, standard: string): string => fill(custom[name] ?? standard, placeholders)
  const subject = oneLine(chosen('subject', builtIn.subject))
  const button = builtIn.button === undefined ? undefined : chosen('buttonText', builtIn.button)
  return {
    texts,
    brand: message.brand,
    subject,
    preHeader: oneLine(chosen('preHeader', '')),
    // The text already contains the code.
    title: oneLine(chosen('title', withoutCode(builtIn.subject))),
    // Without a name, a comma or a space remains around it.
    greeting: chosen('greeting', texts.greeting)
      .replace(/[\s,，、]+([,，、：:])$/u, '$1')
      .replace(/^[\s,，、]+/u, ''),
    paragraphs: chosen('text', builtIn.text)
      .split(/\n+/)
      .filter((line) => line.trim() !== ''),
    code,
    link: link === undefined || button === undefined ? undefined : { text: button, address: ownAddress(link) },
    facts: [
      [texts.service, serviceName],
      ...(applicationName === undefined ? [] : [[texts.application, applicationName] as const]),
      ...(at === undefined ? [] : [[texts.time, timeIn(texts.language, at)] as const]),
      ...(place === undefined ? [] : [[texts.place, place] as const]),
    ],
    footer: chosen('footerText', builtIn.footer),
  }
}

function textOf({ kind, link }: Message, texts: MailTexts): MessageText {
  if (!isNotice(kind, texts)) return texts.messages[kind]
  const { noticeText, noticeFooter, report } = texts
  const subject = texts.notices[kind]
  return link === undefined
    ? { subject, text: noticeText, footer: noticeFooter }
    : { subject, text: `${noticeText}\n${report.text}`, button: report.button, footer: report.footer }
}

/** @returns a subject without the code at its end */
function withoutCode(subject: string): string {
  return subject.replace(/[\s:：]*\{\{\.Code\}\}$/u, '')
}

/** @returns the built-in text of each text of a mail that an organization can replace, with the names that are filled in */
export function builtInMailTexts(
  locale: Locale,
  kind: 'email_verification' | 'invitation' | 'recovery',
): Readonly<Record<keyof NonNullable<Message['custom']>, string>> {
  const texts = mailTextsByLocale[locale]
  const { subject, text, button = '', footer } = texts.messages[kind]
  return { subject, preHeader: '', title: withoutCode(subject), greeting: texts.greeting, text, buttonText: button, footerText: footer }
}

function isNotice(kind: MessageKind, { notices }: MailTexts): kind is NoticeKind {
  return Object.hasOwn(notices, kind)
}

/** Fills in `{{.Name}}` from the allow-list, in one pass. Unknown names are left empty. */
function fill(text: string, placeholders: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*\.(\w{1,40})\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(placeholders, name) ? (placeholders[name] ?? '') : '',
  )
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** https://www.unicode.org/reports/tr35/ The time zone of the recipient is unknown, so the time names UTC. */
function timeIn(language: string, at: number): string {
  return `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
}

/** @throws TypeError when the link is not a web address, which is an error of the caller */
function ownAddress(address: string): string {
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address
  throw new TypeError('A mail may only hold a link to this server')
}

function plainText({ title, greeting, paragraphs, texts, code, link, facts, footer }: Parts): string {
  return [
    title,
    greeting,
    ...paragraphs,
    ...(code === undefined ? [] : [`${texts.code}${texts.colon}${code}`]),
    ...(link === undefined ? [] : [`${link.text}${texts.colon.trimEnd()}\n${link.address}`]),
    facts.map(([name, value]) => `${name}${texts.colon}${value}`).join('\n'),
    footer,
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
}

const line = 'margin:0 0 16px'

function document({ texts, brand, subject, preHeader, title, greeting, paragraphs, code, link, facts, footer }: Parts): Markup {
  const { accent, 'on-accent': onAccent } = deriveColours(brand?.colours ?? {}, light)
  return html`<!doctype html>
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5">
${preHeader === '' ? '' : html`<div style="display:none">${preHeader}</div>`}
<div style="max-width:560px;margin:0 auto">
${logoOf(brand)}<h1 style="font-size:22px;line-height:1.3;margin:0 0 24px">${title}</h1>
<p style="${line}"><bdi>${greeting}</bdi></p>
${paragraphs.map((paragraph) => html`<p style="${line}">${paragraph}</p>\n`)}
${
  code === undefined
    ? ''
    : html`<p style="${line}">${texts.code}${texts.colon.trimEnd()}</p>
<p style="margin:0 0 24px;font-size:28px;letter-spacing:4px;font-family:ui-monospace,monospace" dir="ltr"><b>${code}</b></p>`
}
${
  link === undefined
    ? ''
    : html`<p style="${line}"><a href="${link.address}"
style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${onAccent};text-decoration:none">${link.text}</a></p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all" dir="ltr">${link.address}</p>`
}
<p style="margin:0 0 24px;font-size:14px">${facts.map(([name, value]) => html`${name}${texts.colon}<bdi>${value}</bdi><br>\n`)}</p>
<p style="margin:0;font-size:14px">${footer}</p>
</div>
</body>
</html>
`
}

/** On white in every surrounding: the logo is the one for light pages, and mail programs cannot choose between two. */
function logoOf(brand: Parts['brand']): Markup | '' {
  return brand?.logo === undefined
    ? ''
    : html`<p style="margin:0 0 24px"><img src="cid:${brand.logo}" alt="" height="48"
style="height:48px;width:auto;max-width:240px;padding:8px;border-radius:8px;background:#ffffff"></p>
`
}
