// Dutch.
import { html } from 'hono/html'
import { pluralOf } from '../plural.ts'
import type { AccountTexts } from './texts.ts'

const plural = pluralOf('nl')

/** The texts of the account page in Dutch. */
export const nl: AccountTexts = {
  title: 'Uw account',
  chooseAccount: 'Kies een account',
  otherAccount: 'Een ander account tonen',
  person: {
    heading: 'Over u',
    loginName: 'Gebruikersnaam',
    email: 'E-mail',
    phone: 'Telefoon',
    organization: 'Organisatie',
    unverified: 'niet bevestigd',
  },
  sessions: {
    heading: 'Waar u bent aangemeld',
    lead: 'Meld elke browser af die u niet herkent en wijzig daarna uw wachtwoord.',
    device: (browser, system) => `${browser} op ${system}`,
    unknownDevice: 'Onbekende browser',
    current: 'Deze browser',
    signedIn: (time) => `Aangemeld: ${time}`,
    lastUsed: (time) => `Laatst gebruikt: ${time}`,
    network: (network) => html`Netwerk ${network}`,
    end: 'Afmelden',
    endOthers: 'Overal elders afmelden',
    more: (count) =>
      plural(count, { one: `Nog ${count} browser wordt niet getoond.`, other: `Nog ${count} browsers worden niet getoond.` }),
  },
  notices: { session_ended: 'De browser is afgemeld.', other_sessions_ended: 'Alle andere browsers zijn afgemeld.' },
  errors: { outdated_form: 'U hebt zich opnieuw aangemeld sinds deze pagina werd geopend. Er is niets gewijzigd. Probeer het opnieuw.' },
}
