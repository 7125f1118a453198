// French.
import { html } from 'hono/html'
import { pluralOf } from '../plural.ts'
import type { AccountTexts } from './texts.ts'

const plural = pluralOf('fr')

/** The texts of the account page in French. */
export const fr: AccountTexts = {
  title: 'Votre compte',
  chooseAccount: 'Choisissez un compte',
  otherAccount: 'Afficher un autre compte',
  person: {
    heading: 'À propos de vous',
    loginName: 'Nom d’utilisateur',
    email: 'E-mail',
    phone: 'Téléphone',
    organization: 'Organisation',
    unverified: 'non confirmé',
  },
  sessions: {
    heading: 'Où vous êtes connecté',
    lead: 'Déconnectez tout navigateur que vous ne reconnaissez pas, puis changez votre mot de passe.',
    device: (browser, system) => `${browser} sous ${system}`,
    unknownDevice: 'Navigateur inconnu',
    current: 'Ce navigateur',
    signedIn: (time) => `Connexion : ${time}`,
    lastUsed: (time) => `Dernière utilisation : ${time}`,
    network: (network) => html`Réseau ${network}`,
    end: 'Déconnecter',
    endOthers: 'Déconnecter partout ailleurs',
    more: (count) =>
      plural(count, { one: `${count} autre navigateur n’est pas affiché.`, other: `${count} autres navigateurs ne sont pas affichés.` }),
  },
  notices: { session_ended: 'Le navigateur est déconnecté.', other_sessions_ended: 'Tous les autres navigateurs sont déconnectés.' },
  errors: { outdated_form: 'Vous vous êtes reconnecté depuis l’ouverture de cette page. Rien n’a été modifié. Réessayez.' },
}
