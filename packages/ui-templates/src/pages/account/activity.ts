// The section of the last events of the account, and the page that shows more of them.
import type { ActivityPage, ActivityRow, ActivitySection } from '@symbolon/account'
import { html } from 'hono/html'
import { rows, section } from '../../html/list.ts'
import type { Row } from '../../html/list.ts'
import type { Markup } from '../../html/markup.ts'
import { timeText } from '../../html/time.ts'
import { listPage, moreLink } from './frame.ts'
import type { AccountSetting } from './frame.ts'

/** The newest events, and the link to more. */
export function activitySection({ events, morePath }: ActivitySection, setting: AccountSetting): Markup {
  const { activity: texts } = setting.account
  return section({
    id: 'activity',
    heading: texts.heading,
    lead: texts.lead,
    body: html`${eventRows(events, setting)}
${moreLink(morePath, setting)}`,
  })
}

/** All events that are shown. */
export function activityPage(page: ActivityPage, setting: AccountSetting): Markup {
  return listPage(page, setting.account.activity, eventRows(page.events, setting), setting)
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
