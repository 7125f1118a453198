// Polish.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in Polish. */
export function pl(): MailTexts {
  return {
    language: 'pl',
    direction: 'ltr',
    greeting: 'Dzień dobry, {{.DisplayName}},',
    colon: ': ',
    code: 'Twój kod',
    service: 'Usługa',
    application: 'Aplikacja',
    time: 'Data i godzina',
    place: 'Adres IP',
    messages: {
      recovery: {
        subject: 'Zresetuj hasło',
        text: 'Otrzymaliśmy prośbę o zresetowanie hasła do Twojego konta {{.PreferredLoginName}}. Wpisz ten kod albo otwórz link. Oba wygasną za godzinę.',
        button: 'Zresetuj hasło',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość. Twoje hasło się nie zmieni.',
      },
      recovery_without_password: {
        subject: 'Jak się zalogować',
        text: 'Otrzymaliśmy prośbę o zresetowanie hasła do Twojego konta {{.PreferredLoginName}}. To konto nie ma hasła. Zaloguj się kluczem dostępu albo przez usługę używaną dotychczas.',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
      },
      invitation: {
        subject: 'Twoje nowe konto',
        text: 'Utworzono dla Ciebie konto: {{.PreferredLoginName}}. Otwórz link, aby skonfigurować logowanie. Link wygaśnie za trzy dni.',
        button: 'Skonfiguruj konto',
        footer: 'Jeśli nie spodziewasz się tej wiadomości, możesz ją zignorować.',
      },
      password_link: {
        subject: 'Ustaw nowe hasło',
        text: 'Otwórz link, aby ustawić nowe hasło do Twojego konta {{.PreferredLoginName}}. Link wygaśnie za godzinę.',
        button: 'Ustaw nowe hasło',
        footer: 'Jeśli nie spodziewasz się tej wiadomości, możesz ją zignorować.',
      },
      email_verification: {
        subject: 'Twój kod: {{.Code}}',
        text: 'Wpisz ten kod, aby potwierdzić swój adres e-mail {{.LastEmail}}. Kod wygaśnie za godzinę.',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
      },
      registration: {
        subject: 'Twój kod: {{.Code}}',
        text: 'Wpisz ten kod, aby utworzyć konto. Kod wygaśnie za godzinę.',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość. Bez kodu konto nie zostanie utworzone.',
      },
      account_deleted: {
        subject: 'Twoje konto zostało usunięte',
        text: 'Twoje konto {{.PreferredLoginName}} zostało usunięte na Twoją prośbę. To ostatnia wiadomość na jego temat.',
        footer: 'Jeśli to nie Ty, natychmiast skontaktuj się z administratorem.',
      },
      registration_existing: {
        subject: 'Masz już konto',
        text: 'Otrzymaliśmy prośbę o utworzenie konta z Twoim adresem e-mail. Masz już konto: {{.PreferredLoginName}}. Zaloguj się na nie. Jeśli nie pamiętasz hasła, wybierz tam „Nie pamiętasz hasła?”.',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
      },
      email_in_use: {
        subject: 'Twój adres e-mail jest już używany',
        text: 'Otrzymaliśmy prośbę o użycie tego adresu e-mail dla innego konta. Adres należy już do konta, więc nic nie zostało zmienione.',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
      },
    },
    notices: {
      password_changed: 'Twoje hasło zostało zmienione',
      email_changed: 'Twój adres e-mail został zmieniony',
      passkey_added: 'Do Twojego konta dodano klucz dostępu',
      passkey_removed: 'Z Twojego konta usunięto klucz dostępu',
      factors_removed: 'Zmieniono Twoje hasło i usunięto aplikację uwierzytelniającą, kody odzyskiwania oraz klucze dostępu',
      identity_connected: 'Konto zewnętrzne zostało połączone z Twoim kontem',
      identity_disconnected: 'Konto zewnętrzne zostało odłączone od Twojego konta',
      authenticator_added: 'Do Twojego konta dodano aplikację uwierzytelniającą',
      authenticator_removed: 'Z Twojego konta usunięto aplikację uwierzytelniającą',
      recovery_codes_created: 'Dla Twojego konta utworzono nowe kody odzyskiwania',
      recovery_code_used: 'Użyto kodu odzyskiwania Twojego konta',
    },
    noticeText: 'Ta wiadomość dotyczy Twojego konta {{.PreferredLoginName}}. Jeśli to Ty, nie musisz nic robić.',
    noticeFooter: 'Jeśli to nie Ty, natychmiast ustaw nowe hasło i skontaktuj się z administratorem.',
    report: {
      text: 'Jeśli to nie Ty, otwórz link w ciągu trzech dni. Nastąpi wylogowanie na wszystkich urządzeniach i będzie można zabezpieczyć konto.',
      button: 'To nie ja',
      footer: 'Jeśli to nie Ty, skontaktuj się też z administratorem.',
    },
  }
}
