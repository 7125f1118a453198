// Dutch.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in Dutch. */
export const nl: MailTexts = {
  language: 'nl',
  direction: 'ltr',
  greeting: 'Hallo {{.DisplayName}},',
  colon: ': ',
  code: 'Uw code',
  service: 'Dienst',
  application: 'Toepassing',
  time: 'Tijd',
  place: 'Netwerkadres',
  messages: {
    recovery: {
      subject: 'Een nieuw wachtwoord instellen',
      text: 'Iemand heeft een nieuw wachtwoord aangevraagd voor uw account {{.PreferredLoginName}}. Voer deze code in of open de link. Beide werken één keer, gedurende een uur.',
      button: 'Nieuw wachtwoord instellen',
      footer: 'Hebt u dit niet aangevraagd, negeer dan dit bericht. Uw wachtwoord blijft zoals het is.',
    },
    recovery_without_password: {
      subject: 'Zo logt u in',
      text: 'Iemand heeft een nieuw wachtwoord aangevraagd voor uw account {{.PreferredLoginName}}. Uw account heeft geen wachtwoord: log in met uw passkey of met de dienst die u tot nu toe hebt gebruikt.',
      footer: 'Hebt u dit niet aangevraagd, negeer dan dit bericht.',
    },
    invitation: {
      subject: 'Uw nieuwe account',
      text: 'Er is een account voor u aangemaakt: {{.PreferredLoginName}}. Open de link om te kiezen hoe u inlogt. Hij werkt één keer, gedurende drie dagen.',
      button: 'Account instellen',
      footer: 'Verwachtte u dit bericht niet, negeer het dan.',
    },
    password_link: {
      subject: 'Een nieuw wachtwoord instellen',
      text: 'Open de link om een nieuw wachtwoord in te stellen voor uw account {{.PreferredLoginName}}. Hij werkt één keer, gedurende een uur.',
      button: 'Nieuw wachtwoord instellen',
      footer: 'Verwachtte u dit bericht niet, negeer het dan.',
    },
    email_verification: {
      subject: 'Uw code: {{.Code}}',
      text: 'Voer deze code in om te bevestigen dat {{.LastEmail}} uw adres is. Hij werkt één keer, gedurende een uur.',
      footer: 'Hebt u dit niet aangevraagd, negeer dan dit bericht.',
    },
    registration: {
      subject: 'Uw code: {{.Code}}',
      text: 'Voer deze code in om uw account aan te maken. Hij werkt één keer, gedurende een uur.',
      footer: 'Hebt u dit niet aangevraagd, negeer dan dit bericht. Zonder de code wordt er geen account aangemaakt.',
    },
    account_deleted: {
      subject: 'Uw account is verwijderd',
      text: 'Uw account {{.PreferredLoginName}} is op uw verzoek verwijderd. Dit is het laatste bericht daarover.',
      footer: 'Was u dit niet, waarschuw dan meteen de beheerders van deze dienst.',
    },
    registration_existing: {
      subject: 'U hebt al een account',
      text: 'Iemand wilde met uw adres een account aanmaken. U hebt er al een: {{.PreferredLoginName}}. Log daarmee in. Bent u uw wachtwoord vergeten, kies daar dan ‘Wachtwoord vergeten?’.',
      footer: 'Hebt u dit niet aangevraagd, negeer dan dit bericht.',
    },
    email_in_use: {
      subject: 'Uw adres hoort bij een account',
      text: 'Iemand wilde dit adres voor een ander account gebruiken. Het hoort al bij een account, dus er is niets gewijzigd.',
      footer: 'Hebt u dit niet aangevraagd, negeer dan dit bericht.',
    },
  },
  notices: {
    password_changed: 'Uw wachtwoord is gewijzigd',
    email_changed: 'Het e-mailadres van uw account is gewijzigd',
    passkey_added: 'Er is een passkey aan uw account toegevoegd',
    passkey_removed: 'Er is een passkey uit uw account verwijderd',
    factors_removed: 'Uw wachtwoord is gewijzigd en uw authenticator-app, herstelcodes en passkeys zijn verwijderd',
    identity_disconnected: 'Een account van een andere dienst is losgekoppeld van uw account',
    authenticator_added: 'Er is een authenticator-app aan uw account toegevoegd',
    authenticator_removed: 'Er is een authenticator-app uit uw account verwijderd',
    recovery_codes_created: 'Er zijn nieuwe herstelcodes voor uw account aangemaakt',
    recovery_code_used: 'Er is een herstelcode van uw account gebruikt',
  },
  noticeText: 'Het gaat om uw account {{.PreferredLoginName}}. Was u het zelf, dan hoeft u niets te doen.',
  noticeFooter: 'Was u dit niet, stel dan meteen een nieuw wachtwoord in en waarschuw de beheerders van deze dienst.',
  report: {
    text: 'Was u het niet, open dan binnen drie dagen de link. Daarmee wordt uw account overal uitgelogd en kunt u het beveiligen.',
    button: 'Dit was ik niet',
    footer: 'Was u het niet, waarschuw dan ook de beheerders van deze dienst.',
  },
}
