// The texts of the pages in Italian.
import type { Texts } from './texts.ts'

/** The texts. */
export const it: Texts = {
  code: {
    title: 'Collega un dispositivo',
    lead: 'Inserisci il codice mostrato sul tuo dispositivo.',
    label: 'Codice',
    help: 'Otto lettere, per esempio WDJB-MJHT',
    submit: 'Continua',
    errors: {
      wrong_code: 'Il codice è errato o scaduto. Controlla il codice sul tuo dispositivo.',
      too_many_codes: 'Troppi codici errati. Riprova tra qualche minuto.',
    },
  },
  request: {
    title: 'Consentire l’accesso?',
    lead: (application) => `${application} chiede l’accesso al tuo account.`,
    compare: 'Controlla che il tuo dispositivo mostri esattamente questo codice.',
    facts: {
      application: 'Applicazione',
      organization: 'Organizzazione',
      account: 'Account',
      origin: 'Richiesta da',
      unknownOrigin: 'Luogo sconosciuto',
      time: 'Ora della richiesta',
      minutesAgo: (minutes) => {
        if (minutes === 0) return 'proprio ora'
        return minutes === 1 ? '1 minuto fa' : `${minutes} minuti fa`
      },
    },
    scopes: {
      heading: 'Accesso richiesto',
      names: {
        openid: 'Accesso con il tuo account',
        profile: 'Il tuo nome e il tuo profilo',
        email: 'Il tuo indirizzo email',
        phone: 'Il tuo numero di telefono',
        address: 'Il tuo indirizzo postale',
        offline_access: 'Restare connesso finché non rimuovi l’accesso',
      },
    },
    warning: 'Un’altra persona ti ha inviato questo codice o un link a questa pagina? Allora nega l’accesso.',
    elsewhere:
      'La richiesta proviene da una rete diversa da quella di questo browser. Un’altra persona ti ha inviato questo codice o un link a questa pagina? Allora nega l’accesso.',
    allow: 'Consenti',
    deny: 'Nega',
  },
  decided: {
    approved: { title: 'Dispositivo collegato', next: 'Puoi chiudere questa pagina e continuare sul tuo dispositivo.' },
    denied: { title: 'Accesso negato', next: 'Il dispositivo non ha accesso al tuo account. Puoi chiudere questa pagina.' },
  },
}
