// The texts about texts of pages and mails, in German.
import type { CustomTextsTexts } from '../en/custom-texts.ts'

/** The texts in German. */
export function customTexts(): CustomTextsTexts {
  return {
    heading: 'Texte',
    leads: {
      instance: 'Texte der Anmeldeseiten und E-Mails für alle Organisationen ohne eigene Texte. Leere Felder verwenden den Standardtext.',
      organization:
        'Texte der Anmeldeseiten und E-Mails für die Benutzer dieser Organisation. Ohne eigene Texte gelten die Texte der Instanz oder die Standardtexte. Benutzer sehen die Sprache ihres Browsers oder Profils; legen Sie deshalb Texte für jede Sprache Ihrer Benutzer an.',
    },
    where: 'Text',
    languages: 'Sprachen',
    own: (count) => (count === 1 ? '1 eigener Text' : `${count} eigene Texte`),
    lists: {
      loginTexts: { label: 'Anmeldeseiten', help: 'Titel, Beschriftungen und Schaltflächen der Anmelde- und Registrierungsseiten.' },
      initMessages: { label: 'E-Mail: erste Anmeldung', help: 'Einladung für Benutzer, die sich noch nie angemeldet haben.' },
      inviteUserMessages: { label: 'E-Mail: Einladung', help: 'Einladung für Benutzer, die sich schon angemeldet haben.' },
      passwordResetMessages: { label: 'E-Mail: Passwort zurücksetzen', help: 'Für Benutzer, die ihr Passwort vergessen haben.' },
      verifyEmailMessages: { label: 'E-Mail: Adresse bestätigen', help: 'Enthält den Code, der eine E-Mail-Adresse bestätigt.' },
    },
    pagesLead: 'Der Standardtext steht über jedem Feld. Lassen Sie ein Feld leer, um ihn beizubehalten.',
    mailLead:
      'Lassen Sie ein Feld leer, um den Standardtext beizubehalten. Platzhalter für Werte des Benutzers und der E-Mail: {{.FirstName}}, {{.LastName}}, {{.DisplayName}}, {{.UserName}}, {{.PreferredLoginName}}, {{.Code}}.',
    screens: {
      loginText: 'Anmeldename',
      selectAccountText: 'Kontoauswahl',
      passwordText: 'Passwort und Passwortregeln',
      verifyMfaOtpText: 'Code der Authenticator-App',
      logoutText: 'Abgemeldet',
      mfaProvidersText: 'Auswahl des zweiten Faktors',
      passwordlessText: 'Anmeldung mit einem Passkey',
      verifyMfaU2fText: 'Passkey oder Sicherheitsschlüssel als zweiter Faktor',
      passwordlessPromptText: 'Passkey einrichten',
      initMfaU2fText: 'Sicherheitsschlüssel einrichten',
      initMfaPromptText: 'Zweiten Faktor anbieten',
      initMfaOtpText: 'Authenticator-App einrichten',
      passwordChangeText: 'Passwort ändern',
      initPasswordText: 'Passwort zurücksetzen',
      initializeUserText: 'Erstes Passwort eingeladener Benutzer',
      emailVerificationText: 'E-Mail-Adresse bestätigen',
      registrationUserText: 'Registrierung',
      externalUserNotFoundText: 'Unbekanntes Konto bei einem Identitätsanbieter',
      externalRegistrationUserOverviewText: 'Registrierung mit einem Identitätsanbieter',
      linkingUserPromptText: 'Konto bei einem Identitätsanbieter verknüpfen',
      successLoginText: 'Rückkehr zur Anwendung',
      footerText: 'Links in der Fußzeile',
    },
    members: {
      subject: 'Betreff',
      preHeader: 'Vorschau im Posteingang',
      title: 'Überschrift',
      greeting: 'Anrede',
      text: 'Text',
      buttonText: 'Schaltfläche',
      footerText: 'Fußzeile',
    },
    inherited: 'Standard:',
    ofInstance: 'Instanz:',
    asWhole:
      'Es gelten die Texte der Instanz. Sobald Sie eigene Texte speichern, ersetzen diese alle Texte der Instanz; leere Felder verwenden dann den Standardtext.',
    preview: 'Vorschau',
    previewed: 'Seite für die Vorschau',
    pages: {
      login_name: 'Anmeldename',
      password: 'Passwort',
      one_time_code: 'Code der Authenticator-App',
      signed_out: 'Abgemeldet',
    },
    save: 'Texte speichern',
    reset: 'Eigene Texte löschen',
    resetLeads: {
      instance: 'Löscht alle eigenen Texte in dieser Sprache.',
      organization: 'Löscht alle eigenen Texte in dieser Sprache. Danach gelten die Texte der Instanz oder die Standardtexte.',
    },
  }
}
