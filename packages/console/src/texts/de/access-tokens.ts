// The texts about personal access tokens, in German.
import type { AccessTokensTexts } from '../en/access-tokens.ts'

/** The texts in German. */
export function accessTokens(): AccessTokensTexts {
  return {
    heading: 'Persönliche Zugriffstoken',
    lead: 'Ein persönliches Zugriffstoken gibt ohne Anmeldung vollen Zugriff als dieser Dienstbenutzer. Kann das Programm seine Tokens selbst anfordern, verwenden Sie besser ein Secret oder einen Schlüssel.',
    empty: 'Noch keine Tokens. Erstellen Sie unten eines.',
    tokenId: 'Token-ID',
    created: 'Erstellt',
    until: 'Läuft ab',
    untilHelp: 'Am Ende dieses Tages (UTC). Bleibt das Feld leer, läuft das Token nie ab.',
    untilRemoved: 'Läuft nie ab',
    wrongDay: 'Wählen Sie ein Datum in der Zukunft, oder lassen Sie das Feld leer.',
    expired: 'Abgelaufen',
    scopes: 'Scopes',
    scopesHelp: 'Einer pro Zeile. Ohne Angabe: openid, profile sowie die Metadaten und die Organisation des Dienstbenutzers.',
    acts: 'Aktionen',
    remove: 'Löschen',
    final: 'Ein gelöschtes Token ist sofort ungültig. Das lässt sich nicht rückgängig machen.',
    make: 'Token erstellen',
    issued: (name) => `Neues Token für ${name}`,
    once: 'Kopieren Sie das Token jetzt. Es wird nur einmal angezeigt. Speichern Sie es so, dass nur das Programm es lesen kann.',
    use: 'Senden Sie es mit jeder Anfrage:',
    back: 'Zurück zu den Tokens',
  }
}
