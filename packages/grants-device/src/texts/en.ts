// The texts of the pages in English.
import type { Texts } from './texts.ts'

/** The texts. */
export const en: Texts = {
  code: {
    title: 'Connect a device',
    lead: 'Enter the code that your device shows.',
    label: 'Code',
    help: 'Eight letters, for example WDJB-MJHT',
    submit: 'Continue',
    errors: {
      wrong_code: 'This code is wrong or has expired. Check the code on your device.',
      too_many_codes: 'There were too many wrong codes. Try again in a few minutes.',
    },
  },
  request: {
    title: 'Allow access?',
    lead: (application) => `${application} requests access to your account.`,
    compare: 'Check that your device shows exactly this code.',
    facts: {
      application: 'Application',
      organization: 'Organization',
      account: 'Account',
      origin: 'Requested from',
      unknownOrigin: 'Unknown place',
      time: 'Requested',
      minutesAgo: (minutes) => {
        if (minutes === 0) return 'just now'
        return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
      },
    },
    scopes: {
      heading: 'Requested access',
      names: {
        openid: 'Sign-in with your account',
        profile: 'Your name and your profile',
        email: 'Your email address',
        phone: 'Your phone number',
        address: 'Your postal address',
        offline_access: 'Stay signed in until you remove the access',
      },
    },
    warning: 'Did another person send you this code or a link to this page? Then deny the access.',
    elsewhere:
      'The request comes from another network than the one of this browser. Did another person send you this code or a link to this page? Then deny the access.',
    allow: 'Allow',
    deny: 'Deny',
  },
  decided: {
    approved: { title: 'Device connected', next: 'You can close this page and continue on your device.' },
    denied: { title: 'Access denied', next: 'The device has no access to your account. You can close this page.' },
  },
}
