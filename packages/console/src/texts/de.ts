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
      defaultPolicies: 'Vorgaben',
      organizations: 'Organisationen',
      organization: 'Organisation',
      events: 'Protokoll',
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
      typed: 'Geben Sie zum Entfernen den Namen ein:',
      name: 'Name',
      otherName: 'Das ist ein anderer Name. Geben Sie den Namen ein, der oben steht.',
      remove: 'Endgültig entfernen',
    },
    account: 'Ihr Konto',
    signOut: 'Abmelden',
    signedIn: (name) => `Angemeldet als ${name}`,
    done: {
      created: (name) => `${name} wurde angelegt.`,
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
      undone: (name) => `Rückgängig gemacht. Wieder wie vorher: ${name}`,
    },
    undo: {
      act: 'Rückgängig machen',
      heading: 'Letzte Änderung rückgängig machen',
      question: (name) => `${name} wird auf den Stand vor Ihrer letzten Änderung zurückgesetzt.`,
      overtaken: (name) =>
        `${name} wurde seitdem noch einmal geändert. Ihre Änderung lässt sich nicht einzeln rückgängig machen. Nehmen Sie sie von Hand zurück.`,
      referred: (name) =>
        `Inzwischen gehört etwas zu ${name} oder bezieht sich darauf. Deshalb wird es nicht von selbst entfernt. Entfernen Sie es auf seiner eigenen Seite.`,
      back: 'Zurück zur Seite',
    },
    proven: 'Sie haben nachgewiesen, wer Sie sind. Noch ist nichts geändert: Schicken Sie das Formular noch einmal ab.',
    provenKept:
      'Sie haben gezeigt, wer Sie sind. Noch ist nichts geändert. Im Formular steht, was Sie eingegeben haben, außer Geheimnissen und Dateien: Senden Sie es noch einmal.',
    lateForm:
      'Sie haben sich neu angemeldet, nachdem Sie diese Seite geöffnet haben. Im Formular steht, was Sie eingegeben haben, außer Geheimnissen und Dateien. Prüfen Sie es, und senden Sie es noch einmal.',
    overtaken:
      'Jemand anderes hat dies geändert, nachdem Sie die Seite geöffnet haben. Im Formular steht, was Sie eingegeben haben. Vergleichen Sie es mit dem, was jetzt gespeichert ist, und speichern Sie noch einmal, um es zu ersetzen.',
    storedNow: (value) => (value === '' ? 'Jetzt gespeichert: nichts' : `Jetzt gespeichert: ${value}`),
    errorsTitle: 'Das Formular wurde nicht gespeichert',
    errorPrefix: 'Fehler:',
    list: {
      next: 'Nächste Seite',
      first: 'Erste Seite',
      search: 'Suchen',
      changed: 'Geändert',
      noMatch: 'Keine Treffer.',
      dropFilter: 'Alle anzeigen',
    },
    overview: {
      heading: 'Übersicht',
      noRights: 'Sie haben keine Rolle in der Verwaltung. Bitten Sie einen Administrator um eine Rolle.',
      newApplication: 'Anwendung registrieren',
      inviteUser: 'Benutzer einladen',
      organizations: 'Die Organisationen, die Sie verwalten',
    },
    organizations: {
      heading: 'Organisationen',
      empty: 'Eine Organisation enthält Benutzer, Projekte und Anwendungen. Es gibt keine, die Sie sehen dürfen.',
      add: 'Neue Organisation',
      name: 'Name',
      id: 'ID',
      create: 'Organisation anlegen',
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
      find: 'Alles durchsuchen',
      placeholder: 'Benutzer, Anwendungen, Seiten finden ( / )',
      heading: 'Alles durchsuchen',
      lead: 'Geben Sie einen Namen, eine E-Mail-Adresse, eine ID oder den Namen einer Seite ein.',
      nothing: (text) => `Nichts hat „${text}“ im Namen oder in der ID.`,
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
