// German. What is wrong at a field, by the reason of the violation. Every reason of the engine has a sentence.

/** Sentences by reason. */
export function reasons(): Readonly<Record<string, string>> {
  return {
    stale:
      'Ein anderer Benutzer hat diesen Eintrag geändert, nachdem Sie die Seite geöffnet hatten. Ihre Werte stehen unten. Speichern Sie erneut, um die anderen Änderungen zu überschreiben.',
    malformed: 'Dieser Wert fehlt oder ist ungültig. Korrigieren Sie ihn.',
    missing_reference: 'Das referenzierte Objekt existiert nicht. Wählen Sie ein anderes.',
    client_id_taken:
      'Diese ID wird bereits von einer anderen Anwendung, einem Dienstbenutzer oder einem Projekt verwendet. Wählen Sie eine andere.',
    uri_empty: 'Diese Zeile ist leer. Entfernen Sie sie.',
    uri_too_long: 'Die URI ist länger als 2048 Zeichen. Kürzen Sie sie.',
    uri_control_character: 'Die URI enthält ein Leerzeichen oder Steuerzeichen. Entfernen Sie es.',
    uri_not_ascii: 'Die URI enthält ein Zeichen außerhalb von ASCII. Schreiben Sie es prozentkodiert und Hostnamen in Punycode.',
    uri_malformed: 'Geben Sie eine vollständige URI mit Schema ein, zum Beispiel https://app.example/callback.',
    uri_fragment: 'Die URI hat ein Fragment (nach #). Entfernen Sie es.',
    uri_wildcard: 'Platzhalter werden nicht unterstützt: URIs müssen genau übereinstimmen. Geben Sie jeden Host einzeln ein.',
    uri_userinfo: 'Die URI hat einen Benutzernamen vor dem Host. Entfernen Sie ihn.',
    uri_scheme_forbidden: 'URIs mit diesem Schema können Code ausführen oder lokale Daten preisgeben. Verwenden Sie https.',
    uri_scheme_not_native:
      'Nur native Anwendungen können ein eigenes Schema verwenden. Verwenden Sie https, oder wählen Sie den Typ Nativ.',
    uri_response_parameter: 'Die URI hat einen Query-Parameter, den die Antwort verwendet. Benennen Sie ihn um.',
    origin_malformed: 'Geben Sie einen Origin wie https://app.example oder https://app.example:8443 ein, ohne Pfad.',
    key_malformed: 'Geben Sie einen öffentlichen Schlüssel im PEM-Format ein. Er beginnt mit -----BEGIN PUBLIC KEY-----.',
    key_private:
      'Das ist ein privater Schlüssel, der damit kompromittiert ist. Erstellen Sie ein neues Schlüsselpaar, und geben Sie nur den öffentlichen Schlüssel ein.',
    key_weak: 'Der Schlüssel ist zu schwach. RSA-Schlüssel brauchen mindestens 2048 Bit. Erstellen Sie ein neues Schlüsselpaar.',
    key_unsupported: 'Verwenden Sie einen RSA-, EC-P-256- oder Ed25519-Schlüssel.',
    org_name_taken: 'Der Name ist dem einer anderen Organisation zu ähnlich. Wählen Sie einen anderen.',
    user_name_taken: 'Ein anderer Benutzer dieser Organisation hat diesen Benutzernamen. Wählen Sie einen anderen.',
    redirect_over_http: 'http erfordert den Entwicklungsmodus. Schalten Sie ihn ein, oder verwenden Sie https.',
    refresh_grant_missing:
      'Die Anwendung erhält keine Refresh-Tokens, auch wenn sie offline_access anfordert. Erlauben Sie Refresh-Tokens, wenn sie welche braucht.',
    grant_type_unknown: 'Dieser Server unterstützt diesen Grant Type nicht.',
    client_metadata_unknown: 'Dieser Server unterstützt diese Client-Metadaten nicht.',
    client_metadata_malformed: 'Der Wert hat nicht das verlangte Format.',
    no_effect: 'Der Wert wird gespeichert, aber von diesem Server nicht verwendet.',
    foreign_reference: 'Der Eintrag gehört zu einem Objekt einer anderen Organisation. Verschieben Sie ihn dorthin.',
    owned_by_other_org: 'Die ID gehört einem Objekt einer anderen Organisation. Wählen Sie eine andere.',
    id_taken: 'Ein anderes Objekt hat diese ID. Wählen Sie eine andere.',
    id_reserved: 'Diese ID ist reserviert: Sie beginnt mit urn: oder gehört zu einem Client des Dienstes. Wählen Sie eine andere.',
    applications_limit:
      'Eine Organisation kann höchstens 2.000 Anwendungen haben. Löschen Sie welche, oder wenden Sie sich an einen Eigentümer der Instanz.',
    projects_limit:
      'Eine Organisation kann höchstens 1.000 Projekte haben. Löschen Sie welche, oder wenden Sie sich an einen Eigentümer der Instanz.',
    roles_limit: 'Ein Projekt kann höchstens 1.000 Rollen haben. Löschen Sie welche, oder wenden Sie sich an einen Eigentümer der Instanz.',
    providers_limit:
      'Eine Organisation kann höchstens 100 Identitätsanbieter haben. Löschen Sie welche, oder wenden Sie sich an einen Eigentümer der Instanz.',
    keys_limit:
      'Eine Anwendung oder ein Dienstbenutzer kann höchstens 100 Schlüssel haben. Löschen Sie welche, oder wenden Sie sich an einen Eigentümer der Instanz.',
    tokens_limit:
      'Ein Dienstbenutzer kann höchstens 100 persönliche Zugriffstokens haben. Löschen Sie welche, oder wenden Sie sich an einen Eigentümer der Instanz.',
    lifetime_too_long:
      'Die Instanz begrenzt die Gültigkeit von Tokens und Schlüsseln. Wählen Sie ein früheres Datum, erstellen Sie einen neuen Eintrag, oder wenden Sie sich an einen Eigentümer der Instanz.',
    lifetime_over_maximum: 'Die Gültigkeit überschreitet das Maximum der Instanz.',
    metadata_limit:
      'Ein Benutzer kann höchstens 500 Metadaten-Einträge haben. Löschen Sie welche, oder wenden Sie sich an einen Eigentümer der Instanz.',
    metadata_size_limit:
      'Die Metadaten eines Benutzers dürfen zusammen höchstens 262.144 Zeichen haben. Speichern Sie weniger, oder wenden Sie sich an einen Eigentümer der Instanz.',
    offers_limit:
      'Eine Organisation kann einem Benutzer einer anderen Organisation in höchstens 20 Projekten und 20 Projektfreigaben gleichzeitig Rollen anbieten. Warten Sie auf die Antwort des Benutzers, oder ziehen Sie Angebote zurück.',
    organization_users_limit:
      'Die Organisation hat die maximale Anzahl Benutzer erreicht. Löschen Sie welche, oder wenden Sie sich an einen Eigentümer der Instanz.',
    organization_keys_limit:
      'Die Organisation hat die maximale Anzahl Schlüssel oder persönlicher Zugriffstokens erreicht. Löschen Sie welche, oder wenden Sie sich an einen Eigentümer der Instanz.',
    organization_metadata_limit:
      'Die Metadaten der Organisation haben den maximalen Umfang erreicht. Speichern Sie weniger, oder wenden Sie sich an einen Eigentümer der Instanz.',
    id_removed: 'Ein Objekt mit dieser ID wurde gelöscht. Die ID kann nicht wiederverwendet werden. Wählen Sie eine andere.',
    id_in_use: 'Diese ID ist in Verwendung. Der Eintrag in removedIds ist nicht nötig.',
    id_is_address:
      'IDs von Clients und Projekten erscheinen in der Zielgruppe von Tokens. Nur ein Eigentümer der Instanz kann eine ID wählen, die wie eine URI beginnt (https:, api:). Wählen Sie eine andere.',
    user_id_outside_namespace:
      'Eine selbst gewählte Benutzer-ID besteht aus der prozentkodierten ID der Organisation, einem senkrechten Strich und einem Namen: acme|alice für die Organisation acme. Wählen Sie eine solche ID, oder lassen Sie den Server eine vergeben.',
    idp_in_code:
      'Ein Identitätsanbieter mit dieser ID ist bereits im Code der Anmeldung definiert und hat Vorrang. Wählen Sie eine andere ID. Ein gespeicherter Anbieter bleibt unverändert, weil mit ihm die Verknüpfungen der Benutzer gelöscht würden.',
    id_malformed: 'Eine ID hat 1 bis 200 Zeichen, keine Steuerzeichen und ist weder „.“ noch „..“. Korrigieren Sie sie.',
    user_id_not_ascii: 'Die ID eines Benutzers ist das sub in Tokens und darf nur sichtbare ASCII-Zeichen enthalten. Korrigieren Sie sie.',
    duplicate: 'Das Dokument enthält schon einen Eintrag für dieses Objekt. Behalten Sie nur einen.',
    parent_removed:
      'Das Dokument löscht ein Objekt, auf das sich dieser Eintrag bezieht. Löschen Sie auch den Eintrag, oder behalten Sie das Objekt.',
    other_org: 'Das Projekt gehört einer anderen Organisation, deren Liste maßgeblich ist. Es fehlt nichts.',
    differs: 'Das vorhandene Objekt weicht ab. Erlauben Sie, vorhandene Objekte zu aktualisieren.',
    member_fixed: 'Dieser Wert lässt sich nicht ändern. Löschen Sie das Objekt, und erstellen Sie ein neues mit anderer ID.',
    domain_taken: 'Diese Domain gehört einer anderen Organisation. Löschen Sie sie zuerst dort.',
    token_taken: 'Ein anderes persönliches Zugriffstoken hat diesen Wert. Erstellen Sie ein neues.',
    identity_taken: 'Diese Identität ist mit einem anderen Benutzer verknüpft. Entfernen Sie zuerst diese Verknüpfung.',
    passkey_taken: 'Dieser Passkey gehört einem anderen Benutzer. Entfernen Sie ihn zuerst dort.',
    passkey_of_other_rp_id:
      'Ein Passkey gilt nur für die RP-ID, für die er erstellt wurde, und dieser Server hat eine andere. Der Benutzer hat hier einen Faktor weniger.',
    passkey_key_unsupported:
      'Der Schlüssel des Passkeys passt nicht zu seinem Algorithmus oder ist zu schwach. Der Benutzer hat hier einen Faktor weniger.',
    link_removed:
      'Der Benutzer hat diese Verknüpfung aufgehoben. Ein Dokument stellt sie nicht wieder her, aber der Benutzer kann das Konto neu verknüpfen.',
    passkey_removed:
      'Der Benutzer hat diesen Passkey entfernt. Ein Dokument stellt ihn nicht wieder her, aber der Benutzer kann einen neuen erstellen.',
    passkeys_not_composed: 'Dieser Server unterstützt keine Passkeys. Der Benutzer hat hier einen Faktor weniger.',
    permission_denied: 'Ihre Rollen erlauben das nicht. Wenden Sie sich an einen Benutzer mit der nötigen Rolle.',
    last_owner:
      'Danach hätte die Instanz keinen Eigentümer mehr, der sich anmelden kann. Weisen Sie zuerst einem anderen Benutzer die Rolle IAM_OWNER zu, oder behalten Sie eine Anmeldemethode.',
    role_unknown: 'Diese Rolle lässt sich hier nicht zuweisen: Sie existiert nicht oder gehört zu einer anderen Ebene.',
    storage_failed: 'Die Datenbank hat die ganze Organisation abgelehnt. Es wurde nichts geändert. Prüfen Sie das Log des Servers.',
    storage_full:
      'Der Speicher der Datenbank ist voll. Es wurde nichts geändert. Geben Sie Speicherplatz frei, und versuchen Sie es erneut.',
    storage_unavailable: 'Die Datenbank antwortet nicht. Versuchen Sie es später erneut.',
    secret_hashing_busy: 'Der Server ist ausgelastet und konnte das Passwort nicht hashen. Versuchen Sie es erneut.',
    org_name_missing: 'Eine neue Organisation braucht einen Namen.',
    image_malformed: 'Das ist kein lesbares Bild.',
    image_too_large: 'Das Bild ist größer als 64 KiB. Wählen Sie ein kleineres.',
    image_unsupported: 'Das ist kein Bild des angegebenen Typs. Wählen Sie PNG, JPEG, WebP oder SVG.',
    client_id_malformed: 'Eine Client-ID hat 1 bis 255 sichtbare ASCII-Zeichen. Korrigieren Sie sie.',
    client_secret_short: 'Ein Client-Secret hat mindestens 32 Zeichen. Lassen Sie das Feld leer, um eines erzeugen zu lassen.',
    token_short: 'Ein Token hat mindestens 32 Zeichen. Lassen Sie das Feld leer, um eines erzeugen zu lassen.',
    secret_hash_unsupported:
      'Dieser Server kann diesen Hash nicht prüfen. Er wurde übersprungen; falls nötig, wird ein neues Secret erzeugt.',
    user_name_empty: 'Geben Sie einen Benutzernamen ein.',
    user_name_invisible_character: 'Der Benutzername enthält ein unsichtbares Zeichen. Entfernen Sie es.',
    user_name_mixed_script: 'Der Benutzername mischt Buchstaben mehrerer Schriften. Verwenden Sie eine.',
    user_name_too_long: 'Der Benutzername ist länger als 200 Zeichen. Kürzen Sie ihn.',
    email_malformed: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    email_without_mail:
      'An diese Adresse kann keine E-Mail gesendet werden: Vor dem @ stehen Zeichen außerhalb von ASCII, oder die Domain ist ungültig. Geben Sie eine andere Adresse ein.',
    phone_malformed: 'Geben Sie eine Telefonnummer im internationalen Format ein, zum Beispiel +41 44 000 00 00.',
    language_malformed: 'Geben Sie die Sprache als Sprachkürzel ein, zum Beispiel de oder pt-BR.',
    email_unproven:
      'Mit Ihren Rollen können Sie nur Adressen einer verifizierten Domain der Organisation als bestätigt speichern, die kein anderer Benutzer bestätigt hat. Die Adresse wird als unbestätigt gespeichert: Der Benutzer kann sie per E-Mail bestätigen, oder ein Benutzer mit IAM_OWNER oder IAM_ORG_MANAGER bestätigt sie.',
    phone_unproven:
      'Mit Ihren Rollen können Sie Telefonnummern nicht als bestätigt speichern. Die Nummer wird als unbestätigt gespeichert. Ein Benutzer mit IAM_OWNER oder IAM_ORG_MANAGER kann sie bestätigen.',
    password_empty: 'Das Passwort ist leer.',
    password_too_long: 'Das Passwort ist länger als 1024 Bytes. Wählen Sie ein kürzeres.',
    password_too_short:
      'Das Passwort ist kürzer, als die Richtlinie verlangt: standardmäßig 15 Zeichen, oder 8 mit Bestätigung in zwei Schritten. Wählen Sie ein längeres.',
    password_without_lowercase: 'Die Richtlinie verlangt einen Kleinbuchstaben (a–z). Wählen Sie ein anderes Passwort.',
    password_without_uppercase: 'Die Richtlinie verlangt einen Großbuchstaben (A–Z). Wählen Sie ein anderes Passwort.',
    password_without_digit: 'Die Richtlinie verlangt eine Ziffer (0–9). Wählen Sie ein anderes Passwort.',
    password_without_symbol: 'Die Richtlinie verlangt ein Sonderzeichen. Wählen Sie ein anderes Passwort.',
    password_common: 'Das Passwort ist zu häufig. Wählen Sie ein anderes.',
    password_personal: 'Das Passwort besteht nur aus Namen des Benutzers. Wählen Sie ein anderes.',
    password_predictable: 'Das Passwort ist eine Folge oder wiederholt sich. Wählen Sie ein anderes.',
    password_not_needed: 'Für den Benutzer ist auch hashedPassword angegeben, das Vorrang hat. Behalten Sie nur eines.',
    password_hash_unsupported:
      'Dieser Server kann diesen Hash nicht prüfen. Der Benutzer wurde ohne Passwort importiert und braucht ein neues.',
    password_hash_too_slow:
      'Das Prüfen dieses Hashes dauert zu lange und würde jede abgelehnte Anmeldung verzögern. Nur Benutzer, die die Instanz ändern können, dürfen ihn importieren. Ein neuer Benutzer hat kein Passwort und braucht eines; ein vorhandener behält seines.',
    otp_secret_malformed:
      'Der Seed ist kein gültiges Base32. Ein Benutzer ohne anderen Seed ist deaktiviert. Korrigieren oder entfernen Sie den Seed, und aktivieren Sie den Benutzer.',
    domain_malformed: 'Geben Sie einen gültigen Domainnamen ein.',
    several_primary_domains: 'Eine Organisation hat nur eine primäre Domain. Setzen Sie isPrimary nur bei einer.',
    text_leads_elsewhere:
      'Der Text enthält einen Link, der weder zu diesem Server noch zu einer verifizierten Domain der Organisation führt. E-Mails verwenden deshalb den Standardtext. Korrigieren Sie den Link, oder verifizieren Sie zuerst die Domain.',
    other_org_id: 'Die ID weicht von der orgId der übergeordneten Organisation ab. Es gilt die orgId.',
    other_user_id: 'Die ID weicht von der userId des Eintrags ab. Es gilt die userId.',
    of_the_source: 'Beschreibt das Objekt auf dem Quellserver. Wird hier nicht benötigt.',
    sends_nothing: 'Ein Dokument löst keinen E-Mail-Versand aus. Laden Sie den Benutzer ein.',
    unknown_member: 'Dieses Feld ist im Format nicht bekannt. Prüfen Sie die Schreibweise.',
    idp_missing:
      'Es gibt keinen Identitätsanbieter mit dieser ID, eine Anmeldung darüber ist daher nicht möglich. Exporte enthalten weder Anbieter der Instanz noch SAML- und LDAP-Anbieter. Erstellen Sie den Anbieter mit derselben ID in einem Dokument oder im Code, oder löschen Sie den Eintrag.',
    no_effect_sign_in_refused:
      'Dieser Server unterstützt das nicht. Betroffene Benutzer können sich nicht anmelden, bis die Einstellung entfernt ist.',
    default_text: 'Das ist der Standardtext des ursprünglichen Produkts. Er wird gespeichert, aber die Seiten zeigen ihren eigenen.',
    policy_short_passwords: 'Die Richtlinie gilt und erlaubt kürzere Passwörter als eine neue Instanz. Erhöhen Sie die Mindestlänge.',
    policy_unlimited_attempts: 'Die Richtlinie gilt und begrenzt falsche Versuche nicht. Setzen Sie eine Grenze, zum Beispiel 10.',
    password_hash_slow: 'Das Prüfen dieses Hashes dauert lange. Er wird bei der nächsten Anmeldung des Benutzers ersetzt.',
    redirect_uri_to_register:
      'Registrieren Sie beim Identitätsanbieter die Redirect-URI, die auf der Seite des Anbieters steht. Sonst schlagen Anmeldungen fehl.',
    idp_secret_needed:
      'Der Identitätsanbieter hat jetzt einen anderen Issuer, und sein Secret fehlt. Geben Sie es erneut ein: Das gespeicherte gehört zum vorherigen.',
    outside_of_orgs: 'Importiert werden nur Organisationen. Richtlinien und Mitglieder der Instanz bearbeiten Sie auf deren Seiten.',
    needs_credentials: 'Schlüssel, Passkeys, Tokens und Secrets werden nur importiert, wenn die Option ausgewählt ist.',
    without_org_id: 'Der Organisation fehlt die orgId. Ergänzen Sie sie.',
    repeated_member: 'Das Objekt enthält das Feld in beiden Schreibweisen. Behalten Sie nur eine.',
    repeated_org:
      'Das Dokument enthält bereits eine Organisation mit dieser ID. Beide werden zusammengeführt: Bei Unterschieden gilt die erste, wenn Aktualisierungen nicht erlaubt sind. Behalten Sie nur eine.',
    sign_in_org_inactive:
      'Die Organisation ist nicht aktiv, ihre Benutzer können sich nicht anmelden. Setzen Sie den Status auf ORG_STATE_ACTIVE.',
    sign_in_user_initial:
      'Die Benutzer haben ihre Registrierung in der Quelle nicht abgeschlossen (USER_STATE_INITIAL) und können sich auch mit einem importierten Passwort nicht anmelden. Laden Sie sie ein, oder setzen Sie den Status auf USER_STATE_ACTIVE.',
    sign_in_user_inactive:
      'Die Benutzer sind gesperrt, deaktiviert oder ausgesetzt. Setzen Sie den Status auf USER_STATE_ACTIVE, wenn sie sich anmelden sollen.',
    sign_in_second_factor_impossible:
      'Die Anmelderichtlinie verlangt einen zweiten Faktor und erlaubt nur Codes per E-Mail oder SMS, die dieser Server nicht sendet. Ergänzen Sie SECOND_FACTOR_TYPE_OTP oder SECOND_FACTOR_TYPE_U2F, oder entfernen Sie forceMfa.',
    sign_in_password_not_allowed:
      'Die Benutzer haben ein Passwort, aber die Anmelderichtlinie erlaubt keine Passwörter (allowUsernamePassword ist false oder fehlt). Setzen Sie allowUsernamePassword, oder geben Sie den Benutzern eine andere Anmeldemethode.',
    sign_in_password_refused:
      'Das Passwort oder der Hash der Benutzer wurde nicht importiert; die Fehlerliste enthält jeden Fall. Laden Sie die Benutzer ein, ein Passwort zu wählen, oder importieren Sie einen Hash, den dieser Server prüfen kann.',
    sign_in_provider_without_secret:
      'Die Benutzer melden sich über einen Identitätsanbieter an, dessen Client-Secret im Dokument steht, aber nicht importiert wurde. Importieren Sie mit with_credentials, oder setzen Sie das Secret des Anbieters.',
    sign_in_provider_not_allowed:
      'Die Benutzer melden sich über einen Identitätsanbieter an, den die Anmelderichtlinie nicht erlaubt. Setzen Sie allowExternalIdp, und ergänzen Sie den Anbieter in idps der Richtlinie.',
    sign_in_provider_not_usable:
      'Die Benutzer melden sich über einen Identitätsanbieter an, der nicht verwendbar ist: Er sendet JWTs, ihm fehlt eine Client-ID oder ein Issuer, er gehört zu einer deaktivierten Organisation, oder er hat einen anderen Issuer als die Verknüpfungen. Korrigieren Sie den Anbieter, oder geben Sie den Benutzern eine andere Anmeldemethode.',
    sign_in_provider_missing:
      'Die Benutzer melden sich über einen Identitätsanbieter an, den es hier nicht gibt. Erstellen Sie ihn mit derselben ID in einem Dokument oder im Code, oder geben Sie den Benutzern eine andere Anmeldemethode.',
    sign_in_passkey_not_allowed:
      'Die Benutzer haben einen Passkey, aber die Anmelderichtlinie erlaubt keine Anmeldung nur mit Passkey. Setzen Sie passwordlessType auf PASSWORDLESS_TYPE_ALLOWED.',
    sign_in_without_credentials:
      'Die Benutzer haben weder Passwort noch Passkey noch ein Konto bei einem Identitätsanbieter. Laden Sie sie ein, damit sie ihre Anmeldung einrichten.',
    document_invalid: 'Die Datei ist kein gültiger UTF-8-Text. Wählen Sie die JSON-Datei eines Exports.',
    import_queue_full: 'Es warten zu viele Importe. Versuchen Sie es erneut, wenn einer abgeschlossen ist.',
    import_running: 'Ein anderer Import läuft. Es kann nur einer gleichzeitig laufen. Versuchen Sie es in einer halben Minute erneut.',
    bucket_refused: 'Der Objektspeicher hat den Zugriff verweigert. Prüfen Sie Bucket, Name und Zugangsdaten.',
    bucket_unavailable: 'Der Objektspeicher antwortet nicht. Versuchen Sie es später erneut.',
    resource_unknown: 'Nicht gefunden.',
    precondition_failed:
      'Ein anderer Benutzer hat diesen Eintrag inzwischen geändert. Laden Sie die Seite neu, und versuchen Sie es erneut.',
    entry_refused: 'Dieser Eintrag lässt sich nicht löschen.',
  }
}
