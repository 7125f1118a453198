// German. The pages about identity providers.
import type { IdentityProviderTexts } from '../en/identity-providers.ts'

/** The texts of identity providers. */
export function identityProviders(): IdentityProviderTexts {
  return {
    heading: 'Identitätsanbieter',
    instanceHeading: 'Identitätsanbieter der Instanz',
    lead: 'Benutzer können sich mit einem Konto bei einem anderen Anbieter anmelden. Erstellen Sie einen Client beim Anbieter, und tragen Sie ihn hier ein. Auch Anbieter der Instanz können Sie hier anbieten.',
    instanceLead:
      'Jede Organisation kann diese Anbieter anbieten. Organisationen ohne eigene Anmelderichtlinie bieten die Anbieter der Standardrichtlinie an.',
    empty:
      'Noch keine Identitätsanbieter. Wählen Sie einen Dienst, erstellen Sie dort einen Client für diesen Server, und geben Sie Client-ID und Secret ein.',
    add: (name) => `${name} hinzufügen`,
    other: 'Anderen Anbieter',
    name: 'Name',
    nameHelp: 'Steht auf der Schaltfläche der Anmeldeseite.',
    issuer: 'Issuer',
    issuerHelp: 'Das Discovery-Dokument liegt unter dieser Adresse, gefolgt von /.well-known/openid-configuration.',
    tenantHelp: 'Ersetzen Sie den Platzhalter in Klammern durch Ihre ID oder Domain.',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    clientSecretHelp: 'Vom Anbieter. Es wird verschlüsselt gespeichert und nie angezeigt.',
    secretKept: 'Leer lassen, um das aktuelle Secret beizubehalten.',
    secretRequired: 'Sie haben den Anbieter geändert. Geben Sie auch dessen Secret ein, damit er das bisherige nicht erhält.',
    scopes: 'Scopes',
    scopesHelp: 'Einer pro Zeile.',
    userName: 'Benutzername',
    userNameHelp: 'Der Claim, der zum Benutzernamen neuer Benutzer wird.',
    mappings: { OIDC_MAPPING_FIELD_PREFERRED_USERNAME: 'preferred_username', OIDC_MAPPING_FIELD_EMAIL: 'email' },
    autoRegister: 'Benutzer automatisch erstellen',
    autoRegisterHelp: 'Erstellt bei der ersten Anmeldung einen Benutzer. Sonst füllen neue Benutzer ein Registrierungsformular aus.',
    redirectUri: 'Redirect-URI',
    redirectUriHelp: 'Registrieren Sie diese Redirect-URI beim Anbieter. Sonst schlagen Anmeldungen fehl.',
    registration: (service) => `${service} öffnen`,
    save: 'Anbieter speichern',
    create: 'Anbieter hinzufügen',
    edit: 'Bearbeiten',
    offered: 'Anmeldeseite',
    isOffered: 'Angeboten',
    isNotOffered: 'Nicht angeboten',
    offer: 'Bei der Anmeldung anbieten',
    withdraw: 'Nicht mehr anbieten',
    offerText: 'Nimmt den Anbieter in die Anmelderichtlinie dieser Organisation auf und zeigt seine Schaltfläche auf der Anmeldeseite.',
    offerInstanceText:
      'Nimmt den Anbieter in die Standardrichtlinie für die Anmeldung auf. Organisationen ohne eigene Anmelderichtlinie bieten ihn dann an.',
    withdrawText:
      'Entfernt die Schaltfläche von der Anmeldeseite. Benutzer, die sich nur über diesen Anbieter anmelden, können sich nicht mehr anmelden.',
    ownPolicy:
      'Diese Organisation verwendet die Standardrichtlinie für die Anmeldung. Sie erhält eine eigene Kopie davon, mit diesem Anbieter.',
    remove: 'Anbieter löschen',
    removal:
      'Benutzer können sich nicht mehr darüber anmelden, und ihre verknüpften Konten werden gelöscht. Das lässt sich nicht rückgängig machen.',
    belongsTo: 'Gehört zu',
    kind: 'Typ',
    jwt: 'JWT: importiert, wird nicht für Anmeldungen verwendet',
    others: 'GitHub, Apple, SAML, LDAP und JWT',
    othersText: [
      'GitHub und Apple verwenden kein standardkonformes OpenID Connect. Richten Sie sie in der Komposition des Servers ein, mit github() und apple().',
      'SAML und LDAP: Verwenden Sie einen OpenID-Provider, der sie unterstützt, und fügen Sie ihn hier hinzu.',
      'JWT-Anbieter bleiben nach einem Import gespeichert, werden aber nicht für Anmeldungen verwendet.',
    ],
    copy: 'Kopieren',
  }
}
