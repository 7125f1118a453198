// Polish.
import { html } from 'hono/html'
import { pluralOf } from '../plural.ts'
import type { AccountTexts } from './texts.ts'

const plural = pluralOf('pl')

/** The texts of the account page in Polish. */
export const pl: AccountTexts = {
  title: 'Twoje konto',
  chooseAccount: 'Wybierz konto',
  otherAccount: 'Pokaż inne konto',
  person: {
    heading: 'O Tobie',
    loginName: 'Nazwa użytkownika',
    email: 'E-mail',
    phone: 'Telefon',
    organization: 'Organizacja',
    unverified: 'niepotwierdzony',
  },
  sessions: {
    heading: 'Gdzie jesteś zalogowany',
    lead: 'Wyloguj każdą przeglądarkę, której nie rozpoznajesz, a potem zmień hasło.',
    device: (browser, system) => `${browser}, ${system}`,
    unknownDevice: 'Nieznana przeglądarka',
    current: 'Ta przeglądarka',
    signedIn: (time) => `Logowanie: ${time}`,
    lastUsed: (time) => `Ostatnie użycie: ${time}`,
    network: (network) => html`Sieć ${network}`,
    end: 'Wyloguj',
    endOthers: 'Wyloguj wszędzie indziej',
    more: (count) =>
      plural(count, {
        one: `Nie pokazano jeszcze ${count} przeglądarki.`,
        few: `Nie pokazano jeszcze ${count} przeglądarek.`,
        many: `Nie pokazano jeszcze ${count} przeglądarek.`,
        other: `Nie pokazano jeszcze ${count} przeglądarki.`,
      }),
  },
  notices: { session_ended: 'Przeglądarka została wylogowana.', other_sessions_ended: 'Wszystkie inne przeglądarki zostały wylogowane.' },
  errors: { outdated_form: 'Od otwarcia tej strony zalogowano się ponownie. Nic nie zostało zmienione. Spróbuj jeszcze raz.' },
}
