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
  profile: {
    heading: 'Nom et langue',
    name: 'Nom',
    language: 'Langue',
    languageOfBrowser: 'Comme dans le navigateur',
    edit: 'Modifier',
    title: 'Modifier votre nom et votre langue',
    firstName: 'Prénom',
    lastName: 'Nom de famille',
    nickName: 'Surnom (facultatif)',
    save: 'Enregistrer',
  },
  password: {
    heading: 'Mot de passe',
    changed: (time) => `Modifié : ${time}`,
    set: 'Un mot de passe est défini.',
    none: 'Aucun mot de passe n’est défini.',
    change: 'Changer le mot de passe',
    setFirst: 'Définir un mot de passe',
  },
  authenticatorApp: {
    heading: 'Application d’authentification',
    enrolled: 'À la connexion, un code de votre application vous est demandé.',
    absent:
      'Une application sur votre téléphone peut afficher des codes. Ils protègent votre compte même si quelqu’un apprend votre mot de passe.',
    setUp: 'Configurer une application',
    replace: 'Utiliser une autre application',
    remove: 'Supprimer l’application',
  },
  recoveryCodes: {
    heading: 'Codes de récupération',
    left: (count) => plural(count, { one: `${count} code restant`, other: `${count} codes restants` }),
    few: 'Créez-en de nouveaux avant de les avoir tous utilisés.',
    none: 'Les codes de récupération vous laissent entrer quand vous n’avez pas votre téléphone. Vous n’en avez pas encore.',
    make: 'Créer des codes de récupération',
    renew: 'Créer de nouveaux codes',
  },
  passkeys: {
    heading: 'Clés d’accès et clés de sécurité',
    lead: 'Une clé d’accès vous connecte avec le verrouillage de votre appareil : empreinte, visage ou code.',
    securityKey: 'Clé de sécurité, utilisée après le mot de passe',
    added: (time) => `Ajoutée : ${time}`,
    lastUsed: (time) => `Dernière utilisation : ${time}`,
    synced: 'Sur plusieurs appareils',
    single: 'Sur un seul appareil',
    add: 'Ajouter une clé d’accès',
    rename: 'Renommer',
    remove: 'Supprimer',
    title: 'Renommer la clé d’accès',
    name: 'Nom de la clé d’accès',
    save: 'Enregistrer',
  },
  identities: {
    heading: 'Comptes associés',
    lead: 'Vous pouvez vous connecter avec ces comptes d’autres services.',
    none: 'Aucun compte n’est associé.',
    connect: (name) => html`Associer ${name}`,
    disconnect: 'Dissocier',
  },
  applications: {
    heading: 'Applications autorisées',
    lead: 'Ces applications peuvent utiliser votre compte en votre absence.',
    since: (time) => `Accès depuis : ${time}`,
    revoke: 'Retirer l’accès',
  },
  back: 'Retour à votre compte',
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
  notices: {
    profile_changed: 'Votre nom et votre langue sont enregistrés.',
    authenticator_app_removed: 'L’application d’authentification est supprimée.',
    application_revoked: 'L’application n’a plus accès.',
    passkey_renamed: 'La clé d’accès est renommée.',
    passkey_removed: 'La clé d’accès est supprimée.',
    identity_disconnected: 'Le compte est dissocié.',
    session_ended: 'Le navigateur est déconnecté.',
    other_sessions_ended: 'Tous les autres navigateurs sont déconnectés.',
  },
  errors: {
    outdated_profile: 'Votre nom a été modifié ailleurs entre-temps. Rien n’a été enregistré. Vérifiez-le et réessayez.',
    missing_name: 'Remplissez tous les champs qui ne sont pas facultatifs.',
    factor_required: 'Votre organisation exige une deuxième étape, et c’est la seule que vous ayez. Configurez-en d’abord une autre.',
    last_way_in: 'Sans cela, vous ne pourriez plus vous connecter. Ajoutez d’abord un autre moyen de connexion.',
    outdated_form: 'Vous vous êtes reconnecté depuis l’ouverture de cette page. Rien n’a été modifié. Réessayez.',
  },
}
