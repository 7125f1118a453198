// German. The page about the domains of an organization.
import type { DomainTexts } from '../en/domains.ts'

/** The texts of domains. */
export function domains(): DomainTexts {
  return {
    heading: 'Domains',
    lead: 'Anmeldenamen enden mit der primären Domain. Benutzer mit einer E-Mail-Adresse in einer verifizierten Domain werden zur Anmeldung in diese Organisation geleitet.',
    name: 'Domain',
    nameHelp: 'Zum Beispiel acme.example. Internationale Namen in Punycode.',
    add: 'Domain hinzufügen',
    verified: 'Verifiziert',
    notVerified: 'Nicht verifiziert',
    primary: 'Primär',
    verify: 'Als verifiziert markieren',
    verifyHelp:
      'Nur ein Eigentümer der Instanz kann eine Domain verifizieren. Prüfen Sie zuerst, wem sie gehört, zum Beispiel mit einem TXT-Eintrag: E-Mail-Adressen in einer verifizierten Domain gelten als vertrauenswürdig.',
    removeHelp:
      'Nur ein Eigentümer der Instanz kann eine Domain verifizieren. Wenn Sie eine verifizierte Domain löschen und wieder hinzufügen, muss sie erneut verifiziert werden.',
    makePrimary: 'Als primär festlegen',
    remove: 'Löschen',
    acts: 'Aktionen',
  }
}
