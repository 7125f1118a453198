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
    place: 'Adresse réseau',
    messages: {
      recovery: {
        subject: 'Définissez un nouveau mot de passe',
        text: 'Quelqu’un a demandé un nouveau mot de passe pour votre compte {{.PreferredLoginName}}. Saisissez ce code ou ouvrez le lien. Chacun est valable une seule fois, pendant une heure.',
        button: 'Définir un nouveau mot de passe',
        footer: 'Si cette demande ne vient pas de vous, ignorez ce message. Votre mot de passe reste inchangé.',
      },
      recovery_without_password: {
        subject: 'Comment vous connecter',
        text: 'Quelqu’un a demandé un nouveau mot de passe pour votre compte {{.PreferredLoginName}}. Votre compte n’a pas de mot de passe\u202F: connectez-vous avec votre clé d’accès ou avec le service que vous avez utilisé jusqu’ici.',
        footer: 'Si cette demande ne vient pas de vous, ignorez ce message.',
      },
      invitation: {
        subject: 'Votre nouveau compte',
        text: 'Un compte a été créé pour vous\u202F: {{.PreferredLoginName}}. Ouvrez le lien pour choisir comment vous connecter. Il est valable une seule fois, pendant trois jours.',
        button: 'Configurer votre compte',
        footer: 'Si vous n’attendiez pas ce message, ignorez-le.',
      },
      password_link: {
        subject: 'Définissez un nouveau mot de passe',
        text: 'Ouvrez le lien pour définir un nouveau mot de passe pour votre compte {{.PreferredLoginName}}. Il est valable une seule fois, pendant une heure.',
        button: 'Définir un nouveau mot de passe',
        footer: 'Si vous n’attendiez pas ce message, ignorez-le.',
      },
      email_verification: {
        subject: 'Votre code\u202F: {{.Code}}',
        text: 'Saisissez ce code pour confirmer que {{.LastEmail}} est votre adresse. Il est valable une seule fois, pendant une heure.',
        footer: 'Si cette demande ne vient pas de vous, ignorez ce message.',
      },
      registration: {
        subject: 'Votre code\u202F: {{.Code}}',
        text: 'Saisissez ce code pour créer votre compte. Il est valable une seule fois, pendant une heure.',
        footer: 'Si cette demande ne vient pas de vous, ignorez ce message. Aucun compte n’est créé sans le code.',
      },
      account_deleted: {
        subject: 'Votre compte a été supprimé',
        text: 'Votre compte {{.PreferredLoginName}} a été supprimé à votre demande. Ceci est le dernier message à son sujet.',
        footer: 'Si ce n’était pas vous, prévenez immédiatement les responsables de ce service.',
      },
      registration_existing: {
        subject: 'Vous avez déjà un compte',
        text: 'Quelqu’un a voulu créer un compte avec votre adresse. Vous en avez déjà un\u202F: {{.PreferredLoginName}}. Connectez-vous avec celui-ci. Si vous avez oublié votre mot de passe, choisissez «\u202FMot de passe oublié\u202F?\u202F» sur la page de connexion.',
        footer: 'Si cette demande ne vient pas de vous, ignorez ce message.',
      },
      email_in_use: {
        subject: 'Votre adresse appartient à un compte',
        text: 'Quelqu’un a voulu utiliser cette adresse pour un autre compte. Elle appartient déjà à un compte, rien n’a donc été modifié.',
        footer: 'Si cette demande ne vient pas de vous, ignorez ce message.',
      },
    },
    notices: {
      password_changed: 'Votre mot de passe a été modifié',
      email_changed: 'L’adresse e-mail de votre compte a été modifiée',
      passkey_added: 'Une clé d’accès a été ajoutée à votre compte',
      passkey_removed: 'Une clé d’accès a été retirée de votre compte',
      factors_removed:
        'Votre mot de passe a été modifié, et votre application d’authentification, vos codes de secours et vos clés d’accès ont été retirés',
      identity_connected: 'Le compte d’un autre service a été associé à votre compte',
      identity_disconnected: 'Le compte d’un autre service a été dissocié de votre compte',
      authenticator_added: 'Une application d’authentification a été ajoutée à votre compte',
      authenticator_removed: 'Une application d’authentification a été retirée de votre compte',
      recovery_codes_created: 'De nouveaux codes de secours ont été créés pour votre compte',
      recovery_code_used: 'Un code de secours de votre compte a été utilisé',
    },
    noticeText: 'Cela concerne votre compte {{.PreferredLoginName}}. Si c’était vous, vous n’avez rien à faire.',
    noticeFooter: 'Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe et prévenez les responsables de ce service.',
    report: {
      text: 'Si ce n’était pas vous, ouvrez le lien dans les trois jours. Il déconnecte votre compte partout et vous aide à le sécuriser.',
      button: 'Ce n’était pas moi',
      footer: 'Si ce n’était pas vous, prévenez aussi les responsables de ce service.',
    },
  }
}
