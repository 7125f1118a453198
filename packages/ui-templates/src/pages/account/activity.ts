// The section of the last events of the account, and the page that shows more of them.
import type { ActivityPage, ActivityRow, ActivitySection } from '@symbolon/account'
import { html } from 'hono/html'
import { linkButton } from '../../html/button.ts'
import { actions, rows, section } from '../../html/list.ts'
import type { Row } from '../../html/list.ts'
import type { Markup } from '../../html/markup.ts'
import { timeText } from '../../html/time.ts'
import { aside } from '../form.ts'
import { layout } from '../layout.ts'
import { resultMessage, titleOf } from './frame.ts'
import type { AccountSetting } from './frame.ts'

/** The newest events, and the link to more. */
export function activitySection({ events, morePath }: ActivitySection, setting: AccountSetting): Markup {
  const { activity: texts } = setting.account
  return section({
    id: 'activity',
    heading: texts.heading,
    lead: texts.lead,
    body: html`${eventRows(events, setting)}
${morePath === undefined ? '' : actions([linkButton(morePath, texts.more, { kind: 'secondary', small: true })])}`,
  })
}

/** All events that are shown. */
export function activityPage(page: ActivityPage, setting: AccountSetting): Markup {
  const { account, vendorName } = setting
  const { activity: texts } = account
  return layout(setting, {
    title: titleOf(texts.heading, page, setting),
    place: vendorName,
    heading: texts.heading,
    lead: texts.lead,
    width: 'wide',
    body: html`${resultMessage(page, setting)}
${eventRows(page.events, setting)}
${aside(page.backPath, account.back)}`,
  })
}

function eventRows(events: readonly ActivityRow[], setting: AccountSetting): Markup | '' {
  return events.length === 0 ? '' : rows(events.map((event) => rowOf(event, setting)))
}

function rowOf(
  { kind, at, count, byAdministrator, network }: ActivityRow,
  { account: { activity: texts, sessions }, texts: { language } }: AccountSetting,
): Row {
  return {
    title: count === 1 ? texts.kinds[kind] : html`${texts.kinds[kind]} <span class="tag">${texts.times(count)}</span>`,
    notes: [
      html`${timeText(at, language)}${network === undefined ? '' : html` · ${sessions.network(html`<bdi dir="ltr">${network}</bdi>`)}`}${byAdministrator ? html` · ${texts.byAdministrator}` : ''}`,
    ],
  }
}
