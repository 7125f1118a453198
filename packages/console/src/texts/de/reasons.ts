// German. What is wrong at a field, by the reason of the violation. Other reasons are told in the words of the management API.

/** Sentences by reason. */
export const reasons: Readonly<Record<string, string>> = {
  stale:
    'Jemand anderes hat dies geändert, nachdem Sie die Seite geöffnet haben. Ihre Werte stehen unten. Speichern Sie noch einmal, um sie an die Stelle der anderen zu setzen.',
  malformed: 'Dieser Wert fehlt oder ist nicht lesbar. Korrigieren Sie ihn.',
  missing_reference: 'Das, wozu dies gehört, gibt es nicht mehr. Wählen Sie etwas anderes.',
  client_id_taken: 'Eine andere Anwendung hat diese Client-Id. Wählen Sie eine andere.',
  uri_empty: 'Die Adresse ist leer. Entfernen Sie die Zeile.',
  uri_too_long: 'Die Adresse ist länger als 2048 Zeichen. Kürzen Sie sie.',
  uri_control_character: 'Die Adresse enthält ein Leerzeichen oder Steuerzeichen. Entfernen Sie es.',
  uri_not_ascii: 'Die Adresse enthält ein Zeichen außerhalb von ASCII. Schreiben Sie es prozentkodiert, Hostnamen in Punycode.',
  uri_malformed: 'Das ist keine ganze Adresse. Schreiben Sie sie mit ihrem Schema, zum Beispiel https://app.example/callback.',
  uri_fragment: 'Die Adresse hat einen Teil hinter #. Entfernen Sie ihn.',
  uri_userinfo: 'Die Adresse hat einen Benutzernamen vor dem Host. Entfernen Sie ihn.',
  uri_scheme_forbidden: 'Adressen dieses Schemas können Code ausführen oder lokale Daten zeigen. Verwenden Sie https.',
  uri_scheme_not_native:
    'Nur native Anwendungen dürfen eine Adresse mit eigenem Schema haben. Verwenden Sie https, oder wählen Sie den Typ Nativ.',
  uri_response_parameter: 'Die Adresse hat einen Query-Parameter, den die Antwort selbst verwendet. Benennen Sie ihn um.',
  origin_malformed: 'Das ist kein Origin. Schreiben Sie schema://host oder schema://host:port, ohne Pfad.',
  key_malformed: 'Das ist kein lesbarer öffentlicher Schlüssel in PEM-Form. Er beginnt mit -----BEGIN PUBLIC KEY-----.',
  key_private:
    'Das ist ein privater Schlüssel, der damit offengelegt ist. Erzeugen Sie ein neues Paar, und geben Sie nur den öffentlichen an.',
  key_weak: 'Der Schlüssel ist zu schwach. Ein RSA-Schlüssel braucht 2048 Bit. Erzeugen Sie ein neues Paar.',
  key_unsupported: 'Der Schlüssel ist weder RSA noch EC P-256 noch Ed25519. Erzeugen Sie ein neues Paar.',
  user_name_taken: 'Ein anderer Benutzer der Organisation hat diesen Benutzernamen. Wählen Sie einen anderen.',
  redirect_over_http:
    'Diese http-Adresse wird abgelehnt, wenn sie verwendet wird. Verwenden Sie https, oder schalten Sie den Entwicklungsmodus ein.',
  refresh_grant_missing:
    'Die Anwendung bekommt kein Refresh-Token, auch wenn sie offline_access anfragt. Erlauben Sie Refresh-Tokens, falls sie welche braucht.',
  grant_type_unknown: 'Dieser Server hat diese Zugriffsart nicht.',
  no_effect: 'Der Wert wird aufbewahrt. Dieser Server handelt nicht danach.',
}
