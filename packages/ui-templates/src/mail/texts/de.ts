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
    place: 'IP-Adresse',
    messages: {
      recovery: {
        subject: 'Passwort zurücksetzen',
        text: 'Wir haben eine Anfrage erhalten, das Passwort Ihres Kontos {{.PreferredLoginName}} zurückzusetzen. Geben Sie diesen Code ein oder öffnen Sie den Link. Beide laufen in einer Stunde ab.',
        button: 'Passwort zurücksetzen',
        footer: 'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
      },
      recovery_without_password: {
        subject: 'So melden Sie sich an',
        text: 'Wir haben eine Anfrage erhalten, das Passwort Ihres Kontos {{.PreferredLoginName}} zurückzusetzen. Ihr Konto hat kein Passwort. Melden Sie sich mit Ihrem Passkey an oder mit dem Dienst, den Sie bisher verwendet haben.',
        footer: 'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
      },
      invitation: {
        subject: 'Ihr neues Konto',
        text: 'Für Sie wurde ein Konto erstellt: {{.PreferredLoginName}}. Öffnen Sie den Link, um Ihre Anmeldung einzurichten. Der Link läuft in drei Tagen ab.',
        button: 'Konto einrichten',
        footer: 'Falls Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.',
      },
      password_link: {
        subject: 'Neues Passwort festlegen',
        text: 'Öffnen Sie den Link, um ein neues Passwort für Ihr Konto {{.PreferredLoginName}} festzulegen. Der Link läuft in einer Stunde ab.',
        button: 'Neues Passwort festlegen',
        footer: 'Falls Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.',
      },
      email_verification: {
        subject: 'Ihr Code: {{.Code}}',
        text: 'Geben Sie diesen Code ein, um Ihre E-Mail-Adresse {{.LastEmail}} zu bestätigen. Der Code läuft in einer Stunde ab.',
        footer: 'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
      },
      registration: {
        subject: 'Ihr Code: {{.Code}}',
        text: 'Geben Sie diesen Code ein, um Ihr Konto zu erstellen. Der Code läuft in einer Stunde ab.',
        footer: 'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ohne den Code wird kein Konto erstellt.',
      },
      account_deleted: {
        subject: 'Ihr Konto wurde gelöscht',
        text: 'Ihr Konto {{.PreferredLoginName}} wurde auf Ihren Wunsch gelöscht. Dies ist die letzte E-Mail dazu.',
        footer: 'Falls Sie das nicht waren, wenden Sie sich sofort an Ihren Administrator.',
      },
      registration_existing: {
        subject: 'Sie haben bereits ein Konto',
        text: 'Wir haben eine Anfrage erhalten, ein Konto mit Ihrer E-Mail-Adresse zu erstellen. Sie haben bereits ein Konto: {{.PreferredLoginName}}. Melden Sie sich damit an. Falls Sie Ihr Passwort vergessen haben, wählen Sie dort „Passwort vergessen?“.',
        footer: 'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
      },
      email_in_use: {
        subject: 'Ihre E-Mail-Adresse wird bereits verwendet',
        text: 'Wir haben eine Anfrage erhalten, diese E-Mail-Adresse für ein anderes Konto zu verwenden. Sie gehört bereits zu einem Konto, deshalb wurde nichts geändert.',
        footer: 'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
      },
    },
    notices: {
      password_changed: 'Ihr Passwort wurde geändert',
      email_changed: 'Ihre E-Mail-Adresse wurde geändert',
      passkey_added: 'Ein Passkey wurde zu Ihrem Konto hinzugefügt',
      passkey_removed: 'Ein Passkey wurde aus Ihrem Konto entfernt',
      factors_removed: 'Ihr Passwort wurde geändert, und Ihre Authenticator-App, Wiederherstellungscodes und Passkeys wurden entfernt',
      identity_connected: 'Ein externes Konto wurde mit Ihrem Konto verknüpft',
      identity_disconnected: 'Die Verknüpfung mit einem externen Konto wurde aufgehoben',
      authenticator_added: 'Eine Authenticator-App wurde zu Ihrem Konto hinzugefügt',
      authenticator_removed: 'Eine Authenticator-App wurde aus Ihrem Konto entfernt',
      recovery_codes_created: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt',
      recovery_code_used: 'Ein Wiederherstellungscode Ihres Kontos wurde verwendet',
    },
    noticeText: 'Das betrifft Ihr Konto {{.PreferredLoginName}}. Falls Sie das waren, müssen Sie nichts weiter tun.',
    noticeFooter: 'Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest und wenden Sie sich an Ihren Administrator.',
    report: {
      text: 'Falls Sie das nicht waren, öffnen Sie innerhalb von drei Tagen den Link. Damit werden Sie überall abgemeldet und können Ihr Konto sichern.',
      button: 'Das war ich nicht',
      footer: 'Falls Sie das nicht waren, wenden Sie sich auch an Ihren Administrator.',
    },
  }
}
