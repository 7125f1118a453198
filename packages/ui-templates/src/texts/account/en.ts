// English.
import { html } from 'hono/html'
import { pluralOf } from '../plural.ts'
import type { AccountTexts } from './texts.ts'

const plural = pluralOf('en')

/** The texts of the account page in English. */
export const en: AccountTexts = {
  title: 'Your account',
  chooseAccount: 'Choose an account',
  otherAccount: 'Show another account',
  person: {
    heading: 'About you',
    loginName: 'User name',
    email: 'Email',
    phone: 'Phone',
    organization: 'Organization',
    unverified: 'not confirmed',
  },
  sessions: {
    heading: 'Where you are signed in',
    lead: 'Sign out wherever you do not recognize a browser, and change your password.',
    device: (browser, system) => `${browser} on ${system}`,
    unknownDevice: 'Unknown browser',
    current: 'This browser',
    signedIn: (time) => `Signed in ${time}`,
    lastUsed: (time) => `Last used ${time}`,
    network: (network) => html`Network ${network}`,
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    more: (count) => plural(count, { one: `${count} more browser is not listed.`, other: `${count} more browsers are not listed.` }),
  },
  notices: { session_ended: 'The browser is signed out.', other_sessions_ended: 'All other browsers are signed out.' },
  errors: { outdated_form: 'You signed in again since this page was opened, so nothing was changed. Try again.' },
}
