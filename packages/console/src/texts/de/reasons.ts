// German. What is wrong at a field, by the reason of the violation. Every reason of the engine has a sentence.

/** Sentences by reason. */
export function reasons(): Readonly<Record<string, string>> {
  return {
    stale:
      'Jemand anderes hat dies geändert, nachdem Sie die Seite geöffnet haben. Ihre Werte stehen unten. Speichern Sie noch einmal, um sie an die Stelle der anderen zu setzen.',
    malformed: 'Dieser Wert fehlt oder ist nicht lesbar. Korrigieren Sie ihn.',
    missing_reference: 'Worauf sich dies bezieht, gibt es nicht. Wählen Sie etwas anderes.',
    client_id_taken: 'Eine andere Anwendung, ein Dienstbenutzer oder ein Projekt hat diese ID. Wählen Sie eine andere.',
    uri_empty: 'Die Adresse ist leer. Entfernen Sie die Zeile.',
    uri_too_long: 'Die Adresse ist länger als 2048 Zeichen. Kürzen Sie sie.',
    uri_control_character: 'Die Adresse enthält ein Leerzeichen oder Steuerzeichen. Entfernen Sie es.',
    uri_not_ascii: 'Die Adresse enthält ein Zeichen außerhalb von ASCII. Schreiben Sie es prozentkodiert, Hostnamen in Punycode.',
    uri_malformed: 'Das ist keine ganze Adresse. Schreiben Sie sie mit ihrem Schema, zum Beispiel https://app.example/callback.',
    uri_fragment: 'Die Adresse hat einen Teil hinter #. Entfernen Sie ihn.',
    uri_wildcard:
      'Der Host der Adresse hat einen Platzhalter, und Adressen werden Zeichen für Zeichen verglichen. Tragen Sie jeden Host ein.',
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
    org_name_taken: 'Der Name sieht aus wie der einer anderen Organisation. Wählen Sie einen anderen.',
    user_name_taken: 'Ein anderer Benutzer der Organisation hat diesen Benutzernamen. Wählen Sie einen anderen.',
    redirect_over_http:
      'Diese http-Adresse wird abgelehnt, wenn sie verwendet wird. Verwenden Sie https, oder schalten Sie den Entwicklungsmodus ein.',
    refresh_grant_missing:
      'Die Anwendung bekommt kein Refresh-Token, auch wenn sie offline_access anfragt. Erlauben Sie Refresh-Tokens, falls sie welche braucht.',
    grant_type_unknown: 'Dieser Server hat diese Zugriffsart nicht.',
    no_effect: 'Der Wert wird aufbewahrt. Dieser Server handelt nicht danach.',
    foreign_reference: 'Der Eintrag gehört zu einem Objekt einer anderen Organisation. Verschieben Sie ihn dorthin.',
    owned_by_other_org: 'Die ID gehört einem Objekt einer anderen Organisation. Wählen Sie eine andere.',
    id_taken: 'Ein anderes Objekt hat diese ID. Wählen Sie eine andere.',
    id_reserved:
      'Der Dienst hat diese ID für sich: Sie beginnt mit urn:, oder sie ist die eines Clients, der Teil des Dienstes ist. Wählen Sie eine andere.',
    applications_limit:
      'Eine Organisation hat höchstens 2.000 Anwendungen. Entfernen Sie welche, oder bitten Sie einen Inhaber der Instanz.',
    projects_limit: 'Eine Organisation hat höchstens 1.000 Projekte. Entfernen Sie welche, oder bitten Sie einen Inhaber der Instanz.',
    roles_limit: 'Ein Projekt hat höchstens 1.000 Rollen. Entfernen Sie welche, oder bitten Sie einen Inhaber der Instanz.',
    providers_limit:
      'Eine Organisation hat höchstens 100 Identitätsanbieter. Entfernen Sie welche, oder bitten Sie einen Inhaber der Instanz.',
    keys_limit:
      'Eine Anwendung oder ein Dienstbenutzer hat höchstens 100 Schlüssel. Entfernen Sie welche, oder bitten Sie einen Inhaber der Instanz.',
    tokens_limit:
      'Ein Dienstbenutzer hat höchstens 100 persönliche Zugriffstokens. Entfernen Sie welche, oder bitten Sie einen Inhaber der Instanz.',
    lifetime_too_long:
      'Die Instanz begrenzt, wie lange Tokens und Schlüssel gelten. Wählen Sie ein früheres Ende, legen Sie einen neuen Eintrag an, oder bitten Sie einen Inhaber der Instanz.',
    lifetime_over_maximum: 'Der Eintrag gilt länger, als die Instanz es anderen höchstens erlaubt.',
    metadata_limit:
      'Ein Benutzer hat höchstens 500 Einträge an Metadaten. Entfernen Sie welche, oder bitten Sie einen Inhaber der Instanz.',
    metadata_size_limit:
      'Die Metadaten eines Benutzers haben zusammen höchstens 262.144 Zeichen. Speichern Sie weniger, oder bitten Sie einen Inhaber der Instanz.',
    offers_limit:
      'Eine Organisation bietet einem Benutzer einer anderen höchstens in 20 Projekten und 20 Projektfreigaben zugleich Rollen an. Warten Sie, bis der Benutzer geantwortet hat, oder ziehen Sie Angebote zurück.',
    organization_users_limit:
      'Die Organisation hat so viele Benutzer, wie die Instanz erlaubt. Entfernen Sie welche, oder bitten Sie einen Inhaber der Instanz.',
    organization_keys_limit:
      'Die Organisation hat so viele Schlüssel oder persönliche Zugriffstokens, wie die Instanz erlaubt. Entfernen Sie welche, oder bitten Sie einen Inhaber der Instanz.',
    organization_metadata_limit:
      'Die Metadaten aller Benutzer der Organisation sind so umfangreich, wie die Instanz erlaubt. Speichern Sie weniger, oder bitten Sie einen Inhaber der Instanz.',
    id_removed: 'Ein Objekt mit dieser ID wurde entfernt, und kein anderes bekommt sie. Wählen Sie eine andere.',
    id_in_use: 'Ein Objekt hat diese ID. Der Eintrag in removedIds ist nicht nötig.',
    id_is_address:
      'Die ID eines Clients oder eines Projekts wird Teil der Zielgruppe von Tokens. Nur ein Inhaber der Instanz wählt eine, die wie ein URI beginnt (https:, api:). Wählen Sie eine andere.',
    user_id_outside_namespace:
      'Eine selbst gewählte Benutzer-ID besteht aus der ID der Organisation, prozentkodiert, einem senkrechten Strich und einem Namen: acme|alice für die Organisation acme. Wählen Sie eine solche, oder überlassen Sie die Wahl dem Server.',
    idp_in_code:
      'Die Anmeldung hat einen Identitätsanbieter mit dieser ID im Code, der auf jeden Fall gilt. Wählen Sie eine andere ID. Ein gespeicherter bleibt, wie er ist: mit ihm würden die Verknüpfungen der Benutzer entfernt.',
    id_malformed: 'Eine ID hat 1 bis 200 Zeichen und keine Steuerzeichen und ist weder „.“ noch „..“. Korrigieren Sie sie.',
    user_id_not_ascii: 'Die ID eines Benutzers ist das sub von Tokens, das nur sichtbare ASCII-Zeichen enthält. Korrigieren Sie sie.',
    duplicate: 'Das Dokument hat schon einen Eintrag für dieses Objekt. Behalten Sie einen davon.',
    parent_removed: 'Das Dokument entfernt etwas, worauf sich dieser Eintrag bezieht. Entfernen Sie auch ihn, oder behalten Sie jenes.',
    other_org: 'Das Projekt gehört einer anderen Organisation, deren eigene Liste gilt. Es fehlt nichts.',
    differs: 'Was schon da ist, weicht ab. Erlauben Sie, Vorhandenes zu ändern.',
    member_fixed: 'Dieser Wert bleibt, solange es das Objekt gibt. Entfernen Sie es, und legen Sie eines mit anderer ID an.',
    domain_taken: 'Eine andere Organisation hat diese Domain. Entfernen Sie sie zuerst dort.',
    token_taken: 'Ein anderes Personal Access Token hat diesen Wert. Erzeugen Sie ein neues.',
    identity_taken: 'Ein anderer Benutzer ist mit dieser Identität verknüpft. Entfernen Sie zuerst jene Verknüpfung.',
    passkey_taken: 'Ein anderer Benutzer hat diesen Passkey. Entfernen Sie ihn zuerst dort.',
    passkey_of_other_rp_id:
      'Ein Passkey gilt nur für die RP-ID, für die er angelegt wurde, und dieser Server hat eine andere. Der Benutzer hat hier einen Faktor weniger.',
    passkey_key_unsupported:
      'Der Schlüssel des Passkeys passt nicht zu seinem Verfahren oder ist zu schwach. Der Benutzer hat hier einen Faktor weniger.',
    link_removed:
      'Der Benutzer hat diese Verknüpfung gelöst, und ein Dokument stellt sie nicht wieder her. Der Benutzer kann das Konto neu verknüpfen.',
    passkey_removed:
      'Der Benutzer hat diesen Passkey entfernt, und ein Dokument bringt ihn nicht zurück. Der Benutzer kann einen neuen erstellen.',
    passkeys_not_composed: 'Dieser Server hat keine Passkeys. Der Benutzer hat hier einen Faktor weniger.',
    permission_denied: 'Ihre Rollen erlauben das nicht. Bitten Sie jemanden, der die Rolle hat.',
    last_owner:
      'Danach könnte niemand die Instanz verwalten: Es bliebe keine aktive Person mit IAM_OWNER, die sich anmelden kann. Geben Sie zuerst jemand anderem diese Rolle, oder behalten Sie einen Weg zur Anmeldung.',
    role_unknown: 'Diese Rolle kann hier niemand bekommen: Es gibt sie nicht, oder sie gehört zu einer anderen Ebene.',
    storage_failed: 'Die Datenbank hat die ganze Organisation abgelehnt und nichts daran geändert. Lesen Sie das Log des Servers.',
    storage_full: 'Die Festplatte der Datenbank ist voll, und nichts wurde geändert. Schaffen Sie Platz, und versuchen Sie es noch einmal.',
    storage_unavailable: 'Die Datenbank antwortet nicht. Versuchen Sie es später noch einmal.',
    secret_hashing_busy: 'Der Server war zu beschäftigt, um das Passwort zu hashen. Versuchen Sie es noch einmal.',
    org_name_missing: 'Eine neue Organisation braucht einen Namen.',
    image_malformed: 'Das ist kein lesbares Bild.',
    image_too_large: 'Das Bild ist größer als 64 KiB. Wählen Sie ein kleineres.',
    image_unsupported: 'Das ist kein Bild des angegebenen Typs. Wählen Sie PNG, JPEG, WebP oder SVG.',
    client_id_malformed: 'Eine Client-ID hat 1 bis 255 sichtbare ASCII-Zeichen. Korrigieren Sie sie.',
    client_secret_short: 'Ein Client-Secret hat mindestens 32 Zeichen. Lassen Sie das Feld leer, dann erzeugt der Server eines.',
    token_short: 'Ein Token hat mindestens 32 Zeichen. Lassen Sie das Feld leer, dann erzeugt der Server eines.',
    secret_hash_unsupported: 'Diesen Hash kann der Server nicht prüfen. Er wurde ausgelassen; wo es nötig ist, entsteht ein neues Secret.',
    user_name_empty: 'Ein Benutzer braucht einen Benutzernamen.',
    user_name_invisible_character: 'Der Benutzername enthält ein unsichtbares Zeichen. Entfernen Sie es.',
    user_name_mixed_script: 'Der Benutzername mischt Buchstaben mehrerer Schriften. Verwenden Sie eine.',
    user_name_too_long: 'Der Benutzername ist länger als 200 Zeichen. Kürzen Sie ihn.',
    email_malformed: 'Das ist keine E-Mail-Adresse. Korrigieren Sie sie.',
    email_without_mail:
      'An diese Adresse lässt sich keine E-Mail senden: Vor dem @ stehen Zeichen außerhalb von ASCII, oder die Domain ist keine des Internets. Geben Sie eine andere Adresse an.',
    phone_malformed: 'Das ist keine Telefonnummer in internationaler Form wie +41 44 000 00 00. Korrigieren Sie sie.',
    email_unproven:
      'Mit Ihren Rollen gelten nur Adressen einer bestätigten Domain der Organisation als bestätigt, die keine andere Person bestätigt hat. Die Adresse wird als unbestätigt gespeichert: Die Person bestätigt sie per E-Mail, oder jemand mit IAM_OWNER oder IAM_ORG_MANAGER bürgt dafür.',
    phone_unproven:
      'Mit Ihren Rollen können Sie keine Telefonnummern als bestätigt angeben. Die Nummer wird als unbestätigt gespeichert. Jemand mit IAM_OWNER oder IAM_ORG_MANAGER kann dafür bürgen.',
    password_empty: 'Das Passwort ist leer.',
    password_too_long: 'Das Passwort ist länger als 1024 Bytes. Wählen Sie ein kürzeres.',
    password_too_short:
      'Das Passwort ist kürzer, als die Richtlinie verlangt: ohne Richtlinie 15 Zeichen, oder 8 mit erzwungenem zweitem Faktor. Wählen Sie ein längeres.',
    password_without_lowercase: 'Die Richtlinie verlangt einen Kleinbuchstaben (a–z). Wählen Sie ein anderes Passwort.',
    password_without_uppercase: 'Die Richtlinie verlangt einen Großbuchstaben (A–Z). Wählen Sie ein anderes Passwort.',
    password_without_digit: 'Die Richtlinie verlangt eine Ziffer (0–9). Wählen Sie ein anderes Passwort.',
    password_without_symbol: 'Die Richtlinie verlangt ein Sonderzeichen. Wählen Sie ein anderes Passwort.',
    password_common: 'Das ist eines der häufigsten Passwörter. Wählen Sie ein anderes.',
    password_personal: 'Das Passwort besteht aus Namen des Benutzers. Wählen Sie ein anderes.',
    password_predictable: 'Das Passwort ist eine Folge oder wiederholt sich. Wählen Sie ein anderes.',
    password_not_needed: 'Der Benutzer hat auch hashedPassword, das statt dessen gilt. Behalten Sie eines davon.',
    password_hash_unsupported: 'Diesen Hash kann der Server nicht prüfen. Der Benutzer ist ohne Passwort da und braucht ein neues.',
    password_hash_too_slow:
      'Diesen Hash zu prüfen dauert lange, und jede abgewiesene Anmeldung würde so lange warten. Nur wer die Instanz ändern darf, bringt einen solchen mit. Ein neuer Benutzer ist ohne Passwort da und braucht eines; ein vorhandener behält seines.',
    otp_secret_malformed:
      'Das ist kein Base32. Ein Benutzer ohne anderen Startwert ist inaktiv. Korrigieren Sie den Startwert oder lassen Sie ihn weg, und aktivieren Sie den Benutzer.',
    domain_malformed: 'Das ist kein Domainname. Korrigieren Sie ihn.',
    several_primary_domains: 'Eine Organisation hat eine primäre Domain. Behalten Sie isPrimary bei einer.',
    text_leads_elsewhere:
      'Der Text enthält eine Adresse, die weder zu diesem Server noch zu einer bestätigten Domain der Organisation führt. In Mails steht deshalb der Standardtext. Korrigieren Sie die Adresse, oder bestätigen Sie zuerst die Domain.',
    other_org_id: 'Die ID weicht von der orgId der Organisation darum ab, die statt dessen gilt.',
    other_user_id: 'Die ID weicht von der userId des Eintrags ab, die statt dessen gilt.',
    of_the_source: 'Das beschreibt das Objekt auf dem Server, von dem es kommt. Hier wird es nicht gebraucht.',
    sends_nothing: 'Ein Dokument verschickt keine Mail. Laden Sie den Benutzer ein.',
    unknown_member: 'Das Format kennt dieses Feld nicht. Prüfen Sie die Schreibweise.',
    idp_missing:
      'Es gibt keinen Identitätsanbieter mit dieser ID, also meldet sich niemand damit an. Exporte enthalten weder die Anbieter der Instanz noch die für SAML und LDAP. Legen Sie den Anbieter unter derselben ID an, in einem Dokument oder im Code, oder entfernen Sie den Eintrag.',
    no_effect_sign_in_refused:
      'Das kann dieser Server nicht. Er meldet keinen der betroffenen Benutzer an, bis die Einstellung entfernt ist.',
    default_text: 'Das ist der Text, den das ursprüngliche Produkt von selbst zeigt. Er bleibt liegen; die Seiten zeigen ihren eigenen.',
    policy_short_passwords:
      'Die Richtlinie gilt, und sie erlaubt kürzere Passwörter als die einer neuen Instanz. Erhöhen Sie die Mindestlänge.',
    policy_unlimited_attempts: 'Die Richtlinie gilt, und keine Zahl falscher Versuche sperrt einen Browser. Setzen Sie eine Zahl wie 10.',
    password_hash_slow: 'Diesen Hash zu prüfen dauert lange. Die nächste Anmeldung des Benutzers ersetzt ihn.',
    redirect_uri_to_register:
      'Tragen Sie beim Identitätsanbieter die Redirect-URI ein, die auf der Seite des Anbieters steht: Ohne sie schickt er niemanden zurück.',
    idp_secret_needed:
      'Der Identitätsanbieter hat jetzt einen anderen Aussteller, und sein Geheimnis fehlt. Geben Sie es neu ein: Das gespeicherte gehört zum früheren.',
    outside_of_orgs: 'Ein Import nimmt nur Organisationen. Richtlinien und Mitglieder der Instanz setzen Sie auf ihren Seiten.',
    needs_credentials: 'Schlüssel, Passkeys, Tokens und Secrets kommen nur mit, wenn das angekreuzt ist.',
    without_org_id: 'Die Organisation hat keine orgId. Ergänzen Sie sie.',
    repeated_member: 'Das Objekt hat das Feld in beiden Schreibweisen. Behalten Sie eine.',
    repeated_org:
      'Das Dokument enthält schon vorher eine Organisation mit dieser ID. Beide werden zusammen übernommen: Wo sie sich unterscheiden, gilt die erste, wenn keine Aktualisierungen erlaubt sind. Behalten Sie eine davon.',
    sign_in_org_inactive:
      'Die Organisation ist nicht aktiv, daher kann sich niemand aus ihr anmelden. Setzen Sie den Status auf ORG_STATE_ACTIVE.',
    sign_in_user_initial:
      'Die Personen haben ihre Registrierung in der Quelle nicht abgeschlossen (USER_STATE_INITIAL). Sie können sich auch mit einem übernommenen Passwort nicht anmelden. Laden Sie sie ein, oder setzen Sie den Status USER_STATE_ACTIVE, wenn sie sich anmelden dürfen.',
    sign_in_user_inactive:
      'Die Personen sind gesperrt, inaktiv oder ausgesetzt. Setzen Sie den Status USER_STATE_ACTIVE für alle, die sich anmelden dürfen.',
    sign_in_second_factor_impossible:
      'Die Anmelderichtlinie verlangt einen zweiten Faktor und lässt nur Codes per E-Mail oder SMS zu, die dieser Server nicht sendet. Ergänzen Sie SECOND_FACTOR_TYPE_OTP oder SECOND_FACTOR_TYPE_U2F, oder entfernen Sie forceMfa.',
    sign_in_password_not_allowed:
      'Die Personen haben ein Passwort, und die Anmelderichtlinie erlaubt keine Passwörter (allowUsernamePassword ist false oder fehlt). Setzen Sie allowUsernamePassword, oder geben Sie den Personen einen anderen Weg zur Anmeldung.',
    sign_in_password_refused:
      'Das Passwort oder der Hash der Personen wurde nicht übernommen; jede hat eine Zeile unter den Fehlern. Senden Sie ihnen eine Einladung, ein Passwort zu wählen, oder importieren Sie einen Hash, den dieser Server prüft.',
    sign_in_provider_without_secret:
      'Die Personen melden sich bei einem Identitätsanbieter an, dessen Client-Secret im Dokument steht und nicht übernommen wurde. Importieren Sie mit with_credentials, oder setzen Sie das Secret des Anbieters.',
    sign_in_provider_not_allowed:
      'Die Personen melden sich bei einem Identitätsanbieter an, den die Anmelderichtlinie nicht zulässt. Setzen Sie allowExternalIdp, und nennen Sie den Anbieter in idps der Richtlinie.',
    sign_in_provider_not_usable:
      'Die Personen melden sich bei einem Identitätsanbieter an, den keine Anmeldung nutzen kann: Er sendet JWTs, ihm fehlt eine Client-ID oder ein Issuer, er gehört zu einer inaktiven Organisation, oder er hat einen anderen Issuer als die Verknüpfungen. Berichtigen Sie den Anbieter, oder geben Sie den Personen einen anderen Weg zur Anmeldung.',
    sign_in_provider_missing:
      'Die Personen melden sich bei einem Identitätsanbieter an, den es hier nicht gibt. Legen Sie ihn unter derselben ID an, in einem Dokument oder im Code, oder geben Sie den Personen einen anderen Weg zur Anmeldung.',
    sign_in_passkey_not_allowed:
      'Die Personen haben einen Passkey, und die Anmelderichtlinie erlaubt keine Anmeldung damit allein. Setzen Sie passwordlessType auf PASSWORDLESS_TYPE_ALLOWED.',
    sign_in_without_credentials:
      'Die Personen haben weder ein Passwort noch einen Passkey noch ein Konto bei einem Identitätsanbieter. Laden Sie sie ein, damit sie ein Passwort oder einen Passkey einrichten.',
    document_invalid: 'Die Datei ist kein Text in UTF-8. Wählen Sie die JSON-Datei eines Exports.',
    import_queue_full: 'Es warten zu viele Importe. Versuchen Sie es noch einmal, wenn einer beendet ist.',
    import_running: 'Ein anderer Import läuft, und es läuft immer nur einer. Versuchen Sie es in einer halben Minute noch einmal.',
    bucket_refused: 'Der Objektspeicher hat abgelehnt. Prüfen Sie Bucket, Namen und Zugangsdaten.',
    bucket_unavailable: 'Der Objektspeicher antwortet nicht. Versuchen Sie es später noch einmal.',
    resource_unknown: 'Das gibt es nicht.',
    precondition_failed: 'Jemand anderes hat dies inzwischen geändert. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    entry_refused: 'Das lässt sich nicht entfernen.',
  }
}
