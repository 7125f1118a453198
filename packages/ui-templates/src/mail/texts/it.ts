// Italian.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in Italian. */
export function it(): MailTexts {
  return {
    language: 'it',
    direction: 'ltr',
    greeting: 'Ciao {{.DisplayName}},',
    colon: ': ',
    code: 'Il tuo codice',
    service: 'Servizio',
    application: 'Applicazione',
    time: 'Data e ora',
    place: 'Indirizzo IP',
    messages: {
      recovery: {
        subject: 'Reimposta la password',
        text: 'Abbiamo ricevuto una richiesta di reimpostare la password del tuo account {{.PreferredLoginName}}. Inserisci questo codice o apri il link. Entrambi scadono tra un’ora.',
        button: 'Reimposta la password',
        footer: 'Se non hai richiesto questa operazione, ignora questo messaggio. La password resta invariata.',
      },
      recovery_without_password: {
        subject: 'Come accedere',
        text: 'Abbiamo ricevuto una richiesta di reimpostare la password del tuo account {{.PreferredLoginName}}. Il tuo account non ha una password. Accedi con la passkey o con il servizio che hai usato finora.',
        footer: 'Se non hai richiesto questa operazione, ignora questo messaggio.',
      },
      invitation: {
        subject: 'Il tuo nuovo account',
        text: 'È stato creato un account per te: {{.PreferredLoginName}}. Apri il link per configurare l’accesso. Il link scade tra tre giorni.',
        button: 'Configura l’account',
        footer: 'Se non ti aspettavi questo messaggio, puoi ignorarlo.',
      },
      password_link: {
        subject: 'Imposta una nuova password',
        text: 'Apri il link per impostare una nuova password per il tuo account {{.PreferredLoginName}}. Il link scade tra un’ora.',
        button: 'Imposta una nuova password',
        footer: 'Se non ti aspettavi questo messaggio, puoi ignorarlo.',
      },
      email_verification: {
        subject: 'Il tuo codice: {{.Code}}',
        text: 'Inserisci questo codice per confermare il tuo indirizzo e-mail {{.LastEmail}}. Il codice scade tra un’ora.',
        footer: 'Se non hai richiesto questa operazione, ignora questo messaggio.',
      },
      registration: {
        subject: 'Il tuo codice: {{.Code}}',
        text: 'Inserisci questo codice per creare il tuo account. Il codice scade tra un’ora.',
        footer: 'Se non hai richiesto questa operazione, ignora questo messaggio. Senza il codice non verrà creato alcun account.',
      },
      account_deleted: {
        subject: 'Il tuo account è stato eliminato',
        text: 'Il tuo account {{.PreferredLoginName}} è stato eliminato su tua richiesta. Questo è l’ultimo messaggio che lo riguarda.',
        footer: 'Se non l’hai fatto tu, contatta subito il tuo amministratore.',
      },
      registration_existing: {
        subject: 'Hai già un account',
        text: 'Abbiamo ricevuto una richiesta di creare un account con il tuo indirizzo e-mail. Hai già un account: {{.PreferredLoginName}}. Accedi con quello. Se hai dimenticato la password, scegli «Password dimenticata?».',
        footer: 'Se non hai richiesto questa operazione, ignora questo messaggio.',
      },
      email_in_use: {
        subject: 'Il tuo indirizzo e-mail è già in uso',
        text: 'Abbiamo ricevuto una richiesta di usare questo indirizzo e-mail per un altro account. Appartiene già a un account, quindi non è stato modificato nulla.',
        footer: 'Se non hai richiesto questa operazione, ignora questo messaggio.',
      },
    },
    notices: {
      password_changed: 'La tua password è stata modificata',
      email_changed: 'Il tuo indirizzo e-mail è stato modificato',
      passkey_added: 'Una passkey è stata aggiunta al tuo account',
      passkey_removed: 'Una passkey è stata rimossa dal tuo account',
      factors_removed:
        'La tua password è stata modificata e la tua app di autenticazione, i codici di recupero e le passkey sono stati rimossi',
      identity_connected: 'Un account esterno è stato collegato al tuo account',
      identity_disconnected: 'Un account esterno è stato scollegato dal tuo account',
      authenticator_added: 'Un’app di autenticazione è stata aggiunta al tuo account',
      authenticator_removed: 'Un’app di autenticazione è stata rimossa dal tuo account',
      recovery_codes_created: 'Sono stati creati nuovi codici di recupero per il tuo account',
      recovery_code_used: 'È stato usato un codice di recupero del tuo account',
    },
    noticeText: 'Questo avviso riguarda il tuo account {{.PreferredLoginName}}. Se l’hai fatto tu, non devi fare nulla.',
    noticeFooter: 'Se non l’hai fatto tu, imposta subito una nuova password e contatta il tuo amministratore.',
    report: {
      text: 'Se non l’hai fatto tu, apri il link entro tre giorni. Chiude tutte le tue sessioni e ti aiuta a proteggere l’account.',
      button: 'Non l’ho fatto io',
      footer: 'Se non l’hai fatto tu, contatta anche il tuo amministratore.',
    },
  }
}
