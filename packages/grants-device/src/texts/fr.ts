// The texts of the pages in French.
import type { Texts } from './texts.ts'

/** The texts. */
export const fr: Texts = {
  code: {
    title: 'Connecter un appareil',
    lead: 'Saisissez le code affiché sur votre appareil.',
    label: 'Code',
    help: 'Huit lettres, par exemple WDJB-MJHT',
    submit: 'Continuer',
    errors: {
      wrong_code: 'Ce code est incorrect ou a expiré. Vérifiez le code sur votre appareil.',
      too_many_codes: 'Trop de codes incorrects. Réessayez dans quelques minutes.',
    },
  },
  request: {
    title: 'Autoriser l’accès ?',
    lead: (application) => `${application} demande l’accès à votre compte.`,
    compare: 'Vérifiez que votre appareil affiche exactement ce code.',
    facts: {
      application: 'Application',
      organization: 'Organisation',
      account: 'Compte',
      origin: 'Demande provenant de',
      unknownOrigin: 'Lieu inconnu',
      time: 'Demande effectuée',
      minutesAgo: (minutes) => {
        if (minutes === 0) return 'à l’instant'
        return minutes === 1 ? 'il y a 1 minute' : `il y a ${minutes} minutes`
      },
    },
    scopes: {
      heading: 'Accès demandé',
      names: {
        openid: 'Connexion avec votre compte',
        profile: 'Votre nom et votre profil',
        email: 'Votre adresse e-mail',
        phone: 'Votre numéro de téléphone',
        address: 'Votre adresse postale',
        offline_access: 'Rester connecté jusqu’à ce que vous retiriez l’accès',
      },
    },
    warning: 'Une autre personne vous a envoyé ce code ou un lien vers cette page ? Refusez l’accès.',
    elsewhere:
      'La demande provient d’un autre réseau que celui de ce navigateur. Une autre personne vous a envoyé ce code ou un lien vers cette page ? Refusez l’accès.',
    allow: 'Autoriser',
    deny: 'Refuser',
  },
  decided: {
    approved: { title: 'Appareil connecté', next: 'Vous pouvez fermer cette page et continuer sur votre appareil.' },
    denied: { title: 'Accès refusé', next: 'L’appareil n’a pas accès à votre compte. Vous pouvez fermer cette page.' },
  },
}
