// The texts about personal access tokens, in German.
import type { AccessTokensTexts } from '../shape/access-tokens.ts'

/** The texts in German. */
export function accessTokens(): AccessTokensTexts {
  return {
    heading: 'Persönliche Zugriffstoken',
    lead: 'Wer ein Token hat, handelt als dieser Dienstbenutzer, ohne sich anzumelden. Ein Secret oder ein Schlüssel ist sicherer, wo das Programm seine Token selbst anfordern kann.',
    empty: 'Es gibt noch kein Token. Erzeugen Sie unten eines.',
    tokenId: 'Token-ID',
    created: 'Erstellt',
    until: 'Gültig bis',
    untilHelp: 'Bis zum Ende dieses Tages in UTC. Ohne Tag gilt das Token, bis es entfernt wird.',
    untilRemoved: 'Es entfernt wird',
    wrongDay: 'Das ist kein Tag in der Zukunft. Wählen Sie einen anderen, oder lassen Sie das Feld leer.',
    expired: 'Abgelaufen',
    scopes: 'Scopes',
    scopesHelp:
      'Einer in jeder Zeile. Ohne einen hat das Token openid und profile und liest die Metadaten und die Organisation des Dienstbenutzers.',
    acts: 'Aktionen',
    remove: 'Entfernen',
    final:
      'Ein Token, das entfernt wird, gilt sofort nicht mehr. Das kann nicht rückgängig gemacht werden, weil sein Wert nicht gespeichert ist.',
    make: 'Token erzeugen',
    issued: (name) => `Das neue Token von ${name}`,
    once: 'Diese Seite zeigt das Token einmal. Speichern Sie es jetzt, an einem Ort, den nur das Programm lesen kann.',
    use: 'Das Programm sendet es mit jeder Anfrage:',
    back: 'Zu den Token',
  }
}
