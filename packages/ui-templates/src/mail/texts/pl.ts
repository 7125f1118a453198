// Polish.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in Polish. */
export const pl: MailTexts = {
  language: 'pl',
  direction: 'ltr',
  greeting: 'Dzień dobry, {{.DisplayName}},',
  colon: ': ',
  code: 'Kod',
  service: 'Usługa',
  application: 'Aplikacja',
  time: 'Czas',
  place: 'Adres sieciowy',
  messages: {
    recovery: {
      subject: 'Ustawianie nowego hasła',
      text: 'Ktoś poprosił o nowe hasło do konta {{.PreferredLoginName}}. Wpisz ten kod albo otwórz link. Można ich użyć jeden raz, w ciągu godziny.',
      button: 'Ustaw nowe hasło',
      footer: 'Jeśli to nie Ty, zignoruj tę wiadomość. Hasło się nie zmieni.',
    },
    recovery_without_password: {
      subject: 'Jak się zalogować',
      text: 'Ktoś poprosił o nowe hasło do konta {{.PreferredLoginName}}. To konto nie ma hasła: zaloguj się kluczem dostępu albo przez usługę używaną dotychczas.',
      footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
    },
    invitation: {
      subject: 'Twoje nowe konto',
      text: 'Utworzono dla Ciebie konto: {{.PreferredLoginName}}. Otwórz link i wybierz sposób logowania. Linku można użyć jeden raz, w ciągu trzech dni.',
      button: 'Skonfiguruj konto',
      footer: 'Jeśli nie spodziewasz się tej wiadomości, zignoruj ją.',
    },
    password_link: {
      subject: 'Ustawianie nowego hasła',
      text: 'Otwórz link, aby ustawić nowe hasło do konta {{.PreferredLoginName}}. Linku można użyć jeden raz, w ciągu godziny.',
      button: 'Ustaw nowe hasło',
      footer: 'Jeśli nie spodziewasz się tej wiadomości, zignoruj ją.',
    },
    email_verification: {
      subject: 'Kod: {{.Code}}',
      text: 'Wpisz ten kod, aby potwierdzić, że {{.LastEmail}} to Twój adres. Kodu można użyć jeden raz, w ciągu godziny.',
      footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
    },
    registration: {
      subject: 'Kod: {{.Code}}',
      text: 'Wpisz ten kod, aby utworzyć konto. Kodu można użyć jeden raz, w ciągu godziny.',
      footer: 'Jeśli to nie Ty, zignoruj tę wiadomość. Bez kodu konto nie powstanie.',
    },
    account_deleted: {
      subject: 'Twoje konto zostało usunięte',
      text: 'Konto {{.PreferredLoginName}} zostało usunięte na Twoją prośbę. To ostatnia wiadomość na jego temat.',
      footer: 'Jeśli to nie Ty, natychmiast zawiadom osoby, które prowadzą tę usługę.',
    },
    registration_existing: {
      subject: 'Masz już konto',
      text: 'Ktoś próbował utworzyć konto z Twoim adresem. Masz już konto: {{.PreferredLoginName}}. Zaloguj się na nie. Jeśli nie pamiętasz hasła, wybierz tam „Nie pamiętasz hasła?”.',
      footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
    },
    email_in_use: {
      subject: 'Twój adres należy do konta',
      text: 'Ktoś chciał użyć tego adresu dla innego konta. Adres należy już do konta, więc nic nie zostało zmienione.',
      footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
    },
  },
  notices: {
    password_changed: 'Hasło zostało zmienione',
    email_changed: 'Adres e-mail konta został zmieniony',
    passkey_added: 'Do konta dodano klucz dostępu',
    passkey_removed: 'Z konta usunięto klucz dostępu',
    factors_removed: 'Zmieniono hasło konta i usunięto aplikację uwierzytelniającą, kody odzyskiwania oraz klucze dostępu',
    identity_disconnected: 'Konto w innej usłudze zostało odłączone od Twojego konta',
    authenticator_added: 'Do konta dodano aplikację uwierzytelniającą',
    authenticator_removed: 'Z konta usunięto aplikację uwierzytelniającą',
    recovery_codes_created: 'Dla konta utworzono nowe kody odzyskiwania',
    recovery_code_used: 'Użyto kodu odzyskiwania konta',
  },
  noticeText: 'Dotyczy to konta {{.PreferredLoginName}}. Jeśli to Ty, nie musisz nic robić.',
  noticeFooter: 'Jeśli to nie Ty, natychmiast ustaw nowe hasło i zawiadom osoby, które prowadzą tę usługę.',
  report: {
    text: 'Jeśli to nie Ty, otwórz link w ciągu trzech dni. Konto zostanie wszędzie wylogowane, a Ty możesz je zabezpieczyć.',
    button: 'To nie ja',
    footer: 'Jeśli to nie Ty, zawiadom też osoby, które prowadzą tę usługę.',
  },
}
