// German. The pages about identity providers.
import type { IdentityProviderTexts } from '../shape/identity-providers.ts'

/** The texts of identity providers. */
export function identityProviders(): IdentityProviderTexts {
  return {
    heading: 'Identitätsanbieter',
    instanceHeading: 'Identitätsanbieter der Instanz',
    lead: 'Personen melden sich mit einem Konto an, das sie anderswo haben. Jeder Anbieter wird einmal dort und einmal hier eingetragen. Auch die der Instanz werden hier angeboten, wenn Sie sie dafür auswählen.',
    instanceLead:
      'Einen Anbieter der Instanz kann jede Organisation anbieten. Die Standard-Anmelderichtlinie bietet Anbieter, auch die einer Organisation, allen an, deren Organisation keine eigene hat.',
    empty:
      'Es gibt noch keinen. Wählen Sie einen Dienst, tragen Sie diesen Server dort als Client ein, und geben Sie hier ein, was Sie bekommen.',
    add: (name) => `${name} hinzufügen`,
    other: 'Anderen Anbieter',
    name: 'Name',
    nameHelp: 'Er steht auf der Schaltfläche der Anmeldeseite.',
    issuer: 'Aussteller (Issuer)',
    issuerHelp: 'Darunter liegt sein Discovery-Dokument, /.well-known/openid-configuration.',
    tenantHelp: 'Setzen Sie Ihre eigene ID oder Domain an die Stelle der Klammern.',
    clientId: 'Client-ID',
    clientSecret: 'Client-Geheimnis',
    clientSecretHelp: 'Vom Anbieter. Es bleibt verschlüsselt und wird nie angezeigt.',
    secretKept: 'Leer: Das gespeicherte bleibt.',
    secretAnew: 'Das ist jetzt ein anderer Anbieter. Geben Sie auch sein Geheimnis ein, damit er das alte nicht bekommt.',
    scopes: 'Scopes',
    scopesHelp: 'Einer pro Zeile.',
    userName: 'Benutzername',
    userNameHelp: 'Der Claim, aus dem der Benutzername neuer Benutzer wird.',
    mappings: { OIDC_MAPPING_FIELD_PREFERRED_USERNAME: 'preferred_username', OIDC_MAPPING_FIELD_EMAIL: 'email' },
    autoRegister: 'Benutzer automatisch anlegen',
    autoRegisterHelp: 'Wer sich dort zum ersten Mal anmeldet, bekommt hier einen Benutzer. Sonst registriert man sich mit einem Formular.',
    redirectUri: 'Redirect-URI',
    redirectUriHelp: 'Tragen Sie genau diese Adresse beim Anbieter ein. Ohne sie kommt niemand von dort zurück.',
    registration: 'Wo Clients eingetragen werden',
    save: 'Anbieter speichern',
    create: 'Anbieter hinzufügen',
    edit: 'Ändern',
    offered: 'Anmeldeseite',
    isOffered: 'Angeboten',
    isNotOffered: 'Nicht angeboten',
    offer: 'Bei der Anmeldung anbieten',
    withdraw: 'Nicht mehr anbieten',
    offerText:
      'Dann führt die Anmelderichtlinie der Organisation den Anbieter auf, und die Anmeldeseite der Organisation hat seine Schaltfläche.',
    offerInstanceText:
      'Dann führt die Standard-Anmelderichtlinie den Anbieter auf. Er wird überall angeboten, wo eine Organisation keine eigene hat.',
    withdrawText: 'Die Schaltfläche verschwindet. Wer nur diesen Anbieter hat, kann sich nicht mehr anmelden.',
    ownPolicy: 'Die Organisation hat noch keine eigene Anmelderichtlinie. Sie bekommt eine: eine Kopie des Standards mit diesem Anbieter.',
    remove: 'Anbieter entfernen',
    removal:
      'Seine Benutzer können sich nicht mehr damit anmelden, und ihre Verknüpfungen werden mit entfernt. Das lässt sich nicht rückgängig machen.',
    belongsTo: 'Gehört zu',
    kind: 'Art',
    jwt: 'JWT: aus einem Import aufbewahrt, von keiner Anmeldung verwendet',
    others: 'GitHub, Apple, SAML, LDAP und JWT',
    othersText: [
      'GitHub und Apple sprechen kein reines OpenID Connect. Sie werden in der Komposition des Servers eingerichtet, mit github() und apple().',
      'SAML und LDAP: Stellen Sie einen OpenID-Provider dazwischen, der sie spricht, und fügen Sie diesen hier hinzu.',
      'Anbieter von JWTs bleiben nach einem Import aufbewahrt. Keine Anmeldung verwendet sie.',
    ],
    copy: 'Kopieren',
  }
}
