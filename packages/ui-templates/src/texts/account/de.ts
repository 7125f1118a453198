// German.
import { html } from 'hono/html'
import { pluralOf } from '../plural.ts'
import type { AccountTexts } from './texts.ts'

const plural = pluralOf('de')

/** The texts of the account page in German. */
export const de: AccountTexts = {
  title: 'Ihr Konto',
  chooseAccount: 'Konto auswählen',
  otherAccount: 'Anderes Konto anzeigen',
  person: {
    heading: 'Über Sie',
    loginName: 'Benutzername',
    email: 'E-Mail',
    phone: 'Telefon',
    organization: 'Organisation',
    unverified: 'nicht bestätigt',
  },
  profile: {
    heading: 'Name und Sprache',
    name: 'Name',
    language: 'Sprache',
    languageOfBrowser: 'Wie im Browser',
    edit: 'Bearbeiten',
    title: 'Name und Sprache bearbeiten',
    firstName: 'Vorname',
    lastName: 'Nachname',
    nickName: 'Spitzname (freiwillig)',
    save: 'Speichern',
  },
  password: {
    heading: 'Passwort',
    changed: (time) => `Geändert: ${time}`,
    set: 'Ein Passwort ist festgelegt.',
    none: 'Es ist kein Passwort festgelegt.',
    change: 'Passwort ändern',
    setFirst: 'Passwort festlegen',
  },
  authenticatorApp: {
    heading: 'Authenticator-App',
    enrolled: 'Bei der Anmeldung werden Sie nach einem Code Ihrer App gefragt.',
    absent: 'Eine App auf Ihrem Telefon kann Codes anzeigen. Sie schützen Ihr Konto auch dann, wenn jemand Ihr Passwort erfährt.',
    setUp: 'App einrichten',
    replace: 'Andere App verwenden',
    remove: 'App entfernen',
  },
  recoveryCodes: {
    heading: 'Wiederherstellungscodes',
    left: (count) => plural(count, { one: `Noch ${count} Code`, other: `Noch ${count} Codes` }),
    few: 'Erstellen Sie neue, bevor sie aufgebraucht sind.',
    none: 'Mit Wiederherstellungscodes kommen Sie hinein, wenn Sie Ihr Telefon nicht haben. Sie haben noch keine.',
    make: 'Wiederherstellungscodes erstellen',
    renew: 'Neue Codes erstellen',
  },
  passkeys: {
    heading: 'Passkeys und Sicherheitsschlüssel',
    lead: 'Ein Passkey meldet Sie mit der Sperre Ihres Geräts an: Fingerabdruck, Gesicht oder PIN.',
    securityKey: 'Sicherheitsschlüssel, wird nach dem Passwort verwendet',
    added: (time) => `Hinzugefügt: ${time}`,
    lastUsed: (time) => `Zuletzt verwendet: ${time}`,
    synced: 'Auf mehreren Geräten',
    single: 'Nur auf einem Gerät',
    add: 'Passkey hinzufügen',
    rename: 'Umbenennen',
    remove: 'Entfernen',
    title: 'Passkey umbenennen',
    name: 'Name des Passkeys',
    save: 'Speichern',
  },
  identities: {
    heading: 'Verbundene Konten',
    lead: 'Mit diesen Konten anderer Dienste können Sie sich anmelden.',
    none: 'Kein Konto ist verbunden.',
    connect: (name) => html`${name} verbinden`,
    disconnect: 'Trennen',
  },
  applications: {
    heading: 'Anwendungen mit Zugriff',
    lead: 'Diese Anwendungen können Ihr Konto verwenden, während Sie abwesend sind.',
    since: (time) => `Zugriff seit ${time}`,
    revoke: 'Zugriff entziehen',
  },
  back: 'Zurück zu Ihrem Konto',
  sessions: {
    heading: 'Wo Sie angemeldet sind',
    lead: 'Melden Sie jeden Browser ab, den Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
    device: (browser, system) => `${browser} unter ${system}`,
    unknownDevice: 'Unbekannter Browser',
    current: 'Dieser Browser',
    signedIn: (time) => `Angemeldet: ${time}`,
    lastUsed: (time) => `Zuletzt verwendet: ${time}`,
    network: (network) => html`Netz ${network}`,
    end: 'Abmelden',
    endOthers: 'Überall sonst abmelden',
    more: (count) =>
      plural(count, { one: `${count} weiterer Browser wird nicht angezeigt.`, other: `${count} weitere Browser werden nicht angezeigt.` }),
  },
  notices: {
    profile_changed: 'Ihr Name und Ihre Sprache sind gespeichert.',
    authenticator_app_removed: 'Die Authenticator-App ist entfernt.',
    application_revoked: 'Die Anwendung hat keinen Zugriff mehr.',
    passkey_renamed: 'Der Passkey ist umbenannt.',
    passkey_removed: 'Der Passkey ist entfernt.',
    identity_disconnected: 'Das Konto ist getrennt.',
    session_ended: 'Der Browser ist abgemeldet.',
    other_sessions_ended: 'Alle anderen Browser sind abgemeldet.',
  },
  errors: {
    outdated_profile:
      'Ihr Name wurde inzwischen an anderer Stelle geändert. Es wurde nichts gespeichert. Prüfen Sie ihn und versuchen Sie es noch einmal.',
    missing_name: 'Füllen Sie jedes Feld aus, das nicht freiwillig ist.',
    factor_required: 'Ihre Organisation verlangt einen zweiten Schritt, und dieser ist Ihr einziger. Richten Sie zuerst einen anderen ein.',
    last_way_in: 'Ohne ihn könnten Sie sich nicht mehr anmelden. Fügen Sie zuerst einen anderen Weg hinzu.',

    outdated_form:
      'Sie haben sich neu angemeldet, seit diese Seite geöffnet wurde. Es wurde nichts geändert. Versuchen Sie es noch einmal.',
  },
}
