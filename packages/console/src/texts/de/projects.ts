// German.
import type { ProjectTexts } from '../shape/projects.ts'

/** The texts about projects in German. */
export function projects(): ProjectTexts {
  return {
    heading: 'Projekte',
    empty: 'Ein Projekt enthält Anwendungen, die zusammengehören, und die Rollen, die Benutzer darin haben können. Legen Sie das erste an.',
    add: 'Neues Projekt',
    create: 'Projekt anlegen',
    name: 'Name',
    id: 'ID',
    state: 'Status',
    active: 'Aktiv',
    inactive: 'Inaktiv',
    settings: 'Einstellungen',
    save: 'Speichern',
    roleAssertion: 'Den Anwendungen die Rollen der Benutzer zeigen',
    roleAssertionHelp: 'Die Endpunkte für Userinfo und Introspection antworten dann mit den Rollen des Benutzers in diesem Projekt.',
    roleCheck: 'Nur Benutzer mit einer Rolle dieses Projekts dürfen sich anmelden',
    roleCheckHelp: 'Ohne Rolle wird ein Benutzer nach der Anmeldung abgewiesen.',
    projectCheck: 'Nur Benutzer von Organisationen, die dieses Projekt haben, dürfen sich anmelden',
    projectCheckHelp: 'Das sind diese Organisation und jene, denen das Projekt gewährt wurde.',
    labeling: 'Gestaltung der Anmeldeseiten',
    labelingDefault: 'Die der Instanz, oder der Organisation, die die Anwendung nennt',
    labelingOwner: 'Die der Organisation dieses Projekts',
    labelingUser: 'Die der Organisation des Benutzers, sobald der Anmeldename bekannt ist',
    applications: 'Anwendungen dieses Projekts',
    remove: 'Projekt entfernen',
    removal:
      'Auch seine Anwendungen, Rollen und Gewährungen werden entfernt. Niemand kann sich mehr an diesen Anwendungen anmelden. Das lässt sich nicht rückgängig machen.',
    role: {
      heading: 'Rollen',
      empty: 'Eine Rolle ist, was eine Anwendung einem Benutzer erlaubt. Legen Sie eine an, um sie Benutzern zu geben.',
      add: 'Neue Rolle',
      key: 'Schlüssel',
      keyHelp: 'Was in Tokens steht, zum Beispiel editor. Er lässt sich später nicht ändern.',
      taken: 'Das Projekt hat schon eine Rolle mit diesem Schlüssel. Wählen Sie einen anderen.',
      displayName: 'Anzeigename',
      group: 'Gruppe',
      groupHelp: 'Rollen derselben Gruppe stehen in Listen beisammen.',
      create: 'Rolle anlegen',
      remove: 'Rolle entfernen',
      removal: 'Benutzer, die diese Rolle haben, verlieren sie. Das lässt sich nicht rückgängig machen.',
    },
  }
}
