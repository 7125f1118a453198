// The texts of the pages in Polish.
import type { Texts } from './texts.ts'

/** The texts. */
export const pl: Texts = {
  code: {
    title: 'Połącz urządzenie',
    lead: 'Wpisz kod wyświetlony na urządzeniu.',
    label: 'Kod',
    help: 'Osiem liter, na przykład WDJB-MJHT',
    submit: 'Dalej',
    errors: {
      wrong_code: 'Kod jest nieprawidłowy lub wygasł. Sprawdź kod na urządzeniu.',
      too_many_codes: 'Za dużo nieprawidłowych kodów. Spróbuj ponownie za kilka minut.',
    },
  },
  request: {
    title: 'Zezwolić na dostęp?',
    lead: (application) => `${application} prosi o dostęp do Twojego konta.`,
    compare: 'Sprawdź, czy Twoje urządzenie wyświetla dokładnie ten kod.',
    facts: {
      application: 'Aplikacja',
      organization: 'Organizacja',
      account: 'Konto',
      origin: 'Miejsce żądania',
      unknownOrigin: 'Nieznane miejsce',
      time: 'Czas żądania',
      minutesAgo: (minutes) => {
        if (minutes === 0) return 'przed chwilą'
        if (minutes === 1) return '1 minutę temu'
        return `${minutes} ${minutes < 5 ? 'minuty' : 'minut'} temu`
      },
    },
    scopes: {
      heading: 'Żądany dostęp',
      names: {
        openid: 'Logowanie przy użyciu Twojego konta',
        profile: 'Twoje imię, nazwisko i profil',
        email: 'Twój adres e-mail',
        phone: 'Twój numer telefonu',
        address: 'Twój adres pocztowy',
        offline_access: 'Pozostanie zalogowanym, dopóki nie usuniesz dostępu',
      },
    },
    warning: 'Czy inna osoba wysłała Ci ten kod lub link do tej strony? W takim razie odmów dostępu.',
    elsewhere:
      'Żądanie pochodzi z innej sieci niż sieć tej przeglądarki. Czy inna osoba wysłała Ci ten kod lub link do tej strony? W takim razie odmów dostępu.',
    allow: 'Zezwól',
    deny: 'Odmów',
  },
  decided: {
    approved: { title: 'Urządzenie połączone', next: 'Możesz zamknąć tę stronę i kontynuować na urządzeniu.' },
    denied: { title: 'Odmówiono dostępu', next: 'Urządzenie nie ma dostępu do Twojego konta. Możesz zamknąć tę stronę.' },
  },
}
