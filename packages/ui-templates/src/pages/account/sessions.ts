// The section that lists where the user is signed in, and the page that lists the rest.
import type { AccountPageBase, SessionListPage, SessionRow, SessionsSection } from '@symbolon/account'
import { html } from 'hono/html'
import { submitButton } from '../../html/button.ts'
import { rows, section } from '../../html/list.ts'
import type { Row } from '../../html/list.ts'
import type { Markup } from '../../html/markup.ts'
import { timeText } from '../../html/time.ts'
import { accountForm, listPage, moreLink } from './frame.ts'
import type { AccountSetting } from './frame.ts'

/** One form for each session (field `session`), and one that ends all others. */
export function sessionsSection(page: AccountPageBase, model: SessionsSection, setting: AccountSetting): Markup {
  const { sessions: texts } = setting.account
  return section({
    id: 'sessions',
    heading: texts.heading,
    lead: texts.lead,
    body: html`${rows(model.sessions.map((session) => rowOf(page, session, model, setting)))}
${moreLink(model.morePath, setting)}
${model.endOthersPath === undefined ? '' : accountForm(page, model.endOthersPath, submitButton(texts.endOthers, { kind: 'secondary', small: true }))}`,
  })
}

/** A page of all sessions. */
export function sessionListPage(page: SessionListPage, setting: AccountSetting): Markup {
  const list = html`${rows(page.sessions.map((session) => rowOf(page, session, page, setting)))}
${moreLink(page.nextPath, setting)}`
  return listPage(page, setting.account.sessions, list, setting)
}

function rowOf(
  page: AccountPageBase,
  session: SessionRow,
  { endPath }: Pick<SessionsSection, 'endPath'>,
  { account: { sessions: texts }, texts: { language } }: AccountSetting,
): Row {
  const { id, current, createdAt, lastUsedAt } = session
  const { network } = session.device
  const device = deviceText(session, texts)
  const used = timeText(lastUsedAt, language)
  return {
    title: current ? html`${device} <span class="tag">${texts.current}</span>` : device,
    notes: [
      texts.signedIn(timeText(createdAt, language)),
      texts.lastUsed(used),
      ...(network === undefined ? [] : [texts.network(html`<bdi dir="ltr">${network}</bdi>`)]),
    ],
    actions: [
      accountForm(page, endPath, submitButton(texts.end, { kind: 'secondary', small: true }, `${device}, ${used}`), { session: id }),
    ],
  }
}

function deviceText({ device: { browser, system } }: SessionRow, texts: AccountSetting['account']['sessions']): string {
  return browser === undefined || system === undefined ? (browser ?? system ?? texts.unknownDevice) : texts.device(browser, system)
}
