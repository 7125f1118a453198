// The texts of the pages in German.
import type { Texts } from './texts.ts'

/** The texts. */
export const de: Texts = {
  code: {
    title: 'Gerät verbinden',
    lead: 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
    label: 'Code',
    help: 'Acht Buchstaben, zum Beispiel WDJB-MJHT',
    submit: 'Weiter',
    errors: {
      wrong_code: 'Der Code ist falsch oder abgelaufen. Prüfen Sie den Code auf Ihrem Gerät.',
      too_many_codes: 'Zu viele falsche Codes. Versuchen Sie es in einigen Minuten erneut.',
    },
  },
  request: {
    title: 'Zugriff erlauben?',
    lead: (application) => `${application} möchte auf Ihr Konto zugreifen.`,
    compare: 'Prüfen Sie, ob Ihr Gerät genau diesen Code anzeigt.',
    facts: {
      application: 'Anwendung',
      organization: 'Organisation',
      account: 'Konto',
      origin: 'Angefragt von',
      unknownOrigin: 'Unbekannter Ort',
      time: 'Zeitpunkt',
      minutesAgo: (minutes) => {
        if (minutes === 0) return 'gerade eben'
        return minutes === 1 ? 'vor 1 Minute' : `vor ${minutes} Minuten`
      },
    },
    scopes: {
      heading: 'Angefragter Zugriff',
      names: {
        openid: 'Anmeldung mit Ihrem Konto',
        profile: 'Ihr Name und Ihr Profil',
        email: 'Ihre E-Mail-Adresse',
        phone: 'Ihre Telefonnummer',
        address: 'Ihre Postanschrift',
        offline_access: 'Angemeldet bleiben, bis Sie den Zugriff entfernen',
      },
    },
    warning: 'Hat Ihnen eine andere Person diesen Code oder einen Link auf diese Seite geschickt? Dann lehnen Sie den Zugriff ab.',
    elsewhere:
      'Die Anfrage kommt aus einem anderen Netzwerk als dieser Browser. Hat Ihnen eine andere Person diesen Code oder einen Link auf diese Seite geschickt? Dann lehnen Sie den Zugriff ab.',
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  decided: {
    approved: { title: 'Gerät verbunden', next: 'Sie können diese Seite schließen und auf Ihrem Gerät fortfahren.' },
    denied: { title: 'Zugriff abgelehnt', next: 'Das Gerät hat keinen Zugriff auf Ihr Konto. Sie können diese Seite schließen.' },
  },
}
