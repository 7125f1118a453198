// The section of the applications that have access.
import type { AccountPageBase, ApplicationsSection } from '@symbolon/account'
import { submitButton } from '../../html/button.ts'
import { rows, section } from '../../html/list.ts'
import { isolatedName, plainName } from '../../html/markup.ts'
import type { Markup } from '../../html/markup.ts'
import { timeText } from '../../html/time.ts'
import { accountForm } from './frame.ts'
import type { AccountSetting } from './frame.ts'

/** One form for each application (field `client`). */
export function applicationsSection(
  page: AccountPageBase,
  { applications, revokePath }: ApplicationsSection,
  { account, texts: { language } }: AccountSetting,
): Markup {
  const { applications: texts } = account
  return section({
    id: 'applications',
    heading: texts.heading,
    lead: texts.lead,
    body: rows(
      applications.map(({ clientId, name, since }) => ({
        title: isolatedName(name),
        notes: [texts.since(timeText(since, language))],
        actions: [
          accountForm(page, revokePath, submitButton(texts.revoke, { kind: 'secondary', small: true }, plainName(name)), {
            client: clientId,
          }),
        ],
      })),
    ),
  })
}
