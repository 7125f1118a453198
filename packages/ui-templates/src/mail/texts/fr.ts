// French.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in French. */
export function fr(): MailTexts {
  return {
    language: 'fr',
    direction: 'ltr',
    greeting: 'Bonjour {{.DisplayName}},',
    colon: '\u202F: ',
    code: 'Votre code',
    service: 'Service',
    application: 'Application',
    time: 'Date et heure',
    place: 'Adresse IP',
    messages: {
      recovery: {
        subject: 'Réinitialisez votre mot de passe',
        text: 'Nous avons reçu une demande de réinitialisation du mot de passe de votre compte {{.PreferredLoginName}}. Saisissez ce code ou ouvrez le lien. Ils expirent dans une heure.',
        button: 'Réinitialiser le mot de passe',
        footer: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Votre mot de passe reste inchangé.',
      },
      recovery_without_password: {
        subject: 'Comment vous connecter',
        text: 'Nous avons reçu une demande de réinitialisation du mot de passe de votre compte {{.PreferredLoginName}}. Votre compte n’a pas de mot de passe. Connectez-vous avec votre clé d’accès ou avec le service que vous avez utilisé jusqu’ici.',
        footer: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.',
      },
      invitation: {
        subject: 'Votre nouveau compte',
        text: 'Un compte a été créé pour vous : {{.PreferredLoginName}}. Ouvrez le lien pour configurer votre connexion. Il expire dans trois jours.',
        button: 'Configurer votre compte',
        footer: 'Si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.',
      },
      password_link: {
        subject: 'Définissez un nouveau mot de passe',
        text: 'Ouvrez le lien pour définir un nouveau mot de passe pour votre compte {{.PreferredLoginName}}. Il expire dans une heure.',
        button: 'Définir un nouveau mot de passe',
        footer: 'Si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.',
      },
      email_verification: {
        subject: 'Votre code\u202F: {{.Code}}',
        text: 'Saisissez ce code pour confirmer votre adresse e-mail {{.LastEmail}}. Il expire dans une heure.',
        footer: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.',
      },
      registration: {
        subject: 'Votre code\u202F: {{.Code}}',
        text: 'Saisissez ce code pour créer votre compte. Il expire dans une heure.',
        footer: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Aucun compte ne sera créé sans le code.',
      },
      account_deleted: {
        subject: 'Votre compte a été supprimé',
        text: 'Votre compte {{.PreferredLoginName}} a été supprimé à votre demande. Ceci est le dernier e-mail à son sujet.',
        footer: 'Si ce n’était pas vous, contactez immédiatement votre administrateur.',
      },
      registration_existing: {
        subject: 'Vous avez déjà un compte',
        text: 'Nous avons reçu une demande de création de compte avec votre adresse e-mail. Vous avez déjà un compte : {{.PreferredLoginName}}. Connectez-vous avec celui-ci. Si vous avez oublié votre mot de passe, choisissez « Mot de passe oublié ? » sur la page de connexion.',
        footer: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.',
      },
      email_in_use: {
        subject: 'Votre adresse e-mail est déjà utilisée',
        text: 'Nous avons reçu une demande d’utilisation de cette adresse e-mail pour un autre compte. Elle appartient déjà à un compte : rien n’a été modifié.',
        footer: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.',
      },
    },
    notices: {
      password_changed: 'Votre mot de passe a été modifié',
      email_changed: 'Votre adresse e-mail a été modifiée',
      passkey_added: 'Une clé d’accès a été ajoutée à votre compte',
      passkey_removed: 'Une clé d’accès a été retirée de votre compte',
      factors_removed:
        'Votre mot de passe a été modifié, et votre application d’authentification, vos codes de secours et vos clés d’accès ont été retirés',
      identity_connected: 'Un compte externe a été associé à votre compte',
      identity_disconnected: 'Un compte externe a été dissocié de votre compte',
      authenticator_added: 'Une application d’authentification a été ajoutée à votre compte',
      authenticator_removed: 'Une application d’authentification a été retirée de votre compte',
      recovery_codes_created: 'De nouveaux codes de secours ont été créés pour votre compte',
      recovery_code_used: 'Un code de secours de votre compte a été utilisé',
    },
    noticeText: 'Cela concerne votre compte {{.PreferredLoginName}}. Si c’était vous, aucune action n’est nécessaire.',
    noticeFooter: 'Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe et contactez votre administrateur.',
    report: {
      text: 'Si ce n’était pas vous, ouvrez le lien dans les trois jours. Il vous déconnecte partout et vous aide à sécuriser votre compte.',
      button: 'Ce n’était pas moi',
      footer: 'Si ce n’était pas vous, contactez aussi votre administrateur.',
    },
  }
}
