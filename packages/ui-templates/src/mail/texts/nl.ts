// Dutch.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in Dutch. */
export function nl(): MailTexts {
  return {
    language: 'nl',
    direction: 'ltr',
    greeting: 'Hallo {{.DisplayName}},',
    colon: ': ',
    code: 'Je code',
    service: 'Dienst',
    application: 'Applicatie',
    time: 'Tijdstip',
    place: 'Netwerkadres',
    messages: {
      recovery: {
        subject: 'Stel een nieuw wachtwoord in',
        text: 'Iemand heeft een nieuw wachtwoord aangevraagd voor je account {{.PreferredLoginName}}. Voer deze code in of open de link. Elk ervan werkt één keer, gedurende een uur.',
        button: 'Nieuw wachtwoord instellen',
        footer: 'Heb je dit niet aangevraagd, negeer dan dit bericht. Je wachtwoord verandert niet.',
      },
      recovery_without_password: {
        subject: 'Zo log je in',
        text: 'Iemand heeft een nieuw wachtwoord aangevraagd voor je account {{.PreferredLoginName}}. Je account heeft geen wachtwoord: log in met je passkey of met de dienst die je tot nu toe hebt gebruikt.',
        footer: 'Heb je dit niet aangevraagd, negeer dan dit bericht.',
      },
      invitation: {
        subject: 'Je nieuwe account',
        text: 'Er is een account voor je aangemaakt: {{.PreferredLoginName}}. Open de link om te kiezen hoe je inlogt. Hij werkt één keer, gedurende drie dagen.',
        button: 'Account instellen',
        footer: 'Verwachtte je dit bericht niet, negeer het dan.',
      },
      password_link: {
        subject: 'Stel een nieuw wachtwoord in',
        text: 'Open de link om een nieuw wachtwoord in te stellen voor je account {{.PreferredLoginName}}. Hij werkt één keer, gedurende een uur.',
        button: 'Nieuw wachtwoord instellen',
        footer: 'Verwachtte je dit bericht niet, negeer het dan.',
      },
      email_verification: {
        subject: 'Je code: {{.Code}}',
        text: 'Voer deze code in om te bevestigen dat {{.LastEmail}} jouw adres is. Hij werkt één keer, gedurende een uur.',
        footer: 'Heb je dit niet aangevraagd, negeer dan dit bericht.',
      },
      registration: {
        subject: 'Je code: {{.Code}}',
        text: 'Voer deze code in om je account aan te maken. Hij werkt één keer, gedurende een uur.',
        footer: 'Heb je dit niet aangevraagd, negeer dan dit bericht. Zonder de code wordt er geen account aangemaakt.',
      },
      account_deleted: {
        subject: 'Je account is verwijderd',
        text: 'Je account {{.PreferredLoginName}} is op jouw verzoek verwijderd. Dit is het laatste bericht daarover.',
        footer: 'Was jij dit niet, waarschuw dan meteen de beheerders van deze dienst.',
      },
      registration_existing: {
        subject: 'Je hebt al een account',
        text: 'Iemand wilde met jouw adres een account aanmaken. Je hebt er al een: {{.PreferredLoginName}}. Log daarmee in. Ben je je wachtwoord vergeten, kies daar dan ‘Wachtwoord vergeten?’.',
        footer: 'Heb je dit niet aangevraagd, negeer dan dit bericht.',
      },
      email_in_use: {
        subject: 'Je adres hoort bij een account',
        text: 'Iemand wilde dit adres voor een ander account gebruiken. Het hoort al bij een account, dus er is niets gewijzigd.',
        footer: 'Heb je dit niet aangevraagd, negeer dan dit bericht.',
      },
    },
    notices: {
      password_changed: 'Je wachtwoord is gewijzigd',
      email_changed: 'Het e-mailadres van je account is gewijzigd',
      passkey_added: 'Er is een passkey aan je account toegevoegd',
      passkey_removed: 'Er is een passkey uit je account verwijderd',
      factors_removed: 'Je wachtwoord is gewijzigd en je authenticator-app, herstelcodes en passkeys zijn verwijderd',
      identity_connected: 'Een account van een andere dienst is gekoppeld aan je account',
      identity_disconnected: 'Een account van een andere dienst is ontkoppeld van je account',
      authenticator_added: 'Er is een authenticator-app aan je account toegevoegd',
      authenticator_removed: 'Er is een authenticator-app uit je account verwijderd',
      recovery_codes_created: 'Er zijn nieuwe herstelcodes voor je account gemaakt',
      recovery_code_used: 'Er is een herstelcode van je account gebruikt',
    },
    noticeText: 'Het gaat om je account {{.PreferredLoginName}}. Was jij het zelf, dan hoef je niets te doen.',
    noticeFooter: 'Was jij dit niet, stel dan meteen een nieuw wachtwoord in en waarschuw de beheerders van deze dienst.',
    report: {
      text: 'Was jij dit niet, open dan binnen drie dagen de link. Daarmee wordt je account overal uitgelogd en kun je het beveiligen.',
      button: 'Dit was ik niet',
      footer: 'Was jij dit niet, waarschuw dan ook de beheerders van deze dienst.',
    },
  }
}
