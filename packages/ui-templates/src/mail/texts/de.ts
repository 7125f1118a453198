// German.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in German. */
export function de(): MailTexts {
  return {
    language: 'de',
    direction: 'ltr',
    greeting: 'Guten Tag {{.DisplayName}},',
    colon: ': ',
    code: 'Ihr Code',
    service: 'Dienst',
    application: 'Anwendung',
    time: 'Zeitpunkt',
    place: 'Netzwerkadresse',
    messages: {
      recovery: {
        subject: 'Neues Passwort festlegen',
        text: 'Jemand möchte für Ihr Konto {{.PreferredLoginName}} ein neues Passwort festlegen. Geben Sie diesen Code ein oder öffnen Sie den Link. Beides gilt einmalig und eine Stunde lang.',
        button: 'Neues Passwort festlegen',
        footer: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
      },
      recovery_without_password: {
        subject: 'So melden Sie sich an',
        text: 'Jemand möchte für Ihr Konto {{.PreferredLoginName}} ein neues Passwort festlegen. Ihr Konto hat kein Passwort: Melden Sie sich mit Ihrem Passkey an oder mit dem Dienst, den Sie bisher verwendet haben.',
        footer: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail.',
      },
      invitation: {
        subject: 'Ihr neues Konto',
        text: 'Für Sie wurde ein Konto erstellt: {{.PreferredLoginName}}. Öffnen Sie den Link und wählen Sie, wie Sie sich anmelden. Er gilt einmalig und drei Tage lang.',
        button: 'Konto einrichten',
        footer: 'Falls Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.',
      },
      password_link: {
        subject: 'Neues Passwort festlegen',
        text: 'Öffnen Sie den Link, um für Ihr Konto {{.PreferredLoginName}} ein neues Passwort festzulegen. Er gilt einmalig und eine Stunde lang.',
        button: 'Neues Passwort festlegen',
        footer: 'Falls Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.',
      },
      email_verification: {
        subject: 'Ihr Code: {{.Code}}',
        text: 'Geben Sie diesen Code ein, um zu bestätigen, dass {{.LastEmail}} Ihre Adresse ist. Er gilt einmalig und eine Stunde lang.',
        footer: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail.',
      },
      registration: {
        subject: 'Ihr Code: {{.Code}}',
        text: 'Geben Sie diesen Code ein, um Ihr Konto zu erstellen. Er gilt einmalig und eine Stunde lang.',
        footer: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail. Ohne den Code wird kein Konto erstellt.',
      },
      account_deleted: {
        subject: 'Ihr Konto wurde gelöscht',
        text: 'Ihr Konto {{.PreferredLoginName}} wurde auf Ihren Wunsch gelöscht. Dies ist die letzte Nachricht dazu.',
        footer: 'Falls Sie das nicht waren, melden Sie es sofort dem Betreiber dieses Dienstes.',
      },
      registration_existing: {
        subject: 'Sie haben bereits ein Konto',
        text: 'Jemand wollte mit Ihrer Adresse ein Konto erstellen. Sie haben schon eines: {{.PreferredLoginName}}. Melden Sie sich damit an. Falls Sie Ihr Passwort vergessen haben, wählen Sie dort „Passwort vergessen?“.',
        footer: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail.',
      },
      email_in_use: {
        subject: 'Ihre Adresse gehört zu einem Konto',
        text: 'Jemand wollte diese Adresse für ein anderes Konto verwenden. Sie gehört schon zu einem Konto, deshalb wurde nichts geändert.',
        footer: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail.',
      },
    },
    notices: {
      password_changed: 'Ihr Passwort wurde geändert',
      email_changed: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
      passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt',
      passkey_removed: 'Ein Passkey wurde aus Ihrem Konto entfernt',
      factors_removed: 'Ihr Passwort wurde geändert, und Ihre Authenticator-App, Wiederherstellungscodes und Passkeys wurden entfernt',
      identity_connected: 'Ihr Konto wurde mit einem Konto bei einem anderen Dienst verknüpft',
      identity_disconnected: 'Die Verknüpfung Ihres Kontos mit einem anderen Dienst wurde aufgehoben',
      authenticator_added: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
      authenticator_removed: 'Eine Authenticator-App wurde aus Ihrem Konto entfernt',
      recovery_codes_created: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt',
      recovery_code_used: 'Ein Wiederherstellungscode Ihres Kontos wurde verwendet',
    },
    noticeText: 'Das betrifft Ihr Konto {{.PreferredLoginName}}. Falls Sie es selbst waren, müssen Sie nichts tun.',
    noticeFooter: 'Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest und melden Sie es dem Betreiber dieses Dienstes.',
    report: {
      text: 'Falls Sie es nicht waren, öffnen Sie innerhalb von drei Tagen den Link. Er meldet Ihr Konto überall ab und hilft Ihnen, es zu schützen.',
      button: 'Das war ich nicht',
      footer: 'Falls Sie es nicht waren, melden Sie es auch dem Betreiber dieses Dienstes.',
    },
  }
}
