// Signing keys and features in German.
import type { FeaturesTexts, KeysTexts } from '../shape/keys.ts'

/** The texts of the signing keys in German. */
export function keys(): KeysTexts {
  return {
    heading: 'Signaturschlüssel',
    intro: 'Mit diesen Schlüsseln prüfen Anwendungen Tokens. Neue entstehen automatisch; ein neuer wird veröffentlicht, bevor er signiert.',
    kid: 'Schlüssel-ID',
    allAlgorithms: 'Alle Algorithmen',
    algorithm: 'Algorithmus',
    state: 'Status',
    states: { next: 'Nächster', active: 'Signiert', superseded: 'Abgelöst', retired: 'Außer Dienst', revoked: 'Widerrufen' },
    dates: 'Daten',
    created: 'Erzeugt',
    signsFrom: 'Signiert ab',
    publishedUntil: 'Veröffentlicht bis',
    retired: 'Außer Dienst seit',
    revoked: 'Widerrufen',
    rotate: 'Neue Schlüssel erzeugen',
    rotateHelp:
      'Der neue Schlüssel wird jetzt veröffentlicht und signiert, sobald jede Anwendung ihn kennen kann. Bis dahin signiert der bisherige. Tokens bleiben gültig.',
    rotateDone: 'Ein Satz Signaturschlüssel',
    rotatedOne: (algorithm) => `Ein Signaturschlüssel für ${algorithm}`,
    revoke: 'Schlüssel widerrufen',
    revokeHelp:
      'Für einen Schlüssel, den jemand anderes haben könnte. Jedes damit signierte Token gilt sofort nicht mehr, und alle melden sich neu an. Ein Schlüssel, der signiert, wird sofort ersetzt. Das lässt sich nicht rückgängig machen.',
    typeKid: (kid) => `Geben Sie zur Bestätigung die Schlüssel-ID ein: ${kid}`,
    wrongKid: 'Das ist nicht die ID des Schlüssels. Nichts wurde widerrufen.',
  }
}

/** The texts of the features in German. */
export function features(): FeaturesTexts {
  return {
    heading: 'Funktionen',
    intro: 'Teile des Servers, die nur wirken, solange sie eingeschaltet sind.',
    names: { oidcTokenExchange: 'Token-Austausch' },
    sentences: {
      oidcTokenExchange:
        'Anwendungen dürfen ein Token gegen ein anderes tauschen, auch um für jemanden zu handeln, soweit eine Rolle es erlaubt (RFC 8693).',
    },
    on: 'Ein',
    off: 'Aus',
    switchOn: (name) => `Einschalten: ${name}`,
    switchOff: (name) => `Ausschalten: ${name}`,
    empty: 'Kein Teil dieses Servers hängt von einem Schalter ab.',
  }
}
