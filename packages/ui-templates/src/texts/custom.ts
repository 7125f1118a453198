// Texts of an organization in place of ours. They are plain text, and are escaped like every other text.
import type { Branding } from '@symbolon/login'
import { html } from 'hono/html'
import type { Texts } from './texts.ts'

/**
 * The texts of a language with those that the organization replaces.
 *
 * @param all the texts of the organization by language tag; a tag with a region serves for its language
 */
export const customize = (texts: Texts, all: Branding['texts']): Texts => {
  const { language } = new Intl.Locale(texts.language)
  const tag =
    [texts.language, language].find((each) => all[each] !== undefined) ?? Object.keys(all).find((each) => each.startsWith(`${language}-`))
  const own = tag === undefined ? undefined : all[tag]
  if (own === undefined || Object.keys(own).length === 0) return texts
  const { loginName, password, oneTimeCode, accountSelection, signedOut, footer, ways } = texts
  const heading = own['loginName.title']
  return {
    ...texts,
    ...(heading === undefined ? {} : { loginNameHeading: () => html`${heading}` }),
    otherAccount: own['accountSelection.otherAccount'] ?? texts.otherAccount,
    loginName: {
      ...loginName,
      title: heading ?? loginName.title,
      label: own['loginName.label'] ?? loginName.label,
      submit: own['loginName.submit'] ?? loginName.submit,
    },
    password: {
      ...password,
      title: own['password.title'] ?? password.title,
      label: own['password.label'] ?? password.label,
      submit: own['password.submit'] ?? password.submit,
    },
    oneTimeCode: {
      ...oneTimeCode,
      title: own['oneTimeCode.title'] ?? oneTimeCode.title,
      label: own['oneTimeCode.label'] ?? oneTimeCode.label,
      submit: own['oneTimeCode.submit'] ?? oneTimeCode.submit,
    },
    accountSelection: { ...accountSelection, title: own['accountSelection.title'] ?? accountSelection.title },
    signedOut: { ...signedOut, title: own['signedOut.title'] ?? signedOut.title, next: own['signedOut.next'] ?? signedOut.next },
    ways: {
      ...ways,
      recovery: own['password.recovery'] ?? ways.recovery,
      registration: own['loginName.registration'] ?? ways.registration,
    },
    footer: {
      ...footer,
      terms: own['footer.terms'] ?? footer.terms,
      privacy: own['footer.privacy'] ?? footer.privacy,
      help: own['footer.help'] ?? footer.help,
      support: own['footer.support'] ?? footer.support,
    },
  }
}
