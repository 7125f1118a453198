// Dutch, in the informal address that Dutch software uses.
import { html } from 'hono/html'
import { pluralOf } from './plural.ts'
import type { Texts, Wait } from './texts.ts'

const plural = pluralOf('nl')
const units = { seconds: { one: 'seconde', other: 'seconden' }, minutes: { one: 'minuut', other: 'minuten' } }
const time = ({ count, unit }: Wait): string => `${count} ${plural(count, units[unit])}`

/** The Dutch texts. */
export const nl: Texts = {
  language: 'nl',
  direction: 'ltr',
  signInTo: (application) => html`Inloggen bij ${application}`,
  otherAccount: 'Een ander account gebruiken',
  errorPrefix: 'Fout: ',
  loginName: { title: 'Inloggen', label: 'E-mailadres of gebruikersnaam', submit: 'Volgende', chooseAccount: 'Een van je accounts kiezen' },
  password: { title: 'Voer je wachtwoord in', label: 'Wachtwoord', submit: 'Inloggen' },
  newPassword: {
    label: 'Nieuw wachtwoord',
    again: 'Nieuw wachtwoord herhalen',
    length: (count) => `Minstens ${count} ${plural(count, { one: 'teken', other: 'tekens' })}`,
    lowercase: 'Een kleine letter (a–z)',
    uppercase: 'Een hoofdletter (A–Z)',
    digit: 'Een cijfer (0–9)',
    symbol: 'Een symbool of een spatie',
    guessable: 'Geen veelgebruikt wachtwoord, geen naam, geen reeks zoals 1234',
  },
  passwordChange: {
    title: 'Kies een nieuw wachtwoord',
    demanded: 'Je beheerder vraagt je om je wachtwoord te wijzigen.',
    expired: 'Je wachtwoord is verlopen.',
    expiring: (days) => `Je wachtwoord verloopt over ${days} ${plural(days, { one: 'dag', other: 'dagen' })}.`,
    wanted: 'Hier blijf je ingelogd. Je andere apparaten worden uitgelogd.',
    current: 'Huidig wachtwoord',
    submit: 'Wachtwoord opslaan',
  },
  skip: 'Niet nu',
  oneTimeCode: {
    title: 'Voer je code in',
    lead: (loginName) => html`Je authenticator-app toont een code voor ${loginName}`,
    label: 'Code van zes cijfers',
    submit: 'Doorgaan',
  },
  ways: {
    or: 'of',
    provider: (name) => html`Doorgaan met ${name}`,
    recovery: 'Wachtwoord vergeten?',
    registration: 'Account maken',
    none: 'Inloggen is hier niet mogelijk. Vraag de beheerders van deze dienst om hulp.',
  },
  secondFactors: { one_time_code: 'Een code uit je authenticator-app gebruiken' },
  accountSelection: { title: 'Kies een account', signedOut: 'Uitgelogd – opnieuw inloggen' },
  externalAccount: {
    title: 'Er is geen account gekoppeld',
    lead: (provider) => html`Je ${provider}-account is hier niet aan een account gekoppeld.`,
    heading: 'Account maken',
    userName: 'Gebruikersnaam',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    email: 'E-mailadres',
    submit: 'Account maken',
    connect: 'Inloggen en een bestaand account koppelen',
    none: 'Log op een andere manier in, of vraag de beheerders van deze dienst om een account.',
  },
  externalLink: {
    title: 'Dit account koppelen?',
    lead: (provider, loginName) => html`Je kunt dan met je ${provider}-account inloggen als ${loginName}.`,
    account: 'Account',
    submit: 'Koppelen',
    cancel: 'Niet koppelen',
  },
  formPost: { title: 'Terug naar de applicatie', next: 'Kies Doorgaan als er niets gebeurt.', submit: 'Doorgaan' },
  welcome: {
    title: 'Inlogdienst',
    lead: 'Hier loggen mensen in om applicaties te gebruiken.',
    next: 'Open de applicatie die je wilt gebruiken. Die brengt je hierheen wanneer je moet inloggen.',
  },
  signOut: {
    title: 'Uitloggen',
    question: (place) => html`Uitloggen bij ${place}?`,
    lead: 'Je wordt in deze browser uitgelogd bij alle accounts.',
    submit: 'Uitloggen',
  },
  signedOut: {
    title: 'Je bent uitgelogd',
    next: 'Je kunt dit venster nu sluiten.',
    continue: 'Doorgaan naar de applicatie',
    othersRemain: 'Andere accounts zijn in deze browser nog ingelogd.',
  },
  formErrors: {
    missing_login_name: 'Voer je e-mailadres of gebruikersnaam in.',
    missing_password: 'Voer je wachtwoord in.',
    missing_code: 'Voer de code uit je authenticator-app in.',
    missing_current_password: 'Voer je huidige wachtwoord in.',
    wrong_current_password: 'Je huidige wachtwoord is onjuist. Voer het opnieuw in.',
    missing_new_password: 'Voer een nieuw wachtwoord in.',
    passwords_differ: 'De twee wachtwoorden zijn verschillend. Voer twee keer hetzelfde in.',
    password_unchanged: 'Dit is je huidige wachtwoord. Kies een ander.',
    password_too_short: 'Dit wachtwoord is te kort. Voeg tekens toe.',
    password_too_long: 'Dit wachtwoord is te lang. Kies een korter wachtwoord.',
    password_without_lowercase: 'Dit wachtwoord heeft geen kleine letter. Voeg er een toe.',
    password_without_uppercase: 'Dit wachtwoord heeft geen hoofdletter. Voeg er een toe.',
    password_without_digit: 'Dit wachtwoord heeft geen cijfer. Voeg er een toe.',
    password_without_symbol: 'Dit wachtwoord heeft geen symbool. Voeg er een toe.',
    password_common: 'Veel mensen gebruiken dit wachtwoord, dus het is makkelijk te raden. Kies een ander.',
    password_personal: 'Dit wachtwoord bestaat uit namen die anderen kennen. Kies een ander.',
    password_predictable: 'Dit wachtwoord is een reeks of herhaalt zich, dus het is makkelijk te raden. Kies een ander.',
    invalid_credentials: 'De gebruikersnaam of het wachtwoord is onjuist. Controleer beide en probeer het opnieuw.',
    invalid_code: 'Deze code is onjuist, verlopen of al gebruikt. Wacht op de volgende en voer die in.',
    too_many_attempts: 'Te veel pogingen. Wacht even en probeer het dan opnieuw.',
    busy: 'Er loggen op dit moment veel mensen in. Probeer het over een paar seconden opnieuw.',
    missing_name: 'Voer je voornaam en je achternaam in.',
    invalid_user_name: 'Voer een andere gebruikersnaam in. Letters, cijfers en gewone tekens zijn toegestaan.',
    user_name_taken: 'Deze gebruikersnaam is al in gebruik. Kies een andere.',
  },
  waitErrors: {
    too_many_attempts: (wait) => `Te veel pogingen. Wacht ${time(wait)} en probeer het dan opnieuw.`,
    busy: (wait) => `Er loggen op dit moment veel mensen in. Wacht ${time(wait)} en probeer het dan opnieuw.`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: 'Dit inlogverzoek is ongeldig',
      happened: 'De applicatie heeft een verzoek gestuurd dat we niet kunnen accepteren.',
      next: 'Ga terug naar de applicatie en begin opnieuw. Helpt dat niet, meld het dan bij de beheerders van de applicatie.',
    },
    expired_request: {
      title: 'Deze inlogpoging staat niet meer open',
      happened: 'Het duurde te lang, ze is al voltooid of ze is in een andere browser gestart.',
      next: 'Ga terug naar de applicatie en begin opnieuw.',
    },
    forbidden_form: {
      title: 'We konden dit formulier niet accepteren',
      happened: 'Het is niet vanuit deze inlogpoging verstuurd, of je browser blokkeert onze cookies.',
      next: 'Sta cookies toe voor deze site, ga terug naar de applicatie en begin opnieuw.',
    },
    user_not_active: {
      title: 'Dit account kan niet worden gebruikt',
      happened: 'Het account, of de organisatie waar het bij hoort, is geblokkeerd of gedeactiveerd.',
      next: 'Vraag het je beheerder, of ga terug naar de applicatie en begin opnieuw met een ander account.',
    },
    user_not_admitted: {
      title: 'Je hebt geen toegang',
      happened: 'Je account heeft geen toegang tot deze applicatie.',
      next: 'Vraag je beheerder om toegang, of ga terug naar de applicatie en begin opnieuw met een ander account.',
    },
    second_factor_missing: {
      title: 'Er is een tweede factor nodig',
      happened: 'Je organisatie vereist die om in te loggen, en voor je account is er geen ingesteld.',
      next: 'Vraag je beheerder er een in te stellen, ga terug naar de applicatie en begin opnieuw.',
    },
    second_factor_unavailable: {
      title: 'Je tweede factor kan hier niet worden gecontroleerd',
      happened: 'Je account heeft, of je organisatie vereist, een tweede factor waarvoor deze server niet is ingesteld.',
      next: 'Meld het je beheerder, ga terug naar de applicatie en begin opnieuw.',
    },
    password_change_unavailable: {
      title: 'Er is een nieuw wachtwoord nodig',
      happened: 'Je beheerder vereist een nieuw wachtwoord, en dat kan hier niet worden ingesteld.',
      next: 'Vraag je beheerder er een voor je in te stellen, ga terug naar de applicatie en begin opnieuw.',
    },
    wrong_user: {
      title: 'Er is een ander account nodig',
      happened: 'De applicatie vraagt om een ander account dan dat waarmee je bent ingelogd.',
      next: 'Ga terug naar de applicatie en begin opnieuw met het gevraagde account.',
    },
    invalid_sign_out_request: {
      title: 'Dit uitlogverzoek is ongeldig',
      happened: 'De applicatie heeft een verzoek gestuurd dat we niet kunnen accepteren. Niemand is uitgelogd.',
      next: 'Ga terug naar de applicatie en begin opnieuw. Helpt dat niet, meld het dan bij de beheerders van de applicatie.',
    },
    sign_out_failed: {
      title: 'Je bent nog ingelogd',
      happened: 'Een van onze systemen reageert niet. Daardoor konden we je niet uitloggen.',
      next: 'Wacht een minuut, ga terug naar de applicatie en begin opnieuw.',
    },
    not_found: {
      title: 'Pagina niet gevonden',
      happened: 'Op dit adres is geen pagina.',
      next: 'Controleer het adres, of ga terug naar de applicatie en begin opnieuw.',
    },
    unavailable: {
      title: 'Inloggen is nu niet mogelijk',
      happened: 'Een van onze systemen reageert niet.',
      next: 'Wacht een minuut, ga terug naar de applicatie en begin opnieuw.',
    },
    too_many_requests: {
      title: 'Te veel verzoeken',
      happened: 'Er kwamen zoveel verzoeken van je netwerk dat we moeten vertragen.',
      next: 'Wacht een minuut, ga terug naar de applicatie en begin opnieuw.',
    },
    server_error: {
      title: 'Er is iets misgegaan',
      happened: 'Er is bij ons een onverwachte fout opgetreden.',
      next: 'Ga terug naar de applicatie en begin opnieuw. Helpt dat niet, meld het dan bij je beheerder.',
    },
    external_sign_in_failed: {
      title: 'Het inloggen is niet gelukt',
      happened: 'De andere dienst was niet bereikbaar, of het antwoord was ongeldig.',
      next: 'Kies een andere manier om in te loggen, of ga terug naar de applicatie en begin opnieuw.',
    },
    external_sign_in_cancelled: {
      title: 'Je bent niet ingelogd',
      happened: 'Je hebt het inloggen bij de andere dienst geannuleerd, of die heeft het geweigerd.',
      next: 'Kies een andere manier om in te loggen, of ga terug naar de applicatie en begin opnieuw.',
    },
    external_not_allowed: {
      title: 'Deze manier van inloggen is niet toegestaan',
      happened: 'Je organisatie staat inloggen met deze dienst niet toe.',
      next: 'Kies een andere manier om in te loggen, of ga terug naar de applicatie en begin opnieuw.',
    },
    external_wrong_organization: {
      title: 'Dit account kan hier niet worden gebruikt',
      happened: 'Het hoort bij een organisatie waarvan de accounts niet mogen inloggen.',
      next: 'Kies een andere manier om in te loggen, of ga terug naar de applicatie en begin opnieuw.',
    },
    external_not_linked: {
      title: 'Het account is niet gekoppeld',
      happened: 'Het kan niet aan je account worden gekoppeld, of er is te veel tijd verstreken.',
      next: 'Kies een andere manier om in te loggen, of ga terug naar de applicatie en begin opnieuw.',
    },
  },
  forDevelopers: 'Voor ontwikkelaars',
}
