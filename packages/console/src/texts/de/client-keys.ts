// The texts about keys of clients, in German.
import type { ClientKeysTexts } from '../shape/client-keys.ts'

/** The texts in German. */
export function clientKeys(): ClientKeysTexts {
  return {
    heading: 'Schlüssel',
    lead: 'Der Client signiert mit seinem privaten Schlüssel, und dieser Server prüft die Signatur mit dem öffentlichen. Mehrere Schlüssel gelten gleichzeitig, damit einer ohne Unterbrechung ersetzt werden kann.',
    unused:
      'Die Anwendung ist nicht für Schlüssel eingerichtet. Ändern Sie die Art der Authentifizierung in „Mit einem privaten Schlüssel signiert“, sonst kann sie keine verwenden.',
    empty:
      'Es gibt noch keinen Schlüssel. Erzeugen Sie unten einen, oder geben Sie den öffentlichen Schlüssel eines Paares, das der Client erzeugt hat.',
    keyId: 'Schlüssel-ID',
    created: 'Erstellt',
    until: 'Gültig bis',
    untilHelp: 'Bis zum Ende dieses Tages in UTC. Ohne Tag gilt der Schlüssel, bis er entfernt wird.',
    untilRemoved: 'Kein Ablaufdatum',
    wrongDay: 'Das ist kein Tag in der Zukunft. Wählen Sie einen anderen, oder lassen Sie das Feld leer.',
    expired: 'Abgelaufen',
    acts: 'Aktionen',
    remove: 'Entfernen',
    make: 'Schlüssel erzeugen',
    makeLead: 'Sie bekommen eine Datei mit dem privaten Schlüssel. Sie wird einmal angezeigt und hier nicht gespeichert.',
    upload: 'Öffentlichen Schlüssel hinzufügen',
    uploadLead:
      'Wenn der Client das Paar selbst erzeugt hat: Fügen Sie den öffentlichen Schlüssel als PEM ein, oder wählen Sie seine Datei. RSA ab 2048 Bit, EC P-256 oder Ed25519.',
    publicKey: 'Öffentlicher Schlüssel',
    file: 'Oder eine Datei',
    issued: (name) => `Der neue Schlüssel von ${name}`,
    once: 'Diese Seite zeigt den privaten Schlüssel einmal. Speichern Sie die Datei jetzt, an einem Ort, den nur der Client lesen kann.',
    download: 'Herunterladen',
    back: 'Zu den Schlüsseln',
  }
}
