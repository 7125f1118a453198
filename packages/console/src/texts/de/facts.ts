// The first pages in German.
import type { FactsTexts } from '../shape/facts.ts'

/** The texts of the first pages in German. */
export const facts: FactsTexts = {
  users: 'Benutzer',
  machines: 'Dienstbenutzer',
  projects: 'Projekte',
  applications: 'Anwendungen',
  organizations: 'Organisationen',
  signIns: 'Anmeldungen',
  failures: 'Fehlgeschlagene Anmeldungen',
  bounds: (days, limit) => `Anmeldungen der letzten ${days} Tage. Gezählt wird höchstens bis ${limit}.`,
  atLeast: (count) => `${count} oder mehr`,
  toDo: 'Zu tun',
  nothingToDo: 'Es ist nichts zu tun.',
  noDomain: 'Keine eigene Domain ist verifiziert. Über eine verifizierte Domain führt die E-Mail-Adresse zu dieser Organisation.',
  singleOwner: 'Es gibt nur einen Eigentümer. Geben Sie noch jemandem die Rolle ORG_OWNER, damit sich niemand aussperrt.',
  singleInstanceOwner: 'Die Instanz hat nur einen Eigentümer. Geben Sie noch jemandem die Rolle IAM_OWNER, damit sich niemand aussperrt.',
  noRedirectUri: (app) => `${app} hat keine Redirect-URI. Niemand kann sich dort anmelden.`,
  devMode: (app) => `${app} ist im Entwicklungsmodus. Schalten Sie ihn vor dem Betrieb aus: Er erlaubt unverschlüsselte Adressen.`,
}
