// The texts of the pages in Dutch.
import type { Texts } from './texts.ts'

/** The texts. */
export const nl: Texts = {
  code: {
    title: 'Apparaat koppelen',
    lead: 'Voer de code in die je apparaat toont.',
    label: 'Code',
    help: 'Acht letters, bijvoorbeeld WDJB-MJHT',
    submit: 'Doorgaan',
    errors: {
      wrong_code: 'De code is onjuist of verlopen. Controleer de code op je apparaat.',
      too_many_codes: 'Te veel onjuiste codes. Probeer het over enkele minuten opnieuw.',
    },
  },
  request: {
    title: 'Toegang toestaan?',
    lead: (application) => `${application} vraagt toegang tot je account.`,
    compare: 'Controleer of je apparaat precies deze code toont.',
    facts: {
      application: 'Applicatie',
      organization: 'Organisatie',
      account: 'Account',
      origin: 'Aangevraagd vanaf',
      unknownOrigin: 'Onbekende plaats',
      time: 'Aangevraagd',
      minutesAgo: (minutes) => {
        if (minutes === 0) return 'zojuist'
        return minutes === 1 ? '1 minuut geleden' : `${minutes} minuten geleden`
      },
    },
    scopes: {
      heading: 'Gevraagde toegang',
      names: {
        openid: 'Aanmelden met je account',
        profile: 'Je naam en je profiel',
        email: 'Je e-mailadres',
        phone: 'Je telefoonnummer',
        address: 'Je postadres',
        offline_access: 'Aangemeld blijven tot je de toegang verwijdert',
      },
    },
    warning: 'Heeft iemand anders je deze code of een link naar deze pagina gestuurd? Weiger dan de toegang.',
    elsewhere:
      'De aanvraag komt van een ander netwerk dan dat van deze browser. Heeft iemand anders je deze code of een link naar deze pagina gestuurd? Weiger dan de toegang.',
    allow: 'Toestaan',
    deny: 'Weigeren',
  },
  decided: {
    approved: { title: 'Apparaat gekoppeld', next: 'Je kunt deze pagina sluiten en doorgaan op je apparaat.' },
    denied: { title: 'Toegang geweigerd', next: 'Het apparaat heeft geen toegang tot je account. Je kunt deze pagina sluiten.' },
  },
}
