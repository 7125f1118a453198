// The pages of a sign-in: login name, password, one-time code, and the choice of an account.
import type {
  Account,
  AccountSelectionPage,
  FirstFactorPage,
  FormPage,
  LoginNamePage,
  OneTimeCodePage,
  PasswordPage,
  SignInWays,
} from '@symbolon/login'
import { html } from 'hono/html'
import { divider, linkButton, moreWays, submitButton } from '../html/button.ts'
import { notice } from '../html/content.ts'
import { codeField, field } from '../html/field.ts'
import type { Field } from '../html/field.ts'
import { initialOf, isolatedName, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/texts.ts'
import { aside, factorLinks, errorMessage, errorSummary, fieldState, form, titleOf } from './form.ts'
import { layout } from './layout.ts'
import type { Content } from './layout.ts'
import type { Setting } from './setting.ts'
import { needsScript, passkeyForm } from './passkey.ts'

/** The field of the login name. Read-only, it lets password managers find the account of the password. */
export function loginNameField(texts: Texts, value: string): Field {
  return {
    id: 'login-name',
    name: 'loginName',
    label: texts.loginName.label,
    value,
    direction: 'auto',
    autocomplete: 'username',
  }
}

/**
 * The links to identity providers. They are not forms: a browser follows every redirect of a link, and `form-action` stops those of a form.
 */
function providerLinks({ providers = [] }: SignInWays, texts: Texts): readonly Markup[] {
  return providers.map(({ path, name }) => linkButton(path, texts.ways.provider(html`<b>${isolatedName(name)}</b>`)))
}

/** The passkey form stays hidden, with everything around it that nothing else needs, until the script finds that it works. */
function otherWays(page: FormPage, ways: SignInWays, texts: Texts): Markup | '' {
  const links = providerLinks(ways, texts)
  const look = { kind: 'secondary', hidden: links.length > 0 } as const
  const forms = ways.passkey === undefined ? [] : [passkeyForm(page, ways.passkey, texts.passkey.signIn, texts, look)]
  return moreWays([...forms, ...links])
}

/** The sign-in methods next to a form. */
function waysBelow(page: FormPage & { readonly ways?: SignInWays }, texts: Texts): Markup {
  const { ways = {} } = page
  const others = otherWays(page, ways, texts)
  const shown = others === '' ? '' : html`${divider(texts.ways.or)}\n${others}`
  const isPasskeyAlone = ways.passkey !== undefined && (ways.providers ?? []).length === 0
  return html`${isPasskeyAlone ? html`<div hidden>${shown}</div>` : shown}${waysAround(ways, texts)}`
}

/** The additional members of a page with these methods. */
function scriptOf({ ways }: { readonly ways?: SignInWays }): Pick<Content, 'script'> {
  return ways?.passkey === undefined ? {} : { script: 'passkey.js' }
}

/** Links for users who cannot sign in. */
function waysAround({ recovery, registration }: SignInWays, texts: Texts): Markup {
  return html`${
    recovery === undefined ? '' : html`\n${aside(recovery.path, texts.ways.recovery)}`
  }${registration === undefined ? '' : html`\n${aside(registration.path, texts.ways.registration)}`}`
}

/** Asks for the login name (field `loginName`). */
export function loginNamePage(page: LoginNamePage, setting: Setting): Markup {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.loginName.title, page.error, texts),
    ...scriptOf(page),
    place: page.applicationName,
    heading: (texts.loginNameHeading ?? texts.signInTo)(html`<b>${isolatedName(page.applicationName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`${field({
    ...loginNameField(texts, page.loginName ?? ''),
    // The browser offers passkeys in this field. `webauthn` comes last: https://www.w3.org/TR/webauthn-3/#sctn-autofill
    ...(page.ways?.passkey?.conditionalOptions === undefined ? {} : { autocomplete: 'username webauthn' }),
    inputmode: 'email',
    ...(page.domain === undefined ? {} : { help: texts.loginName.domain(html`<bdi>@${plainName(page.domain)}</bdi>`) }),
    enterkeyhint: 'next',
    focused: true,
    ...fieldState(page.error, ['missing_login_name', 'invalid_credentials']),
  })}
${submitButton(texts.loginName.submit)}`,
)}
${waysBelow(page, texts)}
${page.accountsPath === undefined ? '' : aside(page.accountsPath, texts.loginName.chooseAccount)}`,
  })
}

/**
 * Asks for the password (field `password`). The login name stands in a read-only field, so that password managers know which account
 * the password belongs to.
 */
export function passwordPage(page: PasswordPage, setting: Setting): Markup {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.password.title, page.error, texts),
    ...scriptOf(page),
    place: page.applicationName,
    heading: texts.password.title,
    lead: texts.signInTo(html`<b>${isolatedName(page.applicationName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`${field({ ...loginNameField(texts, page.loginName), readonly: true })}
${field({
  id: 'password',
  name: 'password',
  type: 'password',
  label: texts.password.label,
  autocomplete: 'current-password',
  enterkeyhint: 'go',
  focused: true,
  ...fieldState(page.error, ['missing_password', 'invalid_credentials']),
})}
${submitButton(texts.password.submit)}`,
)}
${waysBelow(page, texts)}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

/** Shows the sign-in methods of a login without passwords. */
export function firstFactorPage(page: FirstFactorPage, setting: Setting): Markup {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.loginName.title, page.error, texts),
    ...scriptOf(page),
    place: page.applicationName,
    heading: texts.signInTo(html`<b>${isolatedName(page.applicationName)}</b>`),
    lead: isolatedName(page.loginName),
    body: html`${errorSummary(page, texts)}${page.ways?.passkey === undefined ? '' : html`\n${needsScript(texts)}`}
${page.ways === undefined ? notice(texts.ways.none) : html`<div class="ways">${otherWays(page, page.ways, texts)}</div>${waysAround(page.ways, texts)}`}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

/** Asks for the code of the authenticator app (field `code`). */
export function oneTimeCodePage(page: OneTimeCodePage, setting: Setting): Markup {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.oneTimeCode.title, page.error, texts),
    place: page.applicationName,
    heading: texts.oneTimeCode.title,
    lead: texts.oneTimeCode.lead(html`<b>${isolatedName(page.loginName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`${codeField({
    id: 'code',
    name: 'code',
    label: texts.oneTimeCode.label,
    focused: true,
    ...fieldState(page.error, ['missing_code', 'invalid_code']),
  })}
${submitButton(texts.oneTimeCode.submit)}`,
)}
${factorLinks(page, texts)}`,
  })
}

function accountItem(page: AccountSelectionPage, account: Account, texts: Texts): Markup {
  const name = account.displayName.trim() === '' ? account.loginName : account.displayName
  // Screen readers join the words of the button without these spaces.
  return html`<li>${form(
    page,
    html`<input type="hidden" name="sessionId" value="${account.sessionId}">
<button type="submit" class="account">
<span class="initial" aria-hidden="true">${initialOf(name)}</span>
<span class="names"><span class="display-name">${isolatedName(name)}</span> <span class="note">${isolatedName(account.loginName)}</span>
${account.signedIn ? '' : html` <span class="note state">${texts.accountSelection.signedOut}</span>`}</span>
</button>`,
  )}</li>
`
}

/** Lists the sessions of this browser: one form with one button for each (field `sessionId`). */
export function accountSelectionPage(page: AccountSelectionPage, setting: Setting): Markup {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.accountSelection.title, page.error, texts),
    place: page.applicationName,
    heading: texts.accountSelection.title,
    lead: texts.signInTo(html`<b>${isolatedName(page.applicationName)}</b>`),
    body: html`${errorSummary(page, texts)}
<ul class="accounts">
${page.accounts.map((account) => accountItem(page, account, texts))}</ul>
${aside(page.otherUserPath, texts.otherAccount)}`,
  })
}
