// German. The page about the domains of an organization.
import type { DomainTexts } from '../shape/domains.ts'

/** The texts of domains. */
export function domains(): DomainTexts {
  return {
    heading: 'Domains',
    lead: 'Anmeldenamen enden mit der primären Domain. Bei einer verifizierten Domain führt die E-Mail-Adresse Personen zu dieser Organisation.',
    name: 'Domain',
    nameHelp: 'Zum Beispiel acme.example. Internationale Namen in Punycode.',
    add: 'Domain hinzufügen',
    verified: 'Verifiziert',
    notVerified: 'Nicht verifiziert',
    primary: 'Primär',
    verify: 'Als verifiziert markieren',
    verifyHelp:
      'Wer eine verifizierte Domain hat, dem wird zu Adressen darin geglaubt. Nur Rollen der Instanz verifizieren: Prüfen Sie vorher, wem die Domain gehört, etwa durch einen TXT-Eintrag.',
    removeHelp:
      'Rollen der Instanz verifizieren Domains. Eine verifizierte Domain, die Sie entfernen und wieder hinzufügen, muss neu verifiziert werden.',
    makePrimary: 'Zur primären machen',
    remove: 'Entfernen',
    acts: 'Aktionen',
  }
}
