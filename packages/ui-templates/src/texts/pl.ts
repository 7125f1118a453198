// Polish, in the direct address that Polish software uses.
import { html } from 'hono/html'
import { pluralOf } from './plural.ts'
import type { Texts, Wait } from './texts.ts'

const plural = pluralOf('pl')
// In the accusative, the case of how long one waits.
const units = {
  seconds: { one: 'sekundę', few: 'sekundy', many: 'sekund', other: 'sekundy' },
  minutes: { one: 'minutę', few: 'minuty', many: 'minut', other: 'minuty' },
}
const time = ({ count, unit }: Wait): string => `${count} ${plural(count, units[unit])}`

/** The Polish texts. */
export const pl: Texts = {
  language: 'pl',
  direction: 'ltr',
  signInTo: (application) => html`Zaloguj się do ${application}`,
  otherAccount: 'Użyj innego konta',
  errorPrefix: 'Błąd: ',
  loginName: { title: 'Logowanie', label: 'E-mail lub nazwa użytkownika', submit: 'Dalej', chooseAccount: 'Wybierz jedno ze swoich kont' },
  password: { title: 'Wpisz hasło', label: 'Hasło', submit: 'Zaloguj się' },
  newPassword: {
    label: 'Nowe hasło',
    again: 'Powtórz nowe hasło',
    length: (count) => `Co najmniej ${count} ${plural(count, { one: 'znak', few: 'znaki', other: 'znaków' })}`,
    lowercase: 'Mała litera (a–z)',
    uppercase: 'Wielka litera (A–Z)',
    digit: 'Cyfra (0–9)',
    symbol: 'Symbol lub spacja',
    guessable: 'Żadnych popularnych haseł, nazw ani ciągów takich jak 1234',
  },
  passwordChange: {
    title: 'Wybierz nowe hasło',
    demanded: 'Administrator prosi Cię o zmianę hasła.',
    expired: 'Twoje hasło wygasło.',
    expiring: (days) => `Twoje hasło wygaśnie za ${days} ${plural(days, { one: 'dzień', other: 'dni' })}.`,
    wanted: 'Tutaj pozostaniesz zalogowany. Na innych urządzeniach nastąpi wylogowanie.',
    current: 'Obecne hasło',
    submit: 'Zapisz hasło',
  },
  skip: 'Nie teraz',
  oneTimeCode: {
    title: 'Wpisz kod',
    lead: (loginName) => html`Twoja aplikacja uwierzytelniająca pokazuje kod dla ${loginName}`,
    label: 'Sześciocyfrowy kod',
    submit: 'Kontynuuj',
  },
  ways: {
    or: 'lub',
    provider: (name) => html`Kontynuuj przez ${name}`,
    recovery: 'Nie pamiętasz hasła?',
    registration: 'Utwórz konto',
    none: 'Tutaj nie można się zalogować. Poproś o pomoc osoby prowadzące tę usługę.',
  },
  secondFactors: { one_time_code: 'Użyj kodu z aplikacji uwierzytelniającej', recovery_code: 'Użyj kodu odzyskiwania' },
  totpSetup: {
    required: {
      title: 'Skonfiguruj drugi krok',
      lead: 'Twoja organizacja wymaga przy logowaniu drugiego kroku: kodu z aplikacji w telefonie.',
    },
    offered: {
      title: 'Skonfigurować drugi krok?',
      lead: 'Chroni on Twoje konto nawet wtedy, gdy ktoś pozna Twoje hasło. Potrzebujesz w telefonie aplikacji, która pokazuje kody.',
    },
    replacement: {
      title: 'Skonfigurować nową aplikację uwierzytelniającą?',
      lead: 'Zalogowano za pomocą kodu odzyskiwania. Jeśli nie masz już swojej aplikacji, skonfiguruj teraz nową. Stara przestanie działać.',
    },
    submit: 'Skonfiguruj aplikację',
  },
  totpEnrolment: {
    title: 'Skonfiguruj aplikację uwierzytelniającą',
    open: 'Otwórz aplikację uwierzytelniającą w telefonie. Jeśli jej nie masz, najpierw ją zainstaluj.',
    scan: 'Zeskanuj ten obraz w aplikacji:',
    image: 'Kod QR dla aplikacji uwierzytelniającej',
    key: 'Albo wpisz ten klucz w aplikacji:',
    sameDevice: 'Otwórz w aplikacji na tym urządzeniu',
    enter: 'Wpisz kod pokazany w aplikacji:',
    submit: 'Potwierdź',
  },
  recoveryCode: {
    title: 'Wpisz kod odzyskiwania',
    lead: (loginName) => html`Użyj jednego z kodów zapisanych dla ${loginName}`,
    label: 'Kod odzyskiwania',
    submit: 'Dalej',
  },
  recoveryCodeSetup: {
    title: 'Zapisz kody odzyskiwania',
    lead: 'Kod odzyskiwania pozwala się zalogować, gdy telefon zginie lub się zepsuje. Przechowuj kody w bezpiecznym miejscu.',
    left: (count) =>
      plural(count, {
        one: 'Pozostał Ci 1 kod odzyskiwania.',
        few: `Pozostały Ci ${count} kody odzyskiwania.`,
        many: `Pozostało Ci ${count} kodów odzyskiwania.`,
        other: `Pozostało Ci ${count} kodu odzyskiwania.`,
      }),
    submit: 'Pokaż moje kody odzyskiwania',
  },
  recoveryCodes: {
    title: 'Twoje kody odzyskiwania',
    lead: 'Wydrukuj te kody lub zapisz je, na przykład w menedżerze haseł. Każdy kod działa raz. Nie zostaną tu pokazane ponownie.',
    download: 'Pobierz jako plik tekstowy',
    saved: 'Te kody są zapisane',
    submit: 'Dalej',
  },
  accountSelection: { title: 'Wybierz konto', signedOut: 'Wylogowano – zaloguj się ponownie' },
  externalAccount: {
    title: 'Żadne konto nie jest połączone',
    lead: (provider) => html`Twoje konto ${provider} nie jest tu połączone z żadnym kontem.`,
    heading: 'Utwórz konto',
    userName: 'Nazwa użytkownika',
    firstName: 'Imię',
    lastName: 'Nazwisko',
    email: 'Adres e-mail',
    submit: 'Utwórz konto',
    connect: 'Zaloguj się i połącz konto, które już masz',
    none: 'Zaloguj się w inny sposób albo poproś o konto osoby prowadzące tę usługę.',
  },
  externalLink: {
    title: 'Połączyć to konto?',
    lead: (provider, loginName) => html`Będzie można logować się jako ${loginName} za pomocą konta ${provider}.`,
    account: 'Konto',
    submit: 'Połącz',
    cancel: 'Nie łącz',
  },
  formPost: { title: 'Powrót do aplikacji', next: 'Jeśli nic się nie dzieje, wybierz „Kontynuuj”.', submit: 'Kontynuuj' },
  welcome: {
    title: 'Usługa logowania',
    lead: 'Tutaj można się zalogować, aby korzystać z aplikacji.',
    next: 'Otwórz aplikację, z której chcesz skorzystać. Przekieruje Cię ona tutaj, gdy trzeba będzie się zalogować.',
  },
  signOut: {
    title: 'Wyloguj się',
    question: (place) => html`Wylogować się z ${place}?`,
    lead: 'Nastąpi wylogowanie ze wszystkich kont w tej przeglądarce.',
    submit: 'Wyloguj się',
  },
  signedOut: {
    title: 'Wylogowano',
    next: 'Możesz teraz zamknąć to okno.',
    continue: 'Przejdź do aplikacji',
    othersRemain: 'Inne konta są nadal zalogowane w tej przeglądarce.',
  },
  formErrors: {
    missing_login_name: 'Wpisz adres e-mail lub nazwę użytkownika.',
    missing_password: 'Wpisz hasło.',
    missing_code: 'Wpisz kod z aplikacji uwierzytelniającej.',
    missing_current_password: 'Wpisz obecne hasło.',
    wrong_current_password: 'Obecne hasło jest nieprawidłowe. Wpisz je ponownie.',
    missing_new_password: 'Wpisz nowe hasło.',
    passwords_differ: 'Hasła są różne. Wpisz dwa razy to samo.',
    password_unchanged: 'To jest Twoje obecne hasło. Wybierz inne.',
    password_too_short: 'To hasło jest za krótkie. Dodaj znaki.',
    password_too_long: 'To hasło jest za długie. Wybierz krótsze.',
    password_without_lowercase: 'W tym haśle nie ma małej litery. Dodaj ją.',
    password_without_uppercase: 'W tym haśle nie ma wielkiej litery. Dodaj ją.',
    password_without_digit: 'W tym haśle nie ma cyfry. Dodaj ją.',
    password_without_symbol: 'W tym haśle nie ma symbolu. Dodaj go.',
    password_common: 'Wiele osób używa tego hasła, więc łatwo je odgadnąć. Wybierz inne.',
    password_personal: 'To hasło składa się z nazw, które znają inni. Wybierz inne.',
    password_predictable: 'To hasło jest ciągiem lub się powtarza, więc łatwo je odgadnąć. Wybierz inne.',
    invalid_credentials: 'Nazwa użytkownika lub hasło są nieprawidłowe. Sprawdź je i spróbuj ponownie.',
    invalid_code: 'Ten kod jest nieprawidłowy, wygasł lub został już użyty. Poczekaj na następny i wpisz go.',
    missing_recovery_code: 'Wpisz jeden ze swoich kodów odzyskiwania.',
    invalid_recovery_code: 'Ten kod odzyskiwania jest nieprawidłowy lub został już użyty. Sprawdź go lub spróbuj innego.',
    setup_expired: 'Trwało to zbyt długo, więc nic nie zostało zmienione. Zacznij od nowa.',
    codes_not_saved: 'Najpierw zapisz kody, a potem zaznacz pole.',
    too_many_attempts: 'Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.',
    busy: 'W tej chwili loguje się wiele osób. Spróbuj ponownie za kilka sekund.',
    missing_name: 'Wpisz imię i nazwisko.',
    invalid_user_name: 'Wpisz inną nazwę użytkownika. Może mieć litery, cyfry i zwykłe znaki.',
    user_name_taken: 'Ta nazwa użytkownika jest zajęta. Wybierz inną.',
  },
  waitErrors: {
    too_many_attempts: (wait) => `Zbyt wiele prób. Odczekaj ${time(wait)} i spróbuj ponownie.`,
    busy: (wait) => `W tej chwili loguje się wiele osób. Odczekaj ${time(wait)} i spróbuj ponownie.`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: 'To żądanie logowania jest nieprawidłowe',
      happened: 'Aplikacja wysłała żądanie, którego nie możemy przyjąć.',
      next: 'Wróć do aplikacji i zacznij od nowa. Jeśli to nie pomoże, zgłoś to osobom, które prowadzą aplikację.',
    },
    expired_request: {
      title: 'To logowanie nie jest już otwarte',
      happened: 'Trwało zbyt długo, zostało już zakończone lub rozpoczęto je w innej przeglądarce.',
      next: 'Wróć do aplikacji i zacznij od nowa.',
    },
    forbidden_form: {
      title: 'Nie udało się przyjąć tego formularza',
      happened: 'Nie został wysłany z tego logowania lub przeglądarka blokuje nasze pliki cookie.',
      next: 'Zezwól na pliki cookie dla tej witryny, a potem wróć do aplikacji i zacznij od nowa.',
    },
    user_not_active: {
      title: 'Tego konta nie można użyć',
      happened: 'Konto lub organizacja, do której należy, jest zablokowane lub wyłączone.',
      next: 'Zapytaj administratora albo wróć do aplikacji i zacznij od nowa z innym kontem.',
    },
    user_not_admitted: {
      title: 'Brak dostępu',
      happened: 'Twoje konto nie ma dostępu do tej aplikacji.',
      next: 'Poproś administratora o dostęp albo wróć do aplikacji i zacznij od nowa z innym kontem.',
    },
    second_factor_missing: {
      title: 'Potrzebny jest drugi składnik',
      happened: 'Twoja organizacja wymaga go przy logowaniu, a na Twoim koncie żaden nie jest skonfigurowany.',
      next: 'Poproś administratora o jego skonfigurowanie, a potem wróć do aplikacji i zacznij od nowa.',
    },
    second_factor_unavailable: {
      title: 'Twojego drugiego składnika nie można tu sprawdzić',
      happened: 'Twoje konto ma drugi składnik lub Twoja organizacja wymaga takiego, którego ten serwer nie obsługuje.',
      next: 'Zgłoś to administratorowi, a potem wróć do aplikacji i zacznij od nowa.',
    },
    password_change_unavailable: {
      title: 'Potrzebne jest nowe hasło',
      happened: 'Administrator wymaga nowego hasła, a tutaj nie można go ustawić.',
      next: 'Poproś administratora o ustawienie nowego hasła, a potem wróć do aplikacji i zacznij od nowa.',
    },
    wrong_user: {
      title: 'Potrzebne jest inne konto',
      happened: 'Aplikacja wymaga innego konta niż to, na które się zalogowano.',
      next: 'Wróć do aplikacji i zacznij od nowa z kontem, którego ona wymaga.',
    },
    invalid_sign_out_request: {
      title: 'To żądanie wylogowania jest nieprawidłowe',
      happened: 'Aplikacja wysłała żądanie, którego nie możemy przyjąć. Nikt nie został wylogowany.',
      next: 'Wróć do aplikacji i zacznij od nowa. Jeśli to nie pomoże, zgłoś to osobom, które prowadzą aplikację.',
    },
    sign_out_failed: {
      title: 'Nadal trwa Twoja sesja',
      happened: 'Jeden z naszych systemów nie odpowiada, dlatego nie udało się Cię wylogować.',
      next: 'Odczekaj minutę, a potem wróć do aplikacji i zacznij od nowa.',
    },
    not_found: {
      title: 'Nie znaleziono strony',
      happened: 'Pod tym adresem nie ma żadnej strony.',
      next: 'Sprawdź adres albo wróć do aplikacji i zacznij od nowa.',
    },
    unavailable: {
      title: 'Logowanie jest teraz niedostępne',
      happened: 'Jeden z naszych systemów nie odpowiada.',
      next: 'Odczekaj minutę, a potem wróć do aplikacji i zacznij od nowa.',
    },
    too_many_requests: {
      title: 'Zbyt wiele żądań',
      happened: 'Z Twojej sieci przyszło tak wiele żądań, że musimy zwolnić.',
      next: 'Odczekaj minutę, a potem wróć do aplikacji i zacznij od nowa.',
    },
    server_error: {
      title: 'Coś poszło nie tak',
      happened: 'Po naszej stronie wystąpił nieoczekiwany błąd.',
      next: 'Wróć do aplikacji i zacznij od nowa. Jeśli to nie pomoże, zgłoś to administratorowi.',
    },
    external_sign_in_failed: {
      title: 'Logowanie się nie powiodło',
      happened: 'Druga usługa jest nieosiągalna albo jej odpowiedź była nieprawidłowa.',
      next: 'Wybierz inny sposób logowania albo wróć do aplikacji i zacznij od nowa.',
    },
    external_sign_in_cancelled: {
      title: 'Nie doszło do zalogowania',
      happened: 'Logowanie w drugiej usłudze zostało anulowane albo odrzucone.',
      next: 'Wybierz inny sposób logowania albo wróć do aplikacji i zacznij od nowa.',
    },
    external_not_allowed: {
      title: 'Ten sposób logowania nie jest dozwolony',
      happened: 'Twoja organizacja nie pozwala na logowanie za pomocą tej usługi.',
      next: 'Wybierz inny sposób logowania albo wróć do aplikacji i zacznij od nowa.',
    },
    external_wrong_organization: {
      title: 'Tego konta nie można tu użyć',
      happened: 'Należy ono do organizacji, której konta nie mogą się logować.',
      next: 'Wybierz inny sposób logowania albo wróć do aplikacji i zacznij od nowa.',
    },
    external_not_linked: {
      title: 'Konto nie zostało połączone',
      happened: 'Nie można go połączyć z Twoim kontem albo minęło zbyt dużo czasu.',
      next: 'Wybierz inny sposób logowania albo wróć do aplikacji i zacznij od nowa.',
    },
  },
  forDevelopers: 'Dla programistów',
}
