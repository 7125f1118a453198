// German.
import type { ProjectTexts } from '../en/projects.ts'

/** The texts about projects in German. */
export function projects(): ProjectTexts {
  return {
    heading: 'Projekte',
    empty:
      'Ein Projekt enthält zusammengehörige Anwendungen und die Rollen, die Benutzer darin haben können. Erstellen Sie Ihr erstes Projekt.',
    add: 'Neues Projekt',
    create: 'Projekt erstellen',
    name: 'Name',
    id: 'ID',
    state: 'Status',
    active: 'Aktiv',
    inactive: 'Inaktiv',
    settings: 'Einstellungen',
    save: 'Speichern',
    roleAssertion: 'Benutzerrollen an Anwendungen senden',
    roleAssertionHelp: 'Die Userinfo- und Introspection-Endpunkte liefern die Rollen des Benutzers in diesem Projekt.',
    roleCheck: 'Rolle in diesem Projekt verlangen',
    roleCheckHelp: 'Benutzer ohne Rolle werden nach der Anmeldung abgewiesen.',
    projectCheck: 'Zugriff auf dieses Projekt verlangen',
    projectCheckHelp: 'Nur Benutzer dieser Organisation und von Organisationen, für die das Projekt freigegeben ist, können sich anmelden.',
    labeling: 'Branding der Anmeldeseite',
    labelingDefault: 'Instanz oder die Organisation, die die Anwendung anfordert',
    labelingOwner: 'Organisation dieses Projekts',
    labelingUser: 'Organisation des Benutzers, sobald der Anmeldename bekannt ist',
    applications: 'Anwendungen dieses Projekts',
    remove: 'Projekt löschen',
    removal:
      'Anwendungen, Rollen und Freigaben des Projekts werden ebenfalls gelöscht. Benutzer können sich bei diesen Anwendungen nicht mehr anmelden. Das lässt sich nicht rückgängig machen.',
    role: {
      heading: 'Rollen',
      empty: 'Rollen legen fest, was Benutzer in Ihren Anwendungen tun können. Fügen Sie eine Rolle hinzu, um sie Benutzern zuzuweisen.',
      add: 'Neue Rolle',
      key: 'Schlüssel',
      keyHelp: 'Der Wert in Tokens, zum Beispiel editor. Er lässt sich später nicht ändern.',
      taken: 'Es gibt bereits eine Rolle mit diesem Schlüssel. Wählen Sie einen anderen.',
      displayName: 'Anzeigename',
      group: 'Gruppe',
      groupHelp: 'Listen zeigen Rollen derselben Gruppe zusammen.',
      create: 'Rolle erstellen',
      remove: 'Rolle löschen',
      removal: 'Benutzer verlieren diese Rolle. Das lässt sich nicht rückgängig machen.',
    },
  }
}
