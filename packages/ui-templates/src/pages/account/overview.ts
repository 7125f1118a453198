// The account page, and the choice among several accounts of one browser.
import type { AccountLink, ChooseAccountPage, OverviewPage, OverviewSection } from '@symbolon/account'
import { html } from 'hono/html'
import { factList } from '../../html/list.ts'
import { initialOf, isolatedName, ownPath } from '../../html/markup.ts'
import type { Markup } from '../../html/markup.ts'
import { aside } from '../form.ts'
import { layout } from '../layout.ts'
import { activitySection } from './activity.ts'
import { applicationsSection } from './applications.ts'
import { contactSection } from './contact.ts'
import { deletionSection } from './deletion.ts'
import { authenticatorAppSection, passwordSection, recoveryCodesSection } from './factors.ts'
import { resultMessage, titleOf } from './frame.ts'
import type { AccountSetting } from './frame.ts'
import { identitiesSection } from './identities.ts'
import { invitationsSection } from './invitations.ts'
import { passkeysSection } from './passkeys.ts'
import { profileSection } from './profile.ts'
import { sessionsSection } from './sessions.ts'

function sectionOf(page: OverviewPage, section: OverviewSection, setting: AccountSetting): Markup {
  switch (section.kind) {
    case 'activity':
      return activitySection(section, setting)
    case 'applications':
      return applicationsSection(page, section, setting)
    case 'authenticator_app':
      return authenticatorAppSection(page, section, setting)
    case 'contact':
      return contactSection(section, setting)
    case 'deletion':
      return deletionSection(section, setting)
    case 'identities':
      return identitiesSection(page, section, setting)
    case 'invitations':
      return invitationsSection(page, section, setting)
    case 'passkeys':
      return passkeysSection(page, section, setting)
    case 'password':
      return passwordSection(section, setting)
    case 'profile':
      return profileSection(section, setting)
    case 'recovery_codes':
      return recoveryCodesSection(section, setting)
    case 'sessions':
      return sessionsSection(page, section, setting)
  }
}

/** The signed-in user, and the sections. */
export function overviewPage(page: OverviewPage, setting: AccountSetting): Markup {
  const { account: texts, vendorName } = setting
  const { person } = texts
  const verifiable = (value: string, verified: boolean): Markup =>
    html`<bdi dir="ltr">${value}</bdi>${verified ? '' : html` <span class="tag">${person.unverified}</span>`}`
  return layout(setting, {
    title: titleOf(texts.title, page, setting),
    place: vendorName,
    heading: texts.title,
    lead: isolatedName(nameOf(page)),
    width: 'wide',
    ...(page.sections.some((section) => section.kind === 'passkeys' && section.signals !== undefined)
      ? ({ script: 'passkey-signals.js' } as const)
      : {}),
    body: html`${resultMessage(page, setting)}
${factList([
  [person.loginName, isolatedName(page.loginName)],
  ...(page.email === undefined ? [] : [[person.email, verifiable(page.email.address, page.email.verified)] as const]),
  ...(page.phone === undefined ? [] : [[person.phone, verifiable(page.phone.number, page.phone.verified)] as const]),
  [person.organization, isolatedName(page.organizationName)],
])}
${page.sections.map(
  (section) => html`${sectionOf(page, section, setting)}
`,
)}${page.otherAccountPath === undefined ? '' : aside(page.otherAccountPath, texts.otherAccount)}`,
  })
}

function accountItem(account: AccountLink): Markup {
  return html`<li><a class="button account" href="${ownPath(account.path)}">
<span class="initial" aria-hidden="true">${initialOf(nameOf(account))}</span>
<span class="names"><span class="display-name">${isolatedName(nameOf(account))}</span> <span class="note">${isolatedName(account.loginName)}</span></span>
</a></li>
`
}

/** Lists the accounts that are signed in to this browser. */
export function chooseAccountPage({ accounts }: ChooseAccountPage, setting: AccountSetting): Markup {
  return layout(setting, {
    title: setting.account.chooseAccount,
    place: setting.vendorName,
    heading: setting.account.chooseAccount,
    body: html`<ul class="accounts">
${accounts.map(accountItem)}</ul>`,
  })
}

function nameOf({ displayName, loginName }: Pick<AccountLink, 'displayName' | 'loginName'>): string {
  return displayName.trim() === '' ? loginName : displayName
}
