// A custom sign-in step: no token is issued before the user has accepted the current version of the terms of service.
import { defineOwnStep } from '@symbolon/login'
import type { AnyOwnStep, Locale } from '@symbolon/login'
import { ownPage } from '@symbolon/ui-templates'
import type { TemplatePage } from '@symbolon/ui-templates'
import type { Acceptances } from './acceptances.ts'

/** What the page shows. */
export interface TermsPage {
  readonly version: number
  /** Whether the person accepted an earlier version. */
  readonly changed: boolean
}

/** @param version of the terms that are in force */
export function termsOfService(acceptances: Acceptances, version: number): AnyOwnStep<TermsPage, 'not_accepted' | 'other_version'> {
  return defineOwnStep({
    name: 'terms_of_service',
    // No store of the provider is used: the application has a separate table.
    stores: [],
    proof: 'session',
    refusals: ['not_accepted', 'other_version'],
    facts: async ({ user }) => ({ accepted: acceptances.latest(user.id) }),
    due: ({ accepted }) => (accepted !== undefined && accepted >= version ? undefined : 'required'),
    page: ({ accepted }) => ({ version, changed: accepted !== undefined }),
    async submit({ fields, user, now }) {
      // The page may have been open while a new version came into force.
      if (fields['version'] !== String(version)) return 'other_version'
      if (fields['accept'] !== 'on') return 'not_accepted'
      acceptances.accept(user.id, version, now)
      return undefined
    },
  })
}

const texts = {
  en: {
    title: 'Terms of service',
    first: 'Please read and accept the terms of service.',
    changed: 'The terms of service have changed.',
    link: 'Read the terms of service',
    accept: 'I accept the terms of service',
    submit: 'Continue',
    notAccepted: 'You can go on when you have accepted the terms of service.',
    otherVersion: 'The terms of service have changed meanwhile. Please read them again.',
  },
  de: {
    title: 'Nutzungsbedingungen',
    first: 'Bitte lesen Sie die Nutzungsbedingungen, und stimmen Sie ihnen zu.',
    changed: 'Die Nutzungsbedingungen haben sich geändert.',
    link: 'Nutzungsbedingungen lesen',
    accept: 'Ich stimme den Nutzungsbedingungen zu',
    submit: 'Weiter',
    notAccepted: 'Es geht weiter, sobald Sie den Nutzungsbedingungen zugestimmt haben.',
    otherVersion: 'Die Nutzungsbedingungen haben sich inzwischen geändert. Bitte lesen Sie sie noch einmal.',
  },
} as const

/** The page of the step, in the looks of all pages. Other languages than ours get English. */
export function termsPage(step: ReturnType<typeof termsOfService>): TemplatePage {
  return ownPage(step, ({ version, changed }, locale: Locale) => {
    const words = locale === 'de' ? texts.de : texts.en
    return {
      title: words.title,
      lead: changed ? words.changed : words.first,
      links: [{ text: words.link, address: `/terms/${version}` }],
      hidden: { version: String(version) },
      fields: [{ name: 'accept', label: words.accept, kind: 'checkbox' }],
      submit: words.submit,
      refusals: { not_accepted: words.notAccepted, other_version: words.otherVersion },
    }
  })
}
