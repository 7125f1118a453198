// The texts about members in German.
import type { MembersTexts } from '../shape/members.ts'

/** The texts about members in German. */
export function members(): MembersTexts {
  return {
    heading: 'Mitglieder',
    lead: {
      instance: 'Mitglieder der Instanz verwalten sie und alle ihre Organisationen. Die Rollen bestimmen, wer was darf.',
      organization: 'Mitglieder verwalten diese Organisation. Die Rollen bestimmen, wer was darf.',
      project: 'Mitglieder verwalten dieses Projekt. Die Rollen bestimmen, wer was darf.',
    },
    empty: 'Es gibt keine Mitglieder.',
    add: 'Mitglied hinzufügen',
    addSubmit: 'Mitglied hinzufügen',
    user: 'Benutzer',
    userHelp: 'Der vollständige Anmeldename, die E-Mail-Adresse oder die ID.',
    roles: 'Rollen',
    rolesHelp: 'Sie können Rollen erteilen und entziehen, die nicht mehr erlauben als Ihre eigenen.',
    legend: 'Was die Rollen erlauben',
    change: 'Ändern',
    save: 'Rollen speichern',
    you: 'Sie',
    serviceUser: 'Dienstbenutzer',
    notActive: 'Kann sich nicht anmelden',
    remove: 'Mitglied entfernen',
    removeLead: (name) => `${name} verliert sofort alle diese Rollen. Der Benutzer bleibt.`,
    leave: 'Alle Rollen abgeben',
    leaveLead: (place) => `Sie verlieren sofort alle Ihre Rollen in ${place}. Jemand anderes muss sie Ihnen erneut erteilen.`,
    allows: {
      IAM_OWNER: 'Alles, in der Instanz und in allen Organisationen.',
      IAM_OWNER_VIEWER: 'Alles sehen und nichts ändern.',
      IAM_ORG_MANAGER: 'Organisationen anlegen und alle verwalten. Die Einstellungen der Instanz bleiben verschlossen.',
      IAM_USER_MANAGER: 'Benutzer und ihre Rollen in allen Organisationen verwalten.',
      IAM_LOGIN_CLIENT: 'Für eine eigene Anmeldung: Passwörter und Faktoren prüfen, Sitzungen und Benutzer anlegen.',
      IAM_ADMIN_IMPERSONATOR: 'Eine Anwendung für jeden Benutzer handeln lassen, auch für Administratoren.',
      IAM_END_USER_IMPERSONATOR: 'Eine Anwendung für jeden Benutzer handeln lassen, der kein Administrator ist.',
      ORG_OWNER: 'Alles in dieser Organisation.',
      ORG_OWNER_VIEWER: 'Alles in dieser Organisation sehen und nichts ändern.',
      ORG_SETTINGS_MANAGER: 'Die Organisation, ihre Domains und ihre Richtlinien ändern.',
      ORG_USER_MANAGER: 'Benutzer, ihre Sitzungen und ihre Rollen in Projekten verwalten.',
      ORG_USER_PERMISSION_EDITOR: 'Benutzern Rollen in Projekten erteilen.',
      ORG_PROJECT_PERMISSION_EDITOR: 'Benutzern Rollen in Projekten erteilen und Projekte an andere Organisationen freigeben.',
      ORG_PROJECT_CREATOR: 'Projekte anlegen.',
      ORG_ADMIN_IMPERSONATOR: 'Eine Anwendung für jeden Benutzer dieser Organisation handeln lassen, auch für Administratoren.',
      ORG_END_USER_IMPERSONATOR: 'Eine Anwendung für jeden Benutzer dieser Organisation handeln lassen, der kein Administrator ist.',
      SELF_MANAGEMENT_GLOBAL: 'Organisationen anlegen und das eigene Konto löschen.',
      ORG_USER_SELF_MANAGER: 'Das eigene Konto löschen.',
      PROJECT_OWNER: 'Alles in diesem Projekt.',
      PROJECT_OWNER_GLOBAL:
        'Alles in diesem Projekt, nur keine Freigabe an andere Organisationen. Benutzer werden mit genauem Namen gefunden.',
      PROJECT_OWNER_VIEWER: 'Alles in diesem Projekt sehen und nichts ändern.',
      PROJECT_OWNER_VIEWER_GLOBAL: 'Alles in diesem Projekt sehen. Benutzer werden mit genauem Namen gefunden.',
      PROJECT_GRANT_OWNER: 'Benutzern die Rollen des freigegebenen Projekts geben und seine Mitglieder bestimmen.',
      PROJECT_GRANT_OWNER_VIEWER: 'Das freigegebene Projekt sehen, und wer seine Rollen hat.',
    },
    allowsNothing: 'Diese Rolle ist unbekannt und erlaubt nichts.',
    refused: {
      role: (roles) => `Diese Rolle erlaubt mehr als Ihre. Jemand mit ${roles} kann sie erteilen und entziehen.`,
      self: 'Niemand kann sich selbst eine Rolle erteilen. Fragen Sie einen anderen Administrator.',
    },
    errors: {
      unknownUser: 'Unter den Benutzern, die Sie sehen dürfen, gibt es diesen nicht. Prüfen Sie den Namen, oder nehmen Sie die ID.',
      ambiguousUser: 'Mehrere Benutzer haben diesen Namen. Nehmen Sie den Anmeldenamen mit Domain oder die ID.',
      already: 'Dieser Benutzer ist schon Mitglied. Ändern Sie die Rollen in der Liste.',
      noRole: 'Wählen Sie mindestens eine Rolle.',
    },
  }
}
