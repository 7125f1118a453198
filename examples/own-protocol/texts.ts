// The texts of the page. A part brings its texts in the languages that it has; the page is in the first one for all other users.

/** The texts of one language. */
export interface Texts {
  readonly title: string
  readonly label: string
  readonly submit: string
  readonly wrong: string
  readonly question: (application: string) => string
  readonly warning: string
  readonly allow: string
  readonly deny: string
  readonly allowed: string
  readonly denied: string
}

const en: Texts = {
  title: 'Connect a device',
  label: 'Code on your device',
  submit: 'Continue',
  wrong: 'This code is wrong or has expired.',
  question: (application) => `Connect ${application}?`,
  warning: 'Deny if another person sent you this code.',
  allow: 'Allow',
  deny: 'Deny',
  allowed: 'Device connected',
  denied: 'Device refused',
}

const de: Texts = {
  title: 'Gerät verbinden',
  label: 'Code auf Ihrem Gerät',
  submit: 'Weiter',
  wrong: 'Der Code ist falsch oder abgelaufen.',
  question: (application) => `${application} verbinden?`,
  warning: 'Lehnen Sie ab, wenn Ihnen eine andere Person diesen Code geschickt hat.',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  allowed: 'Gerät verbunden',
  denied: 'Gerät abgelehnt',
}

/** The languages of the page. */
export const locales = ['en', 'de'] as const

/** @returns the texts of one of {@link locales} */
export function textsOf(locale: string): Texts {
  return locale === 'de' ? de : en
}
