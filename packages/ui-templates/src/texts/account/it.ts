// Italian.
import { html } from 'hono/html'
import { pluralOf } from '../plural.ts'
import type { AccountTexts } from './texts.ts'

const plural = pluralOf('it')

/** The texts of the account page in Italian. */
export const it: AccountTexts = {
  title: 'Il tuo account',
  chooseAccount: 'Scegli un account',
  otherAccount: 'Mostra un altro account',
  person: {
    heading: 'Su di te',
    loginName: 'Nome utente',
    email: 'Email',
    phone: 'Telefono',
    organization: 'Organizzazione',
    unverified: 'non confermato',
  },
  sessions: {
    heading: 'Dove hai effettuato l’accesso',
    lead: 'Disconnetti ogni browser che non riconosci, poi cambia la password.',
    device: (browser, system) => `${browser} su ${system}`,
    unknownDevice: 'Browser sconosciuto',
    current: 'Questo browser',
    signedIn: (time) => `Accesso: ${time}`,
    lastUsed: (time) => `Ultimo utilizzo: ${time}`,
    network: (network) => html`Rete ${network}`,
    end: 'Disconnetti',
    endOthers: 'Disconnetti tutti gli altri',
    more: (count) => plural(count, { one: `${count} altro browser non è mostrato.`, other: `Altri ${count} browser non sono mostrati.` }),
  },
  notices: { session_ended: 'Il browser è disconnesso.', other_sessions_ended: 'Tutti gli altri browser sono disconnessi.' },
  errors: {
    outdated_form: 'Hai effettuato di nuovo l’accesso da quando questa pagina è stata aperta. Non è stato modificato nulla. Riprova.',
  },
}
