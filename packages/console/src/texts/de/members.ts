// The texts about members in German.
import type { MembersTexts } from '../en/members.ts'

/** The texts about members in German. */
export function members(): MembersTexts {
  return {
    heading: 'Mitglieder',
    lead: {
      instance: 'Mitglieder verwalten die Instanz und alle ihre Organisationen. Ihre Rollen bestimmen, was sie dürfen.',
      organization: 'Mitglieder verwalten diese Organisation. Ihre Rollen bestimmen, was sie dürfen.',
      project: 'Mitglieder verwalten dieses Projekt. Ihre Rollen bestimmen, was sie dürfen.',
    },
    empty: 'Noch keine Mitglieder.',
    add: 'Mitglied hinzufügen',
    addSubmit: 'Mitglied hinzufügen',
    user: 'Benutzer',
    userHelp: 'Vollständiger Anmeldename, E-Mail-Adresse oder ID.',
    roles: 'Rollen',
    rolesHelp: 'Sie können Rollen zuweisen und entziehen, die nicht mehr erlauben als Ihre eigenen.',
    legend: 'Was die Rollen erlauben',
    change: 'Bearbeiten',
    save: 'Rollen speichern',
    you: 'Sie',
    serviceUser: 'Dienstbenutzer',
    notActive: 'Kann sich nicht anmelden',
    invited: 'Eingeladen',
    suspended: 'Ausgesetzt',
    accept: 'Rollen annehmen',
    acceptLead: 'Die Rollen gelten, sobald Sie sie annehmen.',
    confirm: 'Rollen bestätigen',
    confirmLead:
      'Ein Administrator einer anderen Organisation hat die Anmeldung dieses Benutzers geändert. Die Rollen bleiben ausgesetzt, bis Sie sie bestätigen. Fragen Sie vorher nach.',
    remove: 'Mitglied entfernen',
    removeLead: (name) => `${name} verliert sofort alle diese Rollen. Der Benutzer wird nicht gelöscht.`,
    leave: 'Alle Rollen abgeben',
    leaveLead: (place) =>
      `Sie verlieren sofort alle Ihre Rollen in ${place}. Nur ein anderer Administrator kann sie Ihnen wieder zuweisen.`,
    allows: {
      IAM_OWNER: 'Voller Zugriff auf die Instanz und alle Organisationen.',
      IAM_OWNER_VIEWER: 'Lesezugriff auf die Instanz und alle Organisationen.',
      IAM_ORG_MANAGER: 'Organisationen erstellen und alle verwalten. Kein Zugriff auf die Einstellungen der Instanz.',
      IAM_USER_MANAGER: 'Benutzer und ihre Rollen in allen Organisationen verwalten.',
      IAM_LOGIN_CLIENT: 'Für eine eigene Anmeldung: Passwörter und Faktoren prüfen, Sitzungen und Benutzer erstellen.',
      IAM_ADMIN_IMPERSONATOR: 'Über eine Anwendung im Namen jedes Benutzers handeln, auch von Administratoren.',
      IAM_END_USER_IMPERSONATOR: 'Über eine Anwendung im Namen von Benutzern handeln, außer von Administratoren.',
      ORG_OWNER: 'Voller Zugriff auf diese Organisation.',
      ORG_OWNER_VIEWER: 'Lesezugriff auf diese Organisation.',
      ORG_SETTINGS_MANAGER: 'Die Organisation, ihre Domains und Richtlinien verwalten.',
      ORG_USER_MANAGER: 'Benutzer, ihre Sitzungen und ihre Projektrollen verwalten.',
      ORG_USER_PERMISSION_EDITOR: 'Benutzern Projektrollen zuweisen.',
      ORG_PROJECT_PERMISSION_EDITOR: 'Benutzern Projektrollen zuweisen und Projekte für andere Organisationen freigeben.',
      ORG_PROJECT_CREATOR: 'Projekte erstellen.',
      ORG_ADMIN_IMPERSONATOR: 'Über eine Anwendung im Namen jedes Benutzers dieser Organisation handeln, auch von Administratoren.',
      ORG_END_USER_IMPERSONATOR: 'Über eine Anwendung im Namen von Benutzern dieser Organisation handeln, außer von Administratoren.',
      SELF_MANAGEMENT_GLOBAL: 'Organisationen erstellen und das eigene Konto löschen.',
      ORG_USER_SELF_MANAGER: 'Das eigene Konto löschen.',
      PROJECT_OWNER: 'Voller Zugriff auf dieses Projekt.',
      PROJECT_OWNER_GLOBAL:
        'Voller Zugriff auf dieses Projekt, außer Freigaben für andere Organisationen. Benutzer sind nur über ihren genauen Namen auffindbar.',
      PROJECT_OWNER_VIEWER: 'Lesezugriff auf dieses Projekt.',
      PROJECT_OWNER_VIEWER_GLOBAL: 'Lesezugriff auf dieses Projekt. Benutzer sind nur über ihren genauen Namen auffindbar.',
      PROJECT_GRANT_OWNER: 'Die Rollen des freigegebenen Projekts zuweisen und seine Mitglieder verwalten.',
      PROJECT_GRANT_OWNER_VIEWER: 'Lesezugriff auf das freigegebene Projekt und die Benutzer mit seinen Rollen.',
    },
    allowsNothing: 'Diese Rolle ist unbekannt und erlaubt nichts.',
    refused: {
      role: (roles) => `Diese Rolle erlaubt mehr als Ihre. Nur ein Benutzer mit ${roles} kann sie zuweisen oder entziehen.`,
      self: 'Sie können sich nicht selbst Rollen zuweisen. Bitten Sie einen anderen Administrator.',
    },
    errors: {
      unknownUser: 'Benutzer nicht gefunden. Prüfen Sie den Namen, oder verwenden Sie die ID.',
      ambiguousUser: 'Mehrere Benutzer haben diesen Namen. Verwenden Sie den vollständigen Anmeldenamen oder die ID.',
      already: 'Dieser Benutzer ist bereits Mitglied. Ändern Sie die Rollen in der Liste.',
      noRole: 'Wählen Sie mindestens eine Rolle.',
    },
  }
}
