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
    place: 'Indirizzo di rete',
    messages: {
      recovery: {
        subject: 'Imposta una nuova password',
        text: 'Qualcuno ha chiesto una nuova password per il tuo account {{.PreferredLoginName}}. Inserisci questo codice o apri il link. Ciascuno vale una sola volta, per un’ora.',
        button: 'Imposta una nuova password',
        footer: 'Se non l’hai chiesto tu, ignora questo messaggio. La password resta invariata.',
      },
      recovery_without_password: {
        subject: 'Come accedere',
        text: 'Qualcuno ha chiesto una nuova password per il tuo account {{.PreferredLoginName}}. Il tuo account non ha una password: accedi con la passkey o con il servizio che hai usato finora.',
        footer: 'Se non l’hai chiesto tu, ignora questo messaggio.',
      },
      invitation: {
        subject: 'Il tuo nuovo account',
        text: 'È stato creato un account per te: {{.PreferredLoginName}}. Apri il link per scegliere come accedere. Vale una sola volta, per tre giorni.',
        button: 'Configura l’account',
        footer: 'Se non ti aspettavi questo messaggio, ignoralo.',
      },
      password_link: {
        subject: 'Imposta una nuova password',
        text: 'Apri il link per impostare una nuova password per il tuo account {{.PreferredLoginName}}. Vale una sola volta, per un’ora.',
        button: 'Imposta una nuova password',
        footer: 'Se non ti aspettavi questo messaggio, ignoralo.',
      },
      email_verification: {
        subject: 'Il tuo codice: {{.Code}}',
        text: 'Inserisci questo codice per confermare che {{.LastEmail}} è il tuo indirizzo. Vale una sola volta, per un’ora.',
        footer: 'Se non l’hai chiesto tu, ignora questo messaggio.',
      },
      registration: {
        subject: 'Il tuo codice: {{.Code}}',
        text: 'Inserisci questo codice per creare il tuo account. Vale una sola volta, per un’ora.',
        footer: 'Se non l’hai chiesto tu, ignora questo messaggio. Senza il codice non viene creato alcun account.',
      },
      account_deleted: {
        subject: 'Il tuo account è stato eliminato',
        text: 'Il tuo account {{.PreferredLoginName}} è stato eliminato su tua richiesta. Questo è l’ultimo messaggio che lo riguarda.',
        footer: 'Se non l’hai fatto tu, avvisa subito chi gestisce questo servizio.',
      },
      registration_existing: {
        subject: 'Hai già un account',
        text: 'Qualcuno ha cercato di creare un account con il tuo indirizzo. Ne hai già uno: {{.PreferredLoginName}}. Accedi con quello. Se hai dimenticato la password, scegli «Password dimenticata?».',
        footer: 'Se non l’hai chiesto tu, ignora questo messaggio.',
      },
      email_in_use: {
        subject: 'Il tuo indirizzo appartiene a un account',
        text: 'Qualcuno voleva usare questo indirizzo per un altro account. Appartiene già a un account, quindi non è stato modificato nulla.',
        footer: 'Se non l’hai chiesto tu, ignora questo messaggio.',
      },
    },
    notices: {
      password_changed: 'La tua password è stata modificata',
      email_changed: 'L’indirizzo e-mail del tuo account è stato modificato',
      passkey_added: 'Una passkey è stata aggiunta al tuo account',
      passkey_removed: 'Una passkey è stata rimossa dal tuo account',
      factors_removed:
        'La tua password è stata modificata e la tua app di autenticazione, i codici di recupero e le passkey sono stati rimossi',
      identity_connected: 'L’account di un altro servizio è stato collegato al tuo account',
      identity_disconnected: 'L’account di un altro servizio è stato scollegato dal tuo account',
      authenticator_added: 'Un’app di autenticazione è stata aggiunta al tuo account',
      authenticator_removed: 'Un’app di autenticazione è stata rimossa dal tuo account',
      recovery_codes_created: 'Sono stati creati nuovi codici di recupero per il tuo account',
      recovery_code_used: 'È stato usato un codice di recupero del tuo account',
    },
    noticeText: 'Questo avviso riguarda il tuo account {{.PreferredLoginName}}. Se l’hai fatto tu, non devi fare nulla.',
    noticeFooter: 'Se non l’hai fatto tu, imposta subito una nuova password e avvisa chi gestisce questo servizio.',
    report: {
      text: 'Se non l’hai fatto tu, apri il link entro tre giorni. Disconnette il tuo account ovunque e ti aiuta a proteggerlo.',
      button: 'Non l’ho fatto io',
      footer: 'Se non l’hai fatto tu, avvisa anche chi gestisce questo servizio.',
    },
  }
}
