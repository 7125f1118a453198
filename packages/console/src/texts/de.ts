// German.
import { accessTokens } from './de/access-tokens.ts'
import { applications } from './de/applications.ts'
import { branding } from './de/branding.ts'
import { projects } from './de/projects.ts'
import { reasons } from './de/reasons.ts'
import { clientKeys } from './de/client-keys.ts'
import { customTexts } from './de/custom-texts.ts'
import { domains } from './de/domains.ts'
import { facts } from './de/facts.ts'
import { features, keys } from './de/keys.ts'
import { identityProviders } from './de/identity-providers.ts'
import { members } from './de/members.ts'
import { policies } from './de/policies.ts'
import { users } from './de/users.ts'
import { transfer } from './de/transfer.ts'
import type { Texts } from './shape.ts'
import { trail } from './de/trail.ts'

/** The texts in German. */
export function de(): Texts {
  return {
    language: 'de',
    title: 'Konsole',
    skip: 'Zum Inhalt springen',
    navigation: {
      label: 'Hauptmenü',
      menu: 'Menü',
      instance: 'Instanz',
      overview: 'Übersicht',
      members: 'Mitglieder',
      policies: 'Richtlinien',
      defaultPolicies: 'Standardrichtlinien',
      organizations: 'Organisationen',
      organization: 'Organisation',
      events: 'Audit-Log',
      features: 'Funktionen',
      keys: 'Signaturschlüssel',
      users: 'Benutzer',
      serviceUsers: 'Dienstbenutzer',
    },
    applications: applications(),
    branding: branding(),
    projects: projects(),
    reasons: reasons(),
    removal: {
      typed: 'Geben Sie zur Bestätigung den Namen ein:',
      name: 'Name',
      otherName: 'Der Name stimmt nicht überein. Geben Sie ihn genau so ein, wie er oben steht.',
      remove: 'Endgültig löschen',
    },
    account: 'Ihr Konto',
    signOut: 'Abmelden',
    signedIn: (name) => `Angemeldet als ${name}`,
    done: {
      created: (name) => `${name} wurde erstellt.`,
      changed: (name) => `${name} wurde geändert.`,
      removed: (name) => `${name} wurde entfernt.`,
      revoked: (name) => `${name} wurde widerrufen.`,
      added: (name) => `${name} wurde hinzugefügt.`,
      left: (name) => `Sie haben in ${name} keine Rolle mehr.`,
      reset: (name) => `${name} wurde zurückgesetzt.`,
      deactivated: (name) => `${name} wurde deaktiviert.`,
      activated: (name) => `${name} wurde aktiviert.`,
      locked: (name) => `${name} wurde gesperrt.`,
      ended: (name) => `Sitzungen von ${name} wurden beendet.`,
      several: (what) => what,
      undone: (name) => `Rückgängig gemacht. Wiederhergestellt: ${name}`,
    },
    undo: {
      act: 'Rückgängig machen',
      heading: 'Letzte Änderung rückgängig machen',
      question: (name) => `${name} wird auf den Stand vor Ihrer letzten Änderung zurückgesetzt.`,
      overtaken: (name) =>
        `${name} wurde inzwischen erneut geändert, deshalb lässt sich Ihre Änderung nicht rückgängig machen. Bearbeiten Sie den Eintrag stattdessen.`,
      referred: (name) =>
        `Inzwischen hängen andere Objekte von ${name} ab, deshalb ist das Löschen hier nicht möglich. Löschen Sie den Eintrag auf seiner eigenen Seite.`,
      back: 'Zurück',
    },
    proven: 'Ihre Identität ist bestätigt. Es wurde noch nichts geändert: Senden Sie das Formular erneut ab.',
    provenKept:
      'Ihre Identität ist bestätigt. Es wurde noch nichts geändert. Ihre Eingaben sind noch da, außer Secrets und Dateien. Senden Sie das Formular erneut ab.',
    lateForm:
      'Sie haben sich erneut angemeldet, nachdem Sie diese Seite geöffnet hatten. Ihre Eingaben sind noch da, außer Secrets und Dateien. Prüfen Sie sie, und senden Sie das Formular erneut ab.',
    overtaken:
      'Ein anderer Benutzer hat diesen Eintrag geändert, nachdem Sie die Seite geöffnet hatten. Ihre Eingaben sind noch da. Vergleichen Sie sie mit den aktuellen Werten, und speichern Sie erneut, um diese zu überschreiben.',
    storedNow: (value) => (value === '' ? 'Aktueller Wert: leer' : `Aktueller Wert: ${value}`),
    errorsTitle: 'Es ist ein Problem aufgetreten',
    errorPrefix: 'Fehler:',
    list: {
      next: 'Nächste Seite',
      first: 'Erste Seite',
      search: 'Suchen',
      changed: 'Zuletzt geändert',
      noMatch: 'Keine Ergebnisse.',
      dropFilter: 'Filter zurücksetzen',
    },
    overview: {
      heading: 'Übersicht',
      noRights: 'Sie haben keine Administratorrolle. Bitten Sie einen Administrator, Ihnen eine zuzuweisen.',
      newApplication: 'Anwendung registrieren',
      inviteUser: 'Benutzer einladen',
      organizations: 'Ihre Organisationen',
    },
    organizations: {
      heading: 'Organisationen',
      empty: 'Eine Organisation enthält Benutzer, Projekte und Anwendungen. Sie haben noch auf keine Zugriff.',
      add: 'Neue Organisation',
      name: 'Name',
      id: 'ID',
      create: 'Organisation erstellen',
    },
    members: members(),
    accessTokens: accessTokens(),
    clientKeys: clientKeys(),
    customTexts: customTexts(),
    domains: domains(),
    facts: facts(),
    features: features(),
    identityProviders: identityProviders(),
    keys: keys(),
    trail: trail(),
    search: {
      find: 'Konsole durchsuchen',
      placeholder: 'Benutzer, Seiten … suchen ( / )',
      heading: 'Suchergebnisse',
      lead: 'Geben Sie einen Namen, eine E-Mail-Adresse, eine ID oder den Namen einer Seite ein.',
      nothing: (text) => `Keine Ergebnisse für „${text}“.`,
      users: 'Benutzer',
      machines: 'Dienstbenutzer',
      applications: 'Anwendungen',
      projects: 'Projekte',
      organizations: 'Organisationen',
      pages: 'Seiten',
    },
    transfer: transfer(),
    policies: policies(),
    users: users(),
  }
}
