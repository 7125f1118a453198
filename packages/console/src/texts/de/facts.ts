// The first pages in German.
import type { FactsTexts } from '../shape/facts.ts'

/** The texts of the first pages in German. */
export function facts(): FactsTexts {
  return {
    users: 'Benutzer',
    machines: 'Dienstbenutzer',
    projects: 'Projekte',
    applications: 'Anwendungen',
    organizations: 'Organisationen',
    signIns: 'Anmeldungen',
    failures: 'Fehlgeschlagene Anmeldungen',
    signInChart: (days) => `Anmeldungen der letzten ${days} Tage`,
    signInsOfDay: (day, succeeded, failed) => `${day}: Anmeldungen ${succeeded}, fehlgeschlagen ${failed}`,
    highest: (count) => `Höchstwert: ${count}`,
    signInTable: 'Als Tabelle zeigen',
    signInsCaption: (limit) => `Die Tage sind in UTC. Ein Tag wird höchstens bis ${limit} gezählt.`,
    day: 'Tag',
    bounds: (days, limit) => `Anmeldungen der letzten ${days} Tage. Anderes wird höchstens bis ${limit} gezählt.`,
    atLeast: (count) => `${count} oder mehr`,
    toDo: 'Nächste Schritte',
    nothingToDo: 'Alles ist eingerichtet.',
    steps: {
      organization: {
        open: 'Legen Sie eine Organisation an. Sie enthält Benutzer, Projekte und Anwendungen.',
        done: 'Es gibt eine Organisation.',
      },
      application: {
        open: 'Registrieren Sie die erste Anwendung, damit man sich dort anmelden kann.',
        done: 'Eine Anwendung ist registriert.',
      },
      colleague: { open: 'Laden Sie jemanden ein. Bisher gibt es höchstens einen Benutzer.', done: 'Es gibt mehr als einen Benutzer.' },
      owner: {
        open: 'Es gibt nur einen Eigentümer. Geben Sie noch jemandem die Rolle ORG_OWNER, damit sich niemand aussperrt.',
        done: 'Es gibt mehr als einen Eigentümer.',
      },
      instanceOwner: {
        open: 'Die Instanz hat nur einen Eigentümer. Geben Sie noch jemandem die Rolle IAM_OWNER, damit sich niemand aussperrt.',
        done: 'Die Instanz hat mehr als einen Eigentümer.',
      },
      domain: {
        open: 'Keine eigene Domain ist verifiziert. Über eine verifizierte Domain führt die E-Mail-Adresse zu dieser Organisation.',
        done: 'Eine eigene Domain ist verifiziert.',
      },
    },
    noRedirectUri: (app) => `${app} hat keine Redirect-URI. Niemand kann sich dort anmelden.`,
    devMode: (app) => `${app} ist im Entwicklungsmodus. Schalten Sie ihn vor dem Betrieb aus: Er erlaubt unverschlüsselte Adressen.`,
  }
}
