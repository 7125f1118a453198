// The first pages in German.
import type { FactsTexts } from '../en/facts.ts'

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
    signInsOfDay: (day, succeeded, failed) => `${day}: ${succeeded} Anmeldungen, ${failed} fehlgeschlagen`,
    highest: (count) => `Höchstwert: ${count} pro Tag`,
    signInTable: 'Als Tabelle anzeigen',
    signInsCaption: (limit) => `Datum in UTC. Pro Tag werden höchstens ${limit} Anmeldungen gezählt.`,
    day: 'Tag',
    atLeast: (count) => `${count}+`,
    toDo: 'Nächste Schritte',
    nothingToDo: 'Alles ist eingerichtet.',
    steps: {
      organization: { open: 'Erstellen Sie eine Organisation für Ihre Benutzer, Projekte und Anwendungen.', done: 'Organisation erstellt' },
      application: { open: 'Registrieren Sie Ihre erste Anwendung.', done: 'Erste Anwendung registriert' },
      colleague: {
        open: 'Laden Sie eine weitere Person ein. Sie sind bisher der einzige Benutzer.',
        done: 'Erste weitere Person hinzugefügt',
      },
      owner: { open: 'Fügen Sie einen zweiten Eigentümer hinzu, damit Sie sich nicht aussperren.', done: 'Zweiter Eigentümer hinzugefügt' },
      instanceOwner: {
        open: 'Fügen Sie einen zweiten Eigentümer hinzu, damit Sie sich nicht aussperren.',
        done: 'Zweiter Eigentümer hinzugefügt',
      },
      domain: {
        open: 'Verifizieren Sie eine Domain, damit Benutzer diese Organisation über ihre E-Mail-Adresse finden.',
        done: 'Domain verifiziert',
      },
    },
    noRedirectUri: (app) => `${app} hat keine Redirect-URI. Benutzer können sich dort nicht anmelden.`,
    devMode: (app) => `${app} ist im Entwicklungsmodus, der http erlaubt. Schalten Sie ihn vor dem Produktivbetrieb aus.`,
  }
}
