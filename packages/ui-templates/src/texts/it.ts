// Italian, in the informal address that Italian software uses.
import { html } from 'hono/html'
import { pluralOf } from './plural.ts'
import type { Texts, Wait } from './texts.ts'

const plural = pluralOf('it')
const units = { seconds: { one: 'secondo', other: 'secondi' }, minutes: { one: 'minuto', other: 'minuti' } }
const time = ({ count, unit }: Wait): string => `${count} ${plural(count, units[unit])}`

/** The Italian texts. */
export const it: Texts = {
  language: 'it',
  direction: 'ltr',
  signInTo: (application) => html`Accedi a ${application}`,
  otherAccount: 'Usa un altro account',
  errorPrefix: 'Errore: ',
  loginName: { title: 'Accedi', label: 'E-mail o nome utente', submit: 'Avanti', chooseAccount: 'Scegli uno dei tuoi account' },
  password: { title: 'Inserisci la password', label: 'Password', submit: 'Accedi' },
  newPassword: {
    label: 'Nuova password',
    again: 'Ripeti la nuova password',
    length: (count) => `Almeno ${count} ${plural(count, { one: 'carattere', other: 'caratteri' })}`,
    lowercase: 'Una lettera minuscola (a–z)',
    uppercase: 'Una lettera maiuscola (A–Z)',
    digit: 'Una cifra (0–9)',
    symbol: 'Un simbolo o uno spazio',
    guessable: 'Nessuna password comune, nessun nome, nessuna sequenza come 1234',
  },
  passwordChange: {
    title: 'Scegli una nuova password',
    demanded: 'L’amministratore ti chiede di cambiare la password.',
    expired: 'La tua password è scaduta.',
    expiring: (days) => `La tua password scade tra ${days} ${plural(days, { one: 'giorno', other: 'giorni' })}.`,
    wanted: 'Qui resti connesso. Gli altri tuoi dispositivi verranno disconnessi.',
    current: 'Password attuale',
    submit: 'Salva la password',
  },
  skip: 'Non ora',
  oneTimeCode: {
    title: 'Inserisci il codice',
    lead: (loginName) => html`La tua app di autenticazione mostra un codice per ${loginName}`,
    label: 'Codice di sei cifre',
    submit: 'Continua',
  },
  ways: {
    or: 'oppure',
    provider: (name) => html`Continua con ${name}`,
    recovery: 'Password dimenticata?',
    registration: 'Crea un account',
    none: 'Qui non è possibile accedere. Chiedi aiuto a chi gestisce questo servizio.',
  },
  secondFactors: { one_time_code: 'Usa un codice della tua app di autenticazione' },
  accountSelection: { title: 'Scegli un account', signedOut: 'Disconnesso: accedi di nuovo' },
  externalAccount: {
    title: 'Nessun account è collegato',
    lead: (provider) => html`Il tuo account ${provider} non è collegato a un account di questo servizio.`,
    heading: 'Crea un account',
    userName: 'Nome utente',
    firstName: 'Nome',
    lastName: 'Cognome',
    email: 'E-mail',
    submit: 'Crea account',
    connect: 'Accedi e collega un account che hai già',
    none: 'Accedi in un altro modo oppure chiedi un account a chi gestisce questo servizio.',
  },
  externalLink: {
    title: 'Collegare questo account?',
    lead: (provider, loginName) => html`Potrai accedere come ${loginName} con il tuo account ${provider}.`,
    account: 'Account',
    submit: 'Collega',
    cancel: 'Non collegare',
  },
  formPost: { title: 'Ritorno all’applicazione', next: 'Se non succede nulla, seleziona «Continua».', submit: 'Continua' },
  welcome: {
    title: 'Servizio di accesso',
    lead: 'Qui si accede per usare le applicazioni.',
    next: 'Apri l’applicazione che vuoi usare. Ti porterà qui quando dovrai accedere.',
  },
  signOut: {
    title: 'Esci',
    question: (place) => html`Vuoi uscire da ${place}?`,
    lead: 'Uscirai da tutti gli account in questo browser.',
    submit: 'Esci',
  },
  signedOut: {
    title: 'Hai effettuato l’uscita',
    next: 'Ora puoi chiudere questa finestra.',
    continue: 'Continua all’applicazione',
    othersRemain: 'In questo browser sono ancora connessi altri account.',
  },
  formErrors: {
    missing_login_name: 'Inserisci la tua e-mail o il tuo nome utente.',
    missing_password: 'Inserisci la tua password.',
    missing_code: 'Inserisci il codice della tua app di autenticazione.',
    missing_current_password: 'Inserisci la password attuale.',
    wrong_current_password: 'La password attuale non è corretta. Inseriscila di nuovo.',
    missing_new_password: 'Inserisci una nuova password.',
    passwords_differ: 'Le due password sono diverse. Inserisci due volte la stessa.',
    password_unchanged: 'Questa è la tua password attuale. Scegline un’altra.',
    password_too_short: 'Questa password è troppo corta. Aggiungi caratteri.',
    password_too_long: 'Questa password è troppo lunga. Scegline una più corta.',
    password_without_lowercase: 'Questa password non ha lettere minuscole. Aggiungine una.',
    password_without_uppercase: 'Questa password non ha lettere maiuscole. Aggiungine una.',
    password_without_digit: 'Questa password non ha cifre. Aggiungine una.',
    password_without_symbol: 'Questa password non ha simboli. Aggiungine uno.',
    password_common: 'Molte persone usano questa password, quindi è facile da indovinare. Scegline un’altra.',
    password_personal: 'Questa password è fatta di nomi che altri conoscono. Scegline un’altra.',
    password_predictable: 'Questa password è una sequenza o si ripete, quindi è facile da indovinare. Scegline un’altra.',
    invalid_credentials: 'Il nome utente o la password non sono corretti. Controlla entrambi e riprova.',
    invalid_code: 'Questo codice è errato, scaduto o già utilizzato. Attendi il prossimo e inseriscilo.',
    too_many_attempts: 'Troppi tentativi. Attendi un momento e riprova.',
    busy: 'In questo momento molte persone stanno accedendo. Riprova tra qualche secondo.',
    missing_name: 'Inserisci il tuo nome e il tuo cognome.',
    invalid_user_name: 'Inserisci un altro nome utente. Può avere lettere, cifre e segni comuni.',
    user_name_taken: 'Questo nome utente è già in uso. Scegline un altro.',
  },
  waitErrors: {
    too_many_attempts: (wait) => `Troppi tentativi. Attendi ${time(wait)} e riprova.`,
    busy: (wait) => `In questo momento molte persone stanno accedendo. Attendi ${time(wait)} e riprova.`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: 'Questa richiesta di accesso non è valida',
      happened: 'L’applicazione ha inviato una richiesta che non possiamo accettare.',
      next: 'Torna all’applicazione e ricomincia. Se non basta, avvisa chi gestisce l’applicazione.',
    },
    expired_request: {
      title: 'Questo accesso non è più aperto',
      happened: 'Ha richiesto troppo tempo, è già stato completato o è stato avviato in un altro browser.',
      next: 'Torna all’applicazione e ricomincia.',
    },
    forbidden_form: {
      title: 'Non abbiamo potuto accettare questo modulo',
      happened: 'Non è stato inviato da questo accesso, oppure il tuo browser blocca i nostri cookie.',
      next: 'Consenti i cookie per questo sito, poi torna all’applicazione e ricomincia.',
    },
    user_not_active: {
      title: 'Questo account non può essere usato',
      happened: 'L’account, o l’organizzazione a cui appartiene, è bloccato o disattivato.',
      next: 'Chiedi al tuo amministratore, oppure torna all’applicazione e ricomincia con un altro account.',
    },
    user_not_admitted: {
      title: 'Non hai accesso',
      happened: 'Il tuo account non ha accesso a questa applicazione.',
      next: 'Chiedi l’accesso al tuo amministratore, oppure torna all’applicazione e ricomincia con un altro account.',
    },
    second_factor_missing: {
      title: 'È necessario un secondo fattore',
      happened: 'La tua organizzazione lo richiede per accedere e il tuo account non ne ha uno configurato.',
      next: 'Chiedi al tuo amministratore di configurarne uno, poi torna all’applicazione e ricomincia.',
    },
    second_factor_unavailable: {
      title: 'Il tuo secondo fattore non può essere verificato qui',
      happened: 'Il tuo account ha, o la tua organizzazione richiede, un secondo fattore per cui questo server non è configurato.',
      next: 'Avvisa il tuo amministratore, poi torna all’applicazione e ricomincia.',
    },
    password_change_unavailable: {
      title: 'È necessaria una nuova password',
      happened: 'Il tuo amministratore richiede una nuova password, che qui non può essere impostata.',
      next: 'Chiedi al tuo amministratore di impostarne una per te, poi torna all’applicazione e ricomincia.',
    },
    wrong_user: {
      title: 'È necessario un altro account',
      happened: 'L’applicazione richiede un account diverso da quello con cui hai effettuato l’accesso.',
      next: 'Torna all’applicazione e ricomincia con l’account che richiede.',
    },
    invalid_sign_out_request: {
      title: 'Questa richiesta di uscita non è valida',
      happened: 'L’applicazione ha inviato una richiesta che non possiamo accettare. Nessuno è stato disconnesso.',
      next: 'Torna all’applicazione e ricomincia. Se non basta, avvisa chi gestisce l’applicazione.',
    },
    sign_out_failed: {
      title: 'Sei ancora connesso',
      happened: 'Uno dei nostri sistemi non risponde, quindi non abbiamo potuto disconnetterti.',
      next: 'Attendi un minuto, poi torna all’applicazione e ricomincia.',
    },
    not_found: {
      title: 'Pagina non trovata',
      happened: 'A questo indirizzo non c’è nessuna pagina.',
      next: 'Controlla l’indirizzo, oppure torna all’applicazione e ricomincia.',
    },
    unavailable: {
      title: 'L’accesso non è disponibile al momento',
      happened: 'Uno dei nostri sistemi non risponde.',
      next: 'Attendi un minuto, poi torna all’applicazione e ricomincia.',
    },
    too_many_requests: {
      title: 'Troppe richieste',
      happened: 'Dalla tua rete sono arrivate così tante richieste che dobbiamo rallentare.',
      next: 'Attendi un minuto, poi torna all’applicazione e ricomincia.',
    },
    server_error: {
      title: 'Qualcosa è andato storto',
      happened: 'Si è verificato un errore imprevisto da parte nostra.',
      next: 'Torna all’applicazione e ricomincia. Se non basta, avvisa il tuo amministratore.',
    },
    external_sign_in_failed: {
      title: 'L’accesso non è riuscito',
      happened: 'L’altro servizio non è raggiungibile, o la sua risposta non era valida.',
      next: 'Scegli un altro modo di accedere, oppure torna all’applicazione e ricomincia.',
    },
    external_sign_in_cancelled: {
      title: 'Non hai effettuato l’accesso',
      happened: 'Hai annullato l’accesso nell’altro servizio, o il servizio lo ha rifiutato.',
      next: 'Scegli un altro modo di accedere, oppure torna all’applicazione e ricomincia.',
    },
    external_not_allowed: {
      title: 'Questo modo di accedere non è consentito',
      happened: 'La tua organizzazione non consente l’accesso con questo servizio.',
      next: 'Scegli un altro modo di accedere, oppure torna all’applicazione e ricomincia.',
    },
    external_wrong_organization: {
      title: 'Questo account non può essere usato qui',
      happened: 'Appartiene a un’organizzazione i cui account non possono accedere.',
      next: 'Scegli un altro modo di accedere, oppure torna all’applicazione e ricomincia.',
    },
    external_not_linked: {
      title: 'L’account non è stato collegato',
      happened: 'Non può essere collegato al tuo account, o è passato troppo tempo.',
      next: 'Scegli un altro modo di accedere, oppure torna all’applicazione e ricomincia.',
    },
  },
  forDevelopers: 'Per gli sviluppatori',
}
