// The texts about texts of pages and mails, in German.
import type { CustomTextsTexts } from '../shape/custom-texts.ts'

/** The texts in German. */
export function customTexts(): CustomTextsTexts {
  return {
    heading: 'Texte',
    leads: {
      instance:
        'Die Texte der Anmeldeseiten und der E-Mails in jeder Organisation, die keine eigenen hat. Wo Sie nichts schreiben, steht der eingebaute Text.',
      organization:
        'Die Texte der Anmeldeseiten und der E-Mails an die Benutzer dieser Organisation. Wo Sie nichts schreiben, stehen die Texte der Instanz oder die eingebauten. Gezeigt wird die Sprache des Browsers oder des Profils; schreiben Sie also die Texte jeder Sprache, die Ihre Benutzer haben.',
    },
    where: 'Wo',
    languages: 'Sprachen',
    own: (count) => (count === 1 ? '1 eigener Text' : `${count} eigene Texte`),
    lists: {
      loginTexts: { label: 'Anmeldeseiten', help: 'Titel, Beschriftungen und Schaltflächen der Seiten für Anmeldung und Registrierung.' },
      initMessages: { label: 'E-Mail: erste Anmeldung', help: 'Die Einladung eines Benutzers, der sich noch nie angemeldet hat.' },
      inviteUserMessages: { label: 'E-Mail: Einladung', help: 'Die Einladung eines Benutzers, der sich schon angemeldet hat.' },
      passwordResetMessages: { label: 'E-Mail: neues Passwort', help: 'An einen Benutzer, der das Passwort vergessen hat.' },
      verifyEmailMessages: { label: 'E-Mail: Adresse', help: 'Der Code, mit dem ein Benutzer eine E-Mail-Adresse bestätigt.' },
    },
    pagesLead: 'Über jedem Feld steht der eingebaute Text. Was Sie schreiben, tritt an seine Stelle; ein leeres Feld behält ihn.',
    mailLead:
      'Ein leeres Feld behält den eingebauten Text. {{.FirstName}}, {{.LastName}}, {{.DisplayName}}, {{.UserName}}, {{.PreferredLoginName}} und {{.Code}} stehen für die Werte des Benutzers und der E-Mail.',
    screens: {
      loginText: 'Anmeldename',
      selectAccountText: 'Wahl des Kontos',
      passwordText: 'Passwort, und die Regeln eines neuen',
      verifyMfaOtpText: 'Code der Authenticator-App',
      logoutText: 'Nach der Abmeldung',
      mfaProvidersText: 'Wahl des zweiten Faktors',
      passwordlessText: 'Anmeldung mit einem Passkey',
      verifyMfaU2fText: 'Passkey oder Sicherheitsschlüssel als zweiter Faktor',
      passwordlessPromptText: 'Einrichten eines Passkeys',
      initMfaU2fText: 'Einrichten eines Sicherheitsschlüssels',
      initMfaPromptText: 'Angebot eines zweiten Faktors',
      initMfaOtpText: 'Einrichten der Authenticator-App',
      passwordChangeText: 'Ändern des Passworts',
      initPasswordText: 'Neues Passwort statt eines vergessenen',
      initializeUserText: 'Erstes Passwort eines eingeladenen Benutzers',
      emailVerificationText: 'Bestätigen der E-Mail-Adresse',
      registrationUserText: 'Registrierung',
      externalUserNotFoundText: 'Unbekanntes Konto eines Identitätsanbieters',
      externalRegistrationUserOverviewText: 'Registrierung mit einem Identitätsanbieter',
      linkingUserPromptText: 'Verknüpfen mit einem Identitätsanbieter',
      successLoginText: 'Rückweg zur Anwendung',
      footerText: 'Links am Ende jeder Seite',
    },
    members: {
      subject: 'Betreff',
      preHeader: 'Vorschau im Posteingang',
      title: 'Überschrift',
      greeting: 'Anrede',
      text: 'Text',
      buttonText: 'Schaltfläche',
      footerText: 'Ende der E-Mail',
    },
    inherited: 'Eingebaut:',
    ofInstance: 'Von der Instanz:',
    asWhole:
      'Jetzt gelten die Texte der Instanz. Sobald Sie eigene speichern, gelten diese an Stelle aller Texte der Instanz; für leere Felder steht der eingebaute Text.',
    preview: 'Vorschau',
    previewed: 'Seite der Vorschau',
    pages: {
      login_name: 'Anmeldename',
      password: 'Passwort',
      one_time_code: 'Code der Authenticator-App',
      signed_out: 'Nach der Abmeldung',
    },
    save: 'Texte speichern',
    reset: 'Diese Texte entfernen',
    resetLeads: {
      instance: 'Entfernt alle diese Texte dieser Sprache.',
      organization: 'Entfernt alle eigenen Texte dieser Sprache. Dann gelten die der Instanz oder die eingebauten.',
    },
  }
}
