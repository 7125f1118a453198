// German, in the polite form.
import { html } from 'hono/html'
import { pluralOf } from './plural.ts'
import type { Texts, Wait } from './texts.ts'

const plural = pluralOf('de')
const units = { seconds: { one: 'Sekunde', other: 'Sekunden' }, minutes: { one: 'Minute', other: 'Minuten' } }
const time = ({ count, unit }: Wait): string => `${count} ${plural(count, units[unit])}`

/** The German texts. */
export const de: Texts = {
  language: 'de',
  direction: 'ltr',
  signInTo: (application) => html`Bei ${application} anmelden`,
  otherAccount: 'Anderes Konto verwenden',
  errorPrefix: 'Fehler: ',
  loginName: { title: 'Anmelden', label: 'E-Mail oder Benutzername', submit: 'Weiter', chooseAccount: 'Eines Ihrer Konten auswählen' },
  password: { title: 'Passwort eingeben', label: 'Passwort', submit: 'Anmelden' },
  newPassword: {
    label: 'Neues Passwort',
    again: 'Neues Passwort wiederholen',
    length: (count) => `Mindestens ${count} Zeichen`,
    lowercase: 'Ein Kleinbuchstabe (a–z)',
    uppercase: 'Ein Großbuchstabe (A–Z)',
    digit: 'Eine Ziffer (0–9)',
    symbol: 'Ein Sonderzeichen oder ein Leerzeichen',
    guessable: 'Kein häufiges Passwort, kein Name, keine Folge wie 1234',
  },
  passwordChange: {
    title: 'Neues Passwort wählen',
    demanded: 'Ihr Administrator bittet Sie, Ihr Passwort zu ändern.',
    expired: 'Ihr Passwort ist abgelaufen.',
    expiring: (days) => `Ihr Passwort läuft in ${days} ${plural(days, { one: 'Tag', other: 'Tagen' })} ab.`,
    wanted: 'Hier bleiben Sie angemeldet. Ihre anderen Geräte werden abgemeldet.',
    current: 'Aktuelles Passwort',
    submit: 'Passwort speichern',
  },
  skip: 'Nicht jetzt',
  oneTimeCode: {
    title: 'Code eingeben',
    lead: (loginName) => html`Ihre Authenticator-App zeigt einen Code für ${loginName}`,
    label: 'Sechsstelliger Code',
    submit: 'Weiter',
  },
  ways: {
    or: 'oder',
    provider: (name) => html`Weiter mit ${name}`,
    recovery: 'Passwort vergessen?',
    registration: 'Konto anlegen',
    none: 'Hier ist keine Anmeldung möglich. Wenden Sie sich an den Betreiber dieses Dienstes.',
  },
  secondFactors: { one_time_code: 'Code aus der Authentifizierungs-App verwenden', recovery_code: 'Wiederherstellungscode verwenden' },
  totpSetup: {
    required: {
      title: 'Zweiten Schritt einrichten',
      lead: 'Ihre Organisation verlangt bei der Anmeldung einen zweiten Schritt: einen Code aus einer App auf Ihrem Telefon.',
    },
    offered: {
      title: 'Zweiten Schritt einrichten?',
      lead: 'Er schützt Ihr Konto auch dann, wenn jemand Ihr Passwort erfährt. Sie brauchen eine App auf Ihrem Telefon, die Codes anzeigt.',
    },
    replacement: {
      title: 'Neue Authenticator-App einrichten?',
      lead: 'Sie haben sich mit einem Wiederherstellungscode angemeldet. Wenn Sie Ihre App nicht mehr haben, richten Sie jetzt eine neue ein. Die alte funktioniert dann nicht mehr.',
    },
    submit: 'App einrichten',
  },
  totpEnrolment: {
    title: 'Authenticator-App einrichten',
    open: 'Öffnen Sie eine Authenticator-App auf Ihrem Telefon. Wenn Sie keine haben, installieren Sie zuerst eine.',
    scan: 'Scannen Sie dieses Bild mit der App:',
    image: 'QR-Code für Ihre Authenticator-App',
    key: 'Oder geben Sie diesen Schlüssel in der App ein:',
    sameDevice: 'In einer App auf diesem Gerät öffnen',
    enter: 'Geben Sie den Code ein, den die App anzeigt:',
    submit: 'Bestätigen',
  },
  recoveryCode: {
    title: 'Wiederherstellungscode eingeben',
    lead: (loginName) => html`Verwenden Sie einen der Codes, die Sie für ${loginName} gespeichert haben`,
    label: 'Wiederherstellungscode',
    submit: 'Weiter',
  },
  recoveryCodeSetup: {
    title: 'Wiederherstellungscodes speichern',
    lead: 'Mit einem Wiederherstellungscode können Sie sich anmelden, wenn Ihr Telefon verloren oder defekt ist. Bewahren Sie die Codes sicher auf.',
    left: (count) =>
      plural(count, { one: 'Sie haben noch 1 Wiederherstellungscode.', other: `Sie haben noch ${count} Wiederherstellungscodes.` }),
    submit: 'Wiederherstellungscodes anzeigen',
  },
  recoveryCodes: {
    title: 'Ihre Wiederherstellungscodes',
    lead: 'Drucken oder speichern Sie diese Codes, zum Beispiel in einem Passwortmanager. Jeder Code gilt einmal. Sie werden hier nicht noch einmal angezeigt.',
    download: 'Als Textdatei herunterladen',
    saved: 'Ich habe diese Codes gespeichert',
    submit: 'Weiter',
  },
  accountSelection: { title: 'Konto auswählen', signedOut: 'Abgemeldet – erneut anmelden' },
  externalAccount: {
    title: 'Kein Konto ist verknüpft',
    lead: (provider) => html`Ihr Konto bei ${provider} ist mit keinem Konto hier verknüpft.`,
    heading: 'Konto anlegen',
    userName: 'Benutzername',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail-Adresse',
    submit: 'Konto anlegen',
    connect: 'Anmelden und ein vorhandenes Konto verknüpfen',
    none: 'Melden Sie sich auf andere Weise an oder bitten Sie die Betreiber dieses Dienstes um ein Konto.',
  },
  externalLink: {
    title: 'Dieses Konto verknüpfen?',
    lead: (provider, loginName) => html`Sie können sich dann mit Ihrem Konto bei ${provider} als ${loginName} anmelden.`,
    account: 'Konto',
    submit: 'Verknüpfen',
    cancel: 'Nicht verknüpfen',
  },
  formPost: { title: 'Zurück zur Anwendung', next: 'Falls nichts geschieht, wählen Sie „Weiter“.', submit: 'Weiter' },
  welcome: {
    title: 'Anmeldedienst',
    lead: 'Hier melden sich Personen bei Anwendungen an.',
    next: 'Öffnen Sie die Anwendung, die Sie verwenden möchten. Sie führt Sie hierher, wenn Sie sich anmelden müssen.',
  },
  signOut: {
    title: 'Abmelden',
    question: (place) => html`Von ${place} abmelden?`,
    lead: 'Sie werden in diesem Browser von allen Konten abgemeldet.',
    submit: 'Abmelden',
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    next: 'Sie können dieses Fenster jetzt schließen.',
    continue: 'Weiter zur Anwendung',
    othersRemain: 'Andere Konten sind in diesem Browser weiterhin angemeldet.',
  },
  formErrors: {
    missing_login_name: 'Bitte geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein.',
    missing_password: 'Bitte geben Sie Ihr Passwort ein.',
    missing_code: 'Bitte geben Sie den Code aus Ihrer Authenticator-App ein.',
    missing_current_password: 'Geben Sie Ihr aktuelles Passwort ein.',
    wrong_current_password: 'Ihr aktuelles Passwort ist falsch. Geben Sie es noch einmal ein.',
    missing_new_password: 'Geben Sie ein neues Passwort ein.',
    passwords_differ: 'Die beiden Passwörter sind verschieden. Geben Sie zweimal dasselbe ein.',
    password_unchanged: 'Das ist Ihr aktuelles Passwort. Wählen Sie ein anderes.',
    password_too_short: 'Dieses Passwort ist zu kurz. Fügen Sie Zeichen hinzu.',
    password_too_long: 'Dieses Passwort ist zu lang. Wählen Sie ein kürzeres.',
    password_without_lowercase: 'Dieses Passwort hat keinen Kleinbuchstaben. Fügen Sie einen hinzu.',
    password_without_uppercase: 'Dieses Passwort hat keinen Großbuchstaben. Fügen Sie einen hinzu.',
    password_without_digit: 'Dieses Passwort hat keine Ziffer. Fügen Sie eine hinzu.',
    password_without_symbol: 'Dieses Passwort hat kein Sonderzeichen. Fügen Sie eines hinzu.',
    password_common: 'Viele verwenden dieses Passwort, daher ist es leicht zu erraten. Wählen Sie ein anderes.',
    password_personal: 'Dieses Passwort besteht aus Namen, die andere kennen. Wählen Sie ein anderes.',
    password_predictable: 'Dieses Passwort ist eine Folge oder wiederholt sich, daher ist es leicht zu erraten. Wählen Sie ein anderes.',
    invalid_credentials: 'Benutzername oder Passwort ist falsch. Bitte prüfen Sie beides und versuchen Sie es erneut.',
    invalid_code: 'Dieser Code ist falsch, abgelaufen oder schon verwendet. Bitte warten Sie auf den nächsten und geben Sie ihn ein.',
    missing_recovery_code: 'Bitte geben Sie einen Ihrer Wiederherstellungscodes ein.',
    invalid_recovery_code:
      'Dieser Wiederherstellungscode ist falsch oder schon verwendet. Bitte prüfen Sie ihn oder versuchen Sie es mit einem anderen.',
    setup_expired: 'Es hat zu lange gedauert, deshalb wurde nichts geändert. Bitte beginnen Sie noch einmal.',
    codes_not_saved: 'Bitte speichern Sie zuerst die Codes und setzen Sie dann das Häkchen.',
    too_many_attempts: 'Zu viele Versuche. Bitte warten Sie einen Moment und versuchen Sie es dann erneut.',
    busy: 'Im Moment melden sich sehr viele Personen an. Bitte versuchen Sie es in einigen Sekunden erneut.',
    missing_name: 'Bitte geben Sie Ihren Vornamen und Ihren Nachnamen ein.',
    invalid_user_name: 'Bitte geben Sie einen anderen Benutzernamen ein. Er darf Buchstaben, Ziffern und übliche Zeichen haben.',
    user_name_taken: 'Dieser Benutzername ist vergeben. Bitte wählen Sie einen anderen.',
  },
  waitErrors: {
    too_many_attempts: (wait) => `Zu viele Versuche. Bitte warten Sie ${time(wait)} und versuchen Sie es dann erneut.`,
    busy: (wait) => `Im Moment melden sich sehr viele Personen an. Bitte warten Sie ${time(wait)} und versuchen Sie es dann erneut.`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: 'Diese Anmeldeanfrage ist ungültig',
      happened: 'Die Anwendung hat eine Anfrage gesendet, die wir nicht annehmen können.',
      next: 'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn. Hilft das nicht, wenden Sie sich an deren Betreiber.',
    },
    expired_request: {
      title: 'Diese Anmeldung ist nicht mehr offen',
      happened: 'Sie hat zu lange gedauert, wurde bereits abgeschlossen oder in einem anderen Browser begonnen.',
      next: 'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    },
    forbidden_form: {
      title: 'Dieses Formular konnten wir nicht annehmen',
      happened: 'Es wurde nicht aus dieser Anmeldung gesendet, oder Ihr Browser blockiert unsere Cookies.',
      next: 'Erlauben Sie Cookies für diese Website, gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    },
    user_not_active: {
      title: 'Dieses Konto kann nicht verwendet werden',
      happened: 'Das Konto oder die Organisation, zu der es gehört, ist gesperrt oder deaktiviert.',
      next: 'Fragen Sie Ihre Administration, oder gehen Sie zurück zur Anwendung und beginnen Sie mit einem anderen Konto von vorn.',
    },
    user_not_admitted: {
      title: 'Sie haben keinen Zugriff',
      happened: 'Ihr Konto ist für diese Anwendung nicht freigegeben.',
      next: 'Bitten Sie um Zugriff, oder gehen Sie zurück zur Anwendung und beginnen Sie mit einem anderen Konto von vorn.',
    },
    second_factor_missing: {
      title: 'Ein zweiter Faktor ist erforderlich',
      happened: 'Ihre Organisation verlangt ihn für die Anmeldung, und für Ihr Konto ist keiner eingerichtet.',
      next: 'Bitten Sie Ihre Administration, einen einzurichten. Gehen Sie dann zurück zur Anwendung und beginnen Sie von vorn.',
    },
    second_factor_unavailable: {
      title: 'Ihr zweiter Faktor kann hier nicht geprüft werden',
      happened: 'Ihr Konto hat einen zweiten Faktor, oder Ihre Organisation verlangt einen, für den dieser Server nicht eingerichtet ist.',
      next: 'Wenden Sie sich an Ihre Administration. Gehen Sie dann zurück zur Anwendung und beginnen Sie von vorn.',
    },
    password_change_unavailable: {
      title: 'Ein neues Passwort ist erforderlich',
      happened: 'Ihre Administration verlangt ein neues Passwort, und hier lässt es sich nicht ändern.',
      next: 'Bitten Sie Ihre Administration, eines zu setzen. Gehen Sie dann zurück zur Anwendung und beginnen Sie von vorn.',
    },
    wrong_user: {
      title: 'Ein anderes Konto ist erforderlich',
      happened: 'Die Anwendung verlangt ein anderes Konto als das, mit dem Sie sich angemeldet haben.',
      next: 'Gehen Sie zurück zur Anwendung und beginnen Sie mit dem verlangten Konto von vorn.',
    },
    invalid_sign_out_request: {
      title: 'Diese Abmeldeanfrage ist ungültig',
      happened: 'Die Anwendung hat eine Anfrage gesendet, die wir nicht annehmen können. Niemand wurde abgemeldet.',
      next: 'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn. Hilft das nicht, wenden Sie sich an deren Betreiber.',
    },
    sign_out_failed: {
      title: 'Sie sind noch angemeldet',
      happened: 'Eines unserer Systeme antwortet nicht. Deshalb konnten wir Sie nicht abmelden.',
      next: 'Warten Sie eine Minute, gehen Sie dann zurück zur Anwendung und beginnen Sie von vorn.',
    },
    not_found: {
      title: 'Seite nicht gefunden',
      happened: 'Unter dieser Adresse gibt es keine Seite.',
      next: 'Prüfen Sie die Adresse, oder gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    },
    unavailable: {
      title: 'Die Anmeldung ist zurzeit nicht verfügbar',
      happened: 'Eines unserer Systeme antwortet nicht.',
      next: 'Warten Sie eine Minute, gehen Sie dann zurück zur Anwendung und beginnen Sie von vorn.',
    },
    too_many_requests: {
      title: 'Zu viele Anfragen',
      happened: 'Aus Ihrem Netz kamen so viele Anfragen, dass wir langsamer werden müssen.',
      next: 'Warten Sie eine Minute, gehen Sie dann zurück zur Anwendung und beginnen Sie von vorn.',
    },
    server_error: {
      title: 'Etwas ist schiefgegangen',
      happened: 'Auf unserer Seite ist ein unerwarteter Fehler aufgetreten.',
      next: 'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn. Hilft das nicht, wenden Sie sich an Ihre Administration.',
    },
    external_sign_in_failed: {
      title: 'Die Anmeldung hat nicht funktioniert',
      happened: 'Der andere Dienst war nicht erreichbar, oder seine Antwort war ungültig.',
      next: 'Wählen Sie eine andere Art der Anmeldung oder gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    },
    external_sign_in_cancelled: {
      title: 'Sie haben sich nicht angemeldet',
      happened: 'Sie haben die Anmeldung beim anderen Dienst abgebrochen, oder er hat sie abgelehnt.',
      next: 'Wählen Sie eine andere Art der Anmeldung oder gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    },
    external_not_allowed: {
      title: 'Diese Art der Anmeldung ist nicht erlaubt',
      happened: 'Ihre Organisation erlaubt keine Anmeldung mit diesem Dienst.',
      next: 'Wählen Sie eine andere Art der Anmeldung oder gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    },
    external_wrong_organization: {
      title: 'Dieses Konto kann hier nicht verwendet werden',
      happened: 'Es gehört zu einer Organisation, deren Konten sich nicht anmelden dürfen.',
      next: 'Wählen Sie eine andere Art der Anmeldung oder gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    },
    external_not_linked: {
      title: 'Das Konto wurde nicht verknüpft',
      happened: 'Es lässt sich nicht mit Ihrem Konto verknüpfen, oder es ist zu viel Zeit vergangen.',
      next: 'Wählen Sie eine andere Art der Anmeldung oder gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    },
  },
  forDevelopers: 'Für Entwickler',
}
