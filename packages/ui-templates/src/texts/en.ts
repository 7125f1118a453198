// English.
import { html } from 'hono/html'
import { pluralOf } from './plural.ts'
import type { Texts, Wait } from './texts.ts'

const plural = pluralOf('en')
const units = { seconds: { one: 'second', other: 'seconds' }, minutes: { one: 'minute', other: 'minutes' } }
const time = ({ count, unit }: Wait): string => `${count} ${plural(count, units[unit])}`

/** The English texts. */
export const en: Texts = {
  language: 'en',
  direction: 'ltr',
  signInTo: (application) => html`Sign in to ${application}`,
  otherAccount: 'Use another account',
  errorPrefix: 'Error: ',
  loginName: { title: 'Sign in', label: 'Email or user name', submit: 'Next', chooseAccount: 'Choose one of your accounts' },
  password: { title: 'Enter your password', label: 'Password', submit: 'Sign in' },
  newPassword: {
    label: 'New password',
    again: 'New password again',
    length: (count) => `At least ${count} ${plural(count, { one: 'character', other: 'characters' })}`,
    lowercase: 'A lower-case letter (a–z)',
    uppercase: 'An upper-case letter (A–Z)',
    digit: 'A digit (0–9)',
    symbol: 'A symbol or a space',
    guessable: 'No common password, no name, no sequence like 1234',
  },
  passwordChange: {
    title: 'Choose a new password',
    demanded: 'Your administrator asks you to change your password.',
    expired: 'Your password has expired.',
    expiring: (days) => `Your password expires in ${days} ${plural(days, { one: 'day', other: 'days' })}.`,
    wanted: 'You stay signed in here. Your other devices will be signed out.',
    current: 'Current password',
    submit: 'Save password',
  },
  skip: 'Not now',
  oneTimeCode: {
    title: 'Enter your code',
    lead: (loginName) => html`Your authenticator app shows a code for ${loginName}`,
    label: 'Six-digit code',
    submit: 'Continue',
  },
  ways: {
    or: 'or',
    provider: (name) => html`Continue with ${name}`,
    recovery: 'Forgot your password?',
    registration: 'Create an account',
    none: 'There is no way to sign in here. Ask the people who run this service for help.',
  },
  secondFactors: { one_time_code: 'Use a code from your authenticator app' },
  accountSelection: { title: 'Choose an account', signedOut: 'Signed out – sign in again' },
  externalAccount: {
    title: 'No account is connected',
    lead: (provider) => html`Your ${provider} account is not connected to an account here.`,
    heading: 'Create an account',
    userName: 'User name',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    submit: 'Create account',
    connect: 'Sign in and connect an account that you have',
    none: 'Sign in in another way, or ask the people who run this service for an account.',
  },
  externalLink: {
    title: 'Connect this account?',
    lead: (provider, loginName) => html`You will be able to sign in as ${loginName} with your ${provider} account.`,
    account: 'Your account there',
    submit: 'Connect',
    cancel: 'Do not connect',
  },
  formPost: { title: 'Returning to the application', next: 'If nothing happens, select Continue.', submit: 'Continue' },
  welcome: {
    title: 'Sign-in service',
    lead: 'People sign in here to use applications.',
    next: 'Open the application that you want to use. It brings you here when you have to sign in.',
  },
  signOut: {
    title: 'Sign out',
    question: (place) => html`Sign out of ${place}?`,
    lead: 'You will be signed out of every account in this browser.',
    submit: 'Sign out',
  },
  signedOut: {
    title: 'You are signed out',
    next: 'You can close this window now.',
    continue: 'Continue to the application',
    othersRemain: 'Other accounts are still signed in to this browser.',
  },
  formErrors: {
    missing_login_name: 'Enter your email or user name.',
    missing_password: 'Enter your password.',
    missing_code: 'Enter the code from your authenticator app.',
    missing_current_password: 'Enter your current password.',
    wrong_current_password: 'Your current password is incorrect. Enter it again.',
    missing_new_password: 'Enter a new password.',
    passwords_differ: 'The two passwords are different. Enter the same one twice.',
    password_unchanged: 'This is your current password. Choose another one.',
    password_too_short: 'This password is too short. Add more characters.',
    password_too_long: 'This password is too long. Choose a shorter one.',
    password_without_lowercase: 'This password has no lower-case letter. Add one.',
    password_without_uppercase: 'This password has no upper-case letter. Add one.',
    password_without_digit: 'This password has no digit. Add one.',
    password_without_symbol: 'This password has no symbol. Add one.',
    password_common: 'Many people use this password, so it is easy to guess. Choose another one.',
    password_personal: 'This password is made of names that others know. Choose another one.',
    password_predictable: 'This password is a sequence or repeats itself, so it is easy to guess. Choose another one.',
    invalid_credentials: 'User name or password is incorrect. Check both and try again.',
    invalid_code: 'This code is wrong, expired or was already used. Wait for the next one and enter that.',
    too_many_attempts: 'Too many attempts. Wait a moment, then try again.',
    busy: 'Many people are signing in right now. Try again in a few seconds.',
    missing_name: 'Enter your first and your last name.',
    invalid_user_name: 'Enter another user name. It may have letters, digits and usual signs.',
    user_name_taken: 'This user name is taken. Choose another one.',
  },
  waitErrors: {
    too_many_attempts: (wait) => `Too many attempts. Wait ${time(wait)}, then try again.`,
    busy: (wait) => `Many people are signing in right now. Wait ${time(wait)}, then try again.`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: 'This sign-in request is not valid',
      happened: 'The application sent a request that we cannot accept.',
      next: 'Go back to the application and start again. If that does not help, tell the people who run the application.',
    },
    expired_request: {
      title: 'This sign-in is no longer open',
      happened: 'It took too long, was already completed, or was started in another browser.',
      next: 'Go back to the application and start again.',
    },
    forbidden_form: {
      title: 'We could not accept this form',
      happened: 'It was not sent from this sign-in, or your browser blocks our cookies.',
      next: 'Allow cookies for this site, then go back to the application and start again.',
    },
    user_not_active: {
      title: 'This account cannot be used',
      happened: 'The account, or the organization that it belongs to, is locked or deactivated.',
      next: 'Ask your administrator, or go back to the application and start again with another account.',
    },
    user_not_admitted: {
      title: 'You do not have access',
      happened: 'Your account has not been given access to this application.',
      next: 'Ask your administrator for access, or go back to the application and start again with another account.',
    },
    second_factor_missing: {
      title: 'A second factor is needed',
      happened: 'Your organization requires one to sign in, and none is set up for your account.',
      next: 'Ask your administrator to set one up, then go back to the application and start again.',
    },
    second_factor_unavailable: {
      title: 'Your second factor cannot be checked here',
      happened: 'Your account has, or your organization requires, a second factor that this server is not set up for.',
      next: 'Tell your administrator, then go back to the application and start again.',
    },
    password_change_unavailable: {
      title: 'A new password is needed',
      happened: 'Your administrator requires a new password, and it cannot be set here.',
      next: 'Ask your administrator to set one for you, then go back to the application and start again.',
    },
    wrong_user: {
      title: 'Another account is needed',
      happened: 'The application asked for a different account than the one you signed in with.',
      next: 'Go back to the application and start again with the account that it asks for.',
    },
    invalid_sign_out_request: {
      title: 'This sign-out request is not valid',
      happened: 'The application sent a request that we cannot accept, so nobody was signed out.',
      next: 'Go back to the application and start again. If that does not help, tell the people who run the application.',
    },
    sign_out_failed: {
      title: 'You are still signed in',
      happened: 'One of our systems is not answering, so we could not sign you out.',
      next: 'Wait a minute, then go back to the application and start again.',
    },
    not_found: {
      title: 'Page not found',
      happened: 'There is no page at this address.',
      next: 'Check the address, or go back to the application and start again.',
    },
    unavailable: {
      title: 'Sign-in is not available right now',
      happened: 'One of our systems is not answering.',
      next: 'Wait a minute, then go back to the application and start again.',
    },
    too_many_requests: {
      title: 'Too many requests',
      happened: 'So many requests came from your network that we have to slow down.',
      next: 'Wait a minute, then go back to the application and start again.',
    },
    server_error: {
      title: 'Something went wrong',
      happened: 'An unexpected error occurred on our side.',
      next: 'Go back to the application and start again. If that does not help, tell your administrator.',
    },
    external_sign_in_failed: {
      title: 'The sign-in did not work',
      happened: 'The other service could not be reached, or its answer was not valid.',
      next: 'Choose another way to sign in, or go back to the application and start again.',
    },
    external_sign_in_cancelled: {
      title: 'You did not sign in',
      happened: 'You cancelled the sign-in at the other service, or it refused.',
      next: 'Choose another way to sign in, or go back to the application and start again.',
    },
    external_not_allowed: {
      title: 'This way to sign in is not allowed',
      happened: 'Your organization does not allow sign-ins with this service.',
      next: 'Choose another way to sign in, or go back to the application and start again.',
    },
    external_wrong_organization: {
      title: 'This account cannot be used here',
      happened: 'It belongs to an organization whose accounts may not sign in.',
      next: 'Choose another way to sign in, or go back to the application and start again.',
    },
    external_not_linked: {
      title: 'The account was not connected',
      happened: 'It cannot be connected to your account, or too much time has passed.',
      next: 'Choose another way to sign in, or go back to the application and start again.',
    },
  },
  forDevelopers: 'For developers',
}
