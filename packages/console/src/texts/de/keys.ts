// Signing keys and features in German.
import type { FeaturesTexts, KeysTexts } from '../en/keys.ts'

/** The texts of the signing keys in German. */
export function keys(): KeysTexts {
  return {
    heading: 'Signaturschlüssel',
    intro:
      'Anwendungen prüfen Tokens mit diesen Schlüsseln. Sie werden automatisch rotiert: Ein neuer Schlüssel wird veröffentlicht, bevor er signiert.',
    kid: 'Schlüssel-ID',
    allAlgorithms: 'Alle Algorithmen',
    algorithm: 'Algorithmus',
    state: 'Status',
    states: { next: 'Nächster', active: 'Aktiv', superseded: 'Abgelöst', retired: 'Ausgemustert', revoked: 'Widerrufen' },
    dates: 'Termine',
    created: 'Erstellt',
    signsFrom: 'Aktiv ab',
    publishedUntil: 'Veröffentlicht bis',
    retired: 'Ausgemustert',
    revoked: 'Widerrufen',
    rotate: 'Schlüssel rotieren',
    rotateHelp:
      'Veröffentlicht jetzt einen neuen Schlüssel. Er signiert, sobald alle Anwendungen ihn abrufen konnten; bis dahin signiert der aktuelle. Tokens bleiben gültig.',
    rotateDone: 'Ein Satz Signaturschlüssel',
    rotatedOne: (algorithm) => `Ein Signaturschlüssel für ${algorithm}`,
    revoke: 'Schlüssel widerrufen',
    revokeHelp:
      'Für kompromittierte Schlüssel. Alle damit signierten Tokens werden sofort ungültig, und Benutzer müssen sich neu anmelden. Ein aktiver Schlüssel wird sofort ersetzt. Das lässt sich nicht rückgängig machen.',
    typeKid: (kid) => `Geben Sie zur Bestätigung die Schlüssel-ID ein: ${kid}`,
    wrongKid: 'Die Schlüssel-ID stimmt nicht überein. Es wurde nichts widerrufen.',
  }
}

/** The texts of the features in German. */
export function features(): FeaturesTexts {
  return {
    heading: 'Funktionen',
    intro: 'Optionale Funktionen des Servers. Sie sind aus, bis Sie sie einschalten.',
    names: { oidcTokenExchange: 'Token-Austausch' },
    sentences: {
      oidcTokenExchange: 'Anwendungen können Tokens tauschen und im Namen von Benutzern handeln, wenn eine Rolle es erlaubt (RFC 8693).',
    },
    on: 'Ein',
    off: 'Aus',
    switchOn: (name) => `Einschalten: ${name}`,
    switchOff: (name) => `Ausschalten: ${name}`,
    empty: 'Dieser Server hat keine optionalen Funktionen.',
  }
}
