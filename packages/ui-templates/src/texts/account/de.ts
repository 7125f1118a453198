// German.
import { html } from 'hono/html'
import { pluralOf } from '../plural.ts'
import type { AccountTexts } from './texts.ts'

const plural = pluralOf('de')

/** The texts of the account page in German. */
export const de: AccountTexts = {
  title: 'Ihr Konto',
  chooseAccount: 'Konto auswählen',
  otherAccount: 'Anderes Konto anzeigen',
  person: {
    heading: 'Über Sie',
    loginName: 'Benutzername',
    email: 'E-Mail',
    phone: 'Telefon',
    organization: 'Organisation',
    unverified: 'nicht bestätigt',
  },
  sessions: {
    heading: 'Wo Sie angemeldet sind',
    lead: 'Melden Sie jeden Browser ab, den Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
    device: (browser, system) => `${browser} unter ${system}`,
    unknownDevice: 'Unbekannter Browser',
    current: 'Dieser Browser',
    signedIn: (time) => `Angemeldet: ${time}`,
    lastUsed: (time) => `Zuletzt verwendet: ${time}`,
    network: (network) => html`Netz ${network}`,
    end: 'Abmelden',
    endOthers: 'Überall sonst abmelden',
    more: (count) =>
      plural(count, { one: `${count} weiterer Browser wird nicht angezeigt.`, other: `${count} weitere Browser werden nicht angezeigt.` }),
  },
  notices: { session_ended: 'Der Browser ist abgemeldet.', other_sessions_ended: 'Alle anderen Browser sind abgemeldet.' },
  errors: {
    outdated_form:
      'Sie haben sich neu angemeldet, seit diese Seite geöffnet wurde. Es wurde nichts geändert. Versuchen Sie es noch einmal.',
  },
}
