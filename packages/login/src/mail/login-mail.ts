// Mails of the login: how they are written, and how they get into the outbox.
import { checkPartOptions, domainsOfTexts, leadsHome, mailAddress } from '@symbolon/core-protocol'
import type { AnyRepeatedTask, Context, OptionNames, QueuedMail, RequestContext, User } from '@symbolon/core-protocol'
import type { Branding, MessageTextList } from '@symbolon/schema-v2'
import { chooseLocale, defaultLocaleOf } from '../ui/locale.ts'
import type { Locale } from '../ui/ui.ts'
import type { Visit } from '../visit/visit.ts'
import { reportLifetime, sendReportable } from './change-report.ts'
import type { TakenBack } from './change-report.ts'
import { codeFlowStores } from './code-flow.ts'
import { usableTexts } from './custom-text.ts'
import { mailDelivery } from './delivery.ts'
import type { MailPurpose, Mailer } from './mailer.ts'
import type { MailTemplates, Message, MessageKind, NoticeKind } from './message.ts'
import { withAppearance } from '../visit/link-appearance.ts'
import { logoContentId, sealMail } from './outbox.ts'
import type { OutgoingMail } from './outbox.ts'
import { nameInMail, placeholdersOf } from './placeholders.ts'

/** What sends the mails of the login. Detours that send mails take it as an option. */
export interface LoginMail {
  readonly templates: MailTemplates
  /** The task that sends them: pass it to `createProvider` in `tasks`. */
  readonly delivery: AnyRepeatedTask
  /** Whether notices have a link by which users report a change that they did not make. */
  readonly changeReports: boolean
}

/** Options of the parts that change second factors. */
export interface FactorNotices {
  /** Notifies users of a change by mail; without it no mail is sent. */
  readonly mail?: LoginMail | undefined
}

/** Options of {@link loginMail}. */
export interface LoginMailOptions {
  readonly mailer: Mailer
  readonly templates: MailTemplates
  /** Whether notices have a link by which users report a change that they did not make. The login needs `recovery()` then. Default: false */
  readonly changeReports?: boolean
}

const optionNames: OptionNames<LoginMailOptions> = {
  mailer: 'required',
  templates: 'required',
  changeReports: 'optional',
}

/**
 * Composes the mails of a login.
 *
 * @example
 * const mail = loginMail({ mailer: mailSmtp({ url, from }), templates: mailTemplates() })
 * createProvider({ tasks: [mail.delivery], login: login({ detours: [recovery({ mail, hashing })], … }), … })
 */
export function loginMail(options: LoginMailOptions): LoginMail {
  checkPartOptions('loginMail', options, optionNames)
  const { mailer, templates, changeReports = false } = options
  return { templates, delivery: mailDelivery(mailer), changeReports }
}

/** The language of a mail to a recipient without a known language: the language of the pages. */
export function mailLocale({ pending, request, branding }: Visit, { templates }: LoginMail): Locale {
  const fallback = instanceLocale(branding, templates)
  return chooseLocale(pending.request.uiLocales, request.header('accept-language'), templates.locales, fallback)
}

function instanceLocale(branding: Pick<Branding, 'defaultLanguage'> | undefined, { locales }: MailTemplates): Locale {
  return defaultLocaleOf(branding, locales, locales[0] ?? 'en')
}

/** The stores that writing a mail uses. */
export const messageStores: typeof codeFlowStores = codeFlowStores

type MessageContext = Pick<Context<(typeof messageStores)[number]>, 'issuer' | 'now' | 'randomToken' | 'sealing' | 'stores'>

/** The recipient of a mail. */
export interface Addressee {
  /** Absent for an address without a user, and for an unknown name. */
  readonly user: User | undefined
  /** Absent in a mail without a recipient. */
  readonly address: string | undefined
  /** The language of the pages, for users without a preferred language; absent in a mail that no page of the user leads to. */
  readonly locale?: Locale
}

/** The content of a mail apart from its kind. */
export type MessageFacts = Pick<Message, 'code' | 'link' | 'applicationName' | 'at' | 'place'>

const purposes: Readonly<Partial<Record<MessageKind, MailPurpose>>> = {
  recovery: 'recovery',
  recovery_without_password: 'recovery',
  invitation: 'invitation',
  password_link: 'recovery',
  email_verification: 'email_verification',
  email_in_use: 'email_verification',
  registration: 'registration',
  registration_existing: 'registration',
}

/** The texts of organizations for each kind. The others have built-in texts alone. */
function listOf(kind: MessageKind, user: User | undefined): MessageTextList {
  if (kind === 'invitation') return user?.state === 'initial' ? 'initMessages' : 'inviteUserMessages'
  return kind === 'email_verification' ? 'verifyEmailMessages' : 'passwordResetMessages'
}

/** Writes a mail. For an unknown name it costs the same as for a user. */
export async function writeMessage(
  kind: MessageKind,
  { user, address, locale }: Addressee,
  facts: MessageFacts,
  { templates }: LoginMail,
  context: MessageContext,
): Promise<OutgoingMail> {
  // Branding and texts are looked up for unknown names too, so that the response time does not reveal whether there is a user.
  const { light, mailLogo, ...branding } = await context.stores.policies.findBranding(user?.orgId ?? '')
  const preferred = user?.preferredLanguage === undefined ? [] : [user.preferredLanguage]
  const language = chooseLocale(preferred, undefined, templates.locales, locale ?? instanceLocale(branding, templates))
  const found = (await context.stores.messageTexts.find(user?.orgId ?? '', listOf(kind, user), language)) ?? {}
  const hasTexts = kind === 'recovery' || kind === 'invitation' || kind === 'email_verification'
  const { host, hostname } = new URL(context.issuer)
  const names = user === undefined ? [] : [user.userName, user.loginName]
  // Decided for each mail, because an organization may have lost a domain since it wrote its texts.
  const domains = new Set(
    await context.stores.messageTexts.verifiedDomains(user?.orgId ?? '', domainsOfTexts([...Object.values(found), ...names])),
  )
  const custom = usableTexts(found, hostname, domains)
  const content = templates.write(
    {
      kind,
      serviceName: host,
      ...facts,
      ...(facts.link === undefined ? {} : { link: withAppearance(facts.link, user?.orgId, language) }),
      ...(facts.applicationName === undefined ? {} : { applicationName: nameInMail(facts.applicationName) }),
      brand: { colours: light, ...(mailLogo === undefined ? {} : { logo: logoContentId(context.issuer) }) },
      placeholders:
        user === undefined
          ? unknownUser(address, facts.code)
          : placeholdersOf(user, facts.code, (name) => leadsHome(name, hostname, domains)),
      ...(hasTexts ? { custom } : {}),
    },
    language,
  )
  const to = address === undefined ? undefined : mailAddress(address)
  return {
    ...content,
    ...(mailLogo === undefined ? {} : { logo: mailLogo }),
    to: to === undefined ? undefined : { name: nameInMail(user?.displayName ?? ''), address: to },
    locale: language,
    purpose: purposes[kind] ?? 'notice',
    ...(user === undefined ? {} : { recipient: { userId: user.id, orgId: user.orgId } }),
  }
}

function unknownUser(address: string | undefined, code: string | undefined): Readonly<Record<string, string>> {
  return { DisplayName: '', LastEmail: address ?? '', PreferredLoginName: address ?? '', ...(code === undefined ? {} : { Code: code }) }
}

/**
 * The stores of a part that notifies users of changes.
 *
 * @param mail undefined when no mails are composed: `notifyUser` does nothing then
 */
export function noticeStoresOf(mail: LoginMail | undefined): readonly (typeof messageStores)[number][] {
  return mail === undefined ? [] : messageStores
}

/**
 * @returns the address of the user to which mail can be sent; undefined without one. A document may hold an address to which no mail can be
 *   sent, which is logged
 */
export function reachableAddress({ id, email }: Pick<User, 'id' | 'email'>, { log }: Pick<Context, 'log'>): string | undefined {
  const address = email === undefined ? undefined : mailAddress(email.address)
  if (email !== undefined && address === undefined) log.warn('email_without_mail', { userId: id })
  return address
}

/** How long a notice may wait to be sent, milliseconds. */
const noticeLifetime = reportLifetime

/**
 * Notifies a user of a change by mail. Does nothing for users without a verified address.
 *
 * @param user as of before the change of an address, so that the owner of the old one is notified
 * @param mail undefined when no mails are composed
 * @param takesBack what a report of the change takes back, in addition to the sessions and tokens of the account
 */
export async function notifyUser(
  kind: NoticeKind | 'account_deleted',
  user: User,
  mail: LoginMail | undefined,
  context: RequestContext<(typeof messageStores)[number]>,
  takesBack: TakenBack = {},
): Promise<void> {
  if (mail === undefined || user.email?.verified !== true || reachableAddress(user, context) === undefined) return
  const { address } = user.email
  const { remoteAddress, now } = context
  const facts = { at: now(), ...(remoteAddress === undefined ? {} : { place: remoteAddress }) }
  const write = async (link?: string): Promise<OutgoingMail> =>
    await writeMessage(kind, { user, address }, { ...facts, ...(link === undefined ? {} : { link }) }, mail, context)
  const mayReport = mail.changeReports && kind !== 'account_deleted'
  if (mayReport && (await sendReportable(user, address, takesBack, write, context))) return
  await queueMail(await write(), context)
}

async function queueMail(mail: OutgoingMail, context: MessageContext): Promise<void> {
  if (mail.to === undefined) return
  const now = context.now()
  const queued: QueuedMail = await sealMail(mail, { expiresAt: now + noticeLifetime }, context)
  await context.stores.mailOutbox.add([queued], now)
}
