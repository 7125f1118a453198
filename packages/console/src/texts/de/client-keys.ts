// The texts about keys of clients, in German.
import type { ClientKeysTexts } from '../en/client-keys.ts'

/** The texts in German. */
export function clientKeys(): ClientKeysTexts {
  return {
    heading: 'Schlüssel',
    lead: 'Der Client signiert mit seinem privaten Schlüssel, und der Server prüft die Signatur mit dem öffentlichen. Mehrere Schlüssel können aktiv sein, damit Sie einen ohne Ausfall ersetzen können.',
    unused:
      'Diese Anwendung verwendet keine Schlüssel. Ändern Sie dazu die Authentifizierungsmethode in „Mit einem privaten Schlüssel signiert“.',
    empty: 'Noch keine Schlüssel. Erstellen Sie unten einen, oder fügen Sie den öffentlichen Schlüssel eines vorhandenen Paares hinzu.',
    keyId: 'Schlüssel-ID',
    created: 'Erstellt',
    until: 'Läuft ab',
    untilHelp: 'Am Ende dieses Tages (UTC). Bleibt das Feld leer, läuft der Schlüssel nie ab.',
    untilRemoved: 'Läuft nie ab',
    wrongDay: 'Wählen Sie ein Datum in der Zukunft, oder lassen Sie das Feld leer.',
    expired: 'Abgelaufen',
    acts: 'Aktionen',
    remove: 'Löschen',
    make: 'Schlüssel erstellen',
    makeLead: 'Sie erhalten eine Datei mit dem privaten Schlüssel. Sie wird nur einmal angezeigt und hier nicht gespeichert.',
    upload: 'Öffentlichen Schlüssel hinzufügen',
    uploadLead:
      'Hat der Client ein eigenes Schlüsselpaar, fügen Sie den öffentlichen Schlüssel im PEM-Format ein, oder wählen Sie eine Datei. RSA ab 2048 Bit, EC P-256 oder Ed25519.',
    publicKey: 'Öffentlicher Schlüssel',
    file: 'Oder Datei auswählen',
    issued: (name) => `Neuer Schlüssel für ${name}`,
    once: 'Speichern Sie den privaten Schlüssel jetzt. Er wird nur einmal angezeigt. Speichern Sie ihn so, dass nur der Client ihn lesen kann.',
    download: 'Herunterladen',
    back: 'Zurück zu den Schlüsseln',
  }
}
