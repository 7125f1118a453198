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
    place: 'Adres sieciowy',
    messages: {
      recovery: {
        subject: 'Ustaw nowe hasło',
        text: 'Ktoś poprosił o nowe hasło do Twojego konta {{.PreferredLoginName}}. Wpisz ten kod albo otwórz link. Każdego z nich można użyć jeden raz, w ciągu godziny.',
        button: 'Ustaw nowe hasło',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość. Twoje hasło się nie zmieni.',
      },
      recovery_without_password: {
        subject: 'Jak się zalogować',
        text: 'Ktoś poprosił o nowe hasło do Twojego konta {{.PreferredLoginName}}. To konto nie ma hasła: zaloguj się kluczem dostępu albo przez usługę używaną dotychczas.',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
      },
      invitation: {
        subject: 'Twoje nowe konto',
        text: 'Utworzono dla Ciebie konto: {{.PreferredLoginName}}. Otwórz link i wybierz sposób logowania. Linku można użyć jeden raz, w ciągu trzech dni.',
        button: 'Skonfiguruj konto',
        footer: 'Jeśli nie spodziewasz się tej wiadomości, zignoruj ją.',
      },
      password_link: {
        subject: 'Ustaw nowe hasło',
        text: 'Otwórz link, aby ustawić nowe hasło do Twojego konta {{.PreferredLoginName}}. Linku można użyć jeden raz, w ciągu godziny.',
        button: 'Ustaw nowe hasło',
        footer: 'Jeśli nie spodziewasz się tej wiadomości, zignoruj ją.',
      },
      email_verification: {
        subject: 'Twój kod: {{.Code}}',
        text: 'Wpisz ten kod, aby potwierdzić, że {{.LastEmail}} to Twój adres. Kodu można użyć jeden raz, w ciągu godziny.',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
      },
      registration: {
        subject: 'Twój kod: {{.Code}}',
        text: 'Wpisz ten kod, aby utworzyć konto. Kodu można użyć jeden raz, w ciągu godziny.',
        footer: 'Jeśli to nie Ty, zignoruj tę wiadomość. Bez kodu konto nie powstanie.',
      },
      account_deleted: {
        subject: 'Twoje konto zostało usunięte',
        text: 'Twoje konto {{.PreferredLoginName}} zostało usunięte na Twoją prośbę. To ostatnia wiadomość na jego temat.',
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
      password_changed: 'Twoje hasło zostało zmienione',
      email_changed: 'Adres e-mail Twojego konta został zmieniony',
      passkey_added: 'Do Twojego konta dodano klucz dostępu',
      passkey_removed: 'Z Twojego konta usunięto klucz dostępu',
      factors_removed: 'Zmieniono Twoje hasło i usunięto aplikację uwierzytelniającą, kody odzyskiwania oraz klucze dostępu',
      identity_connected: 'Konto innej usługi zostało połączone z Twoim kontem',
      identity_disconnected: 'Konto innej usługi zostało odłączone od Twojego konta',
      authenticator_added: 'Do Twojego konta dodano aplikację uwierzytelniającą',
      authenticator_removed: 'Z Twojego konta usunięto aplikację uwierzytelniającą',
      recovery_codes_created: 'Dla Twojego konta utworzono nowe kody odzyskiwania',
      recovery_code_used: 'Użyto kodu odzyskiwania Twojego konta',
    },
    noticeText: 'Ta wiadomość dotyczy Twojego konta {{.PreferredLoginName}}. Jeśli to Ty, nie musisz nic robić.',
    noticeFooter: 'Jeśli to nie Ty, natychmiast ustaw nowe hasło i zawiadom osoby, które prowadzą tę usługę.',
    report: {
      text: 'Jeśli to nie Ty, otwórz link w ciągu trzech dni. Konto zostanie wszędzie wylogowane i będzie można je zabezpieczyć.',
      button: 'To nie ja',
      footer: 'Jeśli to nie Ty, zawiadom też osoby, które prowadzą tę usługę.',
    },
  }
}
