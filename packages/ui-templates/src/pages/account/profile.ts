// The section of the name and the language, and the page that changes them.
import type { AccountPageBase, ProfilePage, ProfileSection } from '@symbolon/account'
import { html } from 'hono/html'
import { linkButton, submitButton } from '../../html/button.ts'
import { field, select } from '../../html/field.ts'
import type { Field } from '../../html/field.ts'
import { actions, factList, section } from '../../html/list.ts'
import { isolatedName } from '../../html/markup.ts'
import type { Markup } from '../../html/markup.ts'
import { personNameFields } from '../../html/person-names.ts'
import { aside } from '../form.ts'
import { layout } from '../layout.ts'
import { accountForm, resultMessage, titleOf } from './frame.ts'
import type { AccountSetting } from './frame.ts'

/** The name of a language in that language; the tag itself where the runtime does not know it. */
function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Name and language, and the link to change them. */
export function profileSection({ name, language, path }: ProfileSection, { account }: AccountSetting): Markup {
  const { profile: texts } = account
  return section({
    id: 'profile',
    heading: texts.heading,
    body: html`${factList([
      [texts.name, isolatedName(name)],
      [texts.language, language === '' ? texts.languageOfBrowser : isolatedName(languageName(language))],
    ])}
${actions([linkButton(path, texts.edit, { kind: 'secondary', small: true })])}`,
  })
}

/** Asks for the names and the language. */
export function profilePage(page: ProfilePage, setting: AccountSetting): Markup {
  const { account, vendorName } = setting
  const { profile: texts } = account
  const { firstName, lastName, nickName, language } = page.profile
  return layout(setting, {
    title: titleOf(texts.title, page, setting),
    place: vendorName,
    heading: texts.title,
    body: html`${resultMessage(page, setting)}
${accountForm(
  page,
  page.action,
  html`${personNameFields(
    setting.texts.language,
    nameField('firstName', 'given-name', texts.firstName, firstName, page),
    nameField('lastName', 'family-name', texts.lastName, lastName, page),
  )}
${field(nameField('nickName', 'nickname', texts.nickName, nickName, {}))}
${select({
  id: 'language',
  name: 'language',
  label: texts.language,
  autocomplete: 'language',
  value: language,
  choices: [
    { value: '', label: texts.languageOfBrowser },
    ...page.languages.map((tag) => ({ value: tag, label: languageName(tag), lang: tag })),
  ],
})}
${submitButton(texts.save)}`,
)}
${aside(page.backPath, account.back)}`,
  })
}

function nameField(id: string, autocomplete: string, label: string, value: string, { error }: Pick<AccountPageBase, 'error'>): Field {
  return {
    id,
    name: id,
    label,
    value,
    autocomplete,
    direction: 'auto',
    prose: true,
    ...(error === undefined ? {} : { describedBy: 'form-error', invalid: error === 'missing_name' && value === '' }),
  }
}
