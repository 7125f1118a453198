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
    place: 'IP-adres',
    messages: {
      recovery: {
        subject: 'Stel je wachtwoord opnieuw in',
        text: 'We hebben een verzoek ontvangen om het wachtwoord van je account {{.PreferredLoginName}} opnieuw in te stellen. Voer deze code in of open de link. Beide verlopen over een uur.',
        button: 'Wachtwoord opnieuw instellen',
        footer: 'Heb je dit niet aangevraagd, negeer dan deze e-mail. Je wachtwoord verandert niet.',
      },
      recovery_without_password: {
        subject: 'Zo log je in',
        text: 'We hebben een verzoek ontvangen om het wachtwoord van je account {{.PreferredLoginName}} opnieuw in te stellen. Je account heeft geen wachtwoord. Log in met je passkey of met de dienst die je tot nu toe hebt gebruikt.',
        footer: 'Heb je dit niet aangevraagd, negeer dan deze e-mail.',
      },
      invitation: {
        subject: 'Je nieuwe account',
        text: 'Er is een account voor je aangemaakt: {{.PreferredLoginName}}. Open de link om je manier van inloggen in te stellen. De link verloopt over drie dagen.',
        button: 'Account instellen',
        footer: 'Verwachtte je deze e-mail niet, dan kun je die negeren.',
      },
      password_link: {
        subject: 'Stel een nieuw wachtwoord in',
        text: 'Open de link om een nieuw wachtwoord in te stellen voor je account {{.PreferredLoginName}}. De link verloopt over een uur.',
        button: 'Nieuw wachtwoord instellen',
        footer: 'Verwachtte je deze e-mail niet, dan kun je die negeren.',
      },
      email_verification: {
        subject: 'Je code: {{.Code}}',
        text: 'Voer deze code in om je e-mailadres {{.LastEmail}} te bevestigen. De code verloopt over een uur.',
        footer: 'Heb je dit niet aangevraagd, negeer dan deze e-mail.',
      },
      registration: {
        subject: 'Je code: {{.Code}}',
        text: 'Voer deze code in om je account aan te maken. De code verloopt over een uur.',
        footer: 'Heb je dit niet aangevraagd, negeer dan deze e-mail. Zonder de code wordt er geen account aangemaakt.',
      },
      account_deleted: {
        subject: 'Je account is verwijderd',
        text: 'Je account {{.PreferredLoginName}} is op jouw verzoek verwijderd. Dit is de laatste e-mail daarover.',
        footer: 'Was jij dit niet, neem dan meteen contact op met je beheerder.',
      },
      registration_existing: {
        subject: 'Je hebt al een account',
        text: 'We hebben een verzoek ontvangen om een account aan te maken met je e-mailadres. Je hebt al een account: {{.PreferredLoginName}}. Log daarmee in. Ben je je wachtwoord vergeten, kies daar dan ‘Wachtwoord vergeten?’.',
        footer: 'Heb je dit niet aangevraagd, negeer dan deze e-mail.',
      },
      email_in_use: {
        subject: 'Je e-mailadres is al in gebruik',
        text: 'We hebben een verzoek ontvangen om dit e-mailadres voor een ander account te gebruiken. Het hoort al bij een account, dus er is niets gewijzigd.',
        footer: 'Heb je dit niet aangevraagd, negeer dan deze e-mail.',
      },
    },
    notices: {
      password_changed: 'Je wachtwoord is gewijzigd',
      email_changed: 'Je e-mailadres is gewijzigd',
      passkey_added: 'Er is een passkey aan je account toegevoegd',
      passkey_removed: 'Er is een passkey uit je account verwijderd',
      factors_removed: 'Je wachtwoord is gewijzigd en je authenticator-app, herstelcodes en passkeys zijn verwijderd',
      identity_connected: 'Er is een extern account aan je account gekoppeld',
      identity_disconnected: 'Er is een extern account van je account losgekoppeld',
      authenticator_added: 'Er is een authenticator-app aan je account toegevoegd',
      authenticator_removed: 'Er is een authenticator-app uit je account verwijderd',
      recovery_codes_created: 'Er zijn nieuwe herstelcodes voor je account gemaakt',
      recovery_code_used: 'Er is een herstelcode van je account gebruikt',
    },
    noticeText: 'Het gaat om je account {{.PreferredLoginName}}. Was jij dit, dan hoef je niets te doen.',
    noticeFooter: 'Was jij dit niet, stel dan meteen een nieuw wachtwoord in en neem contact op met je beheerder.',
    report: {
      text: 'Was jij dit niet, open dan binnen drie dagen de link. Daarmee word je overal uitgelogd en kun je je account beveiligen.',
      button: 'Dit was ik niet',
      footer: 'Was jij dit niet, neem dan ook contact op met je beheerder.',
    },
  }
}
