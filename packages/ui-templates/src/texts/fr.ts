// French, in the formal address. A no-break space precedes colons and question marks.
import { html } from 'hono/html'
import { pluralOf } from './plural.ts'
import type { Texts, Wait } from './texts.ts'

const plural = pluralOf('fr')
const units = { seconds: { one: 'seconde', other: 'secondes' }, minutes: { one: 'minute', other: 'minutes' } }
const time = ({ count, unit }: Wait): string => `${count} ${plural(count, units[unit])}`

/** The French texts. */
export const fr: Texts = {
  language: 'fr',
  direction: 'ltr',
  signInTo: (application) => html`Se connecter à ${application}`,
  otherAccount: 'Utiliser un autre compte',
  errorPrefix: 'Erreur\u00A0: ',
  loginName: { title: 'Connexion', label: 'E-mail ou nom d’utilisateur', submit: 'Suivant', chooseAccount: 'Choisir un de vos comptes' },
  password: { title: 'Saisissez votre mot de passe', label: 'Mot de passe', submit: 'Se connecter' },
  newPassword: {
    label: 'Nouveau mot de passe',
    again: 'Confirmer le nouveau mot de passe',
    length: (count) => `Au moins ${count} ${plural(count, { one: 'caractère', other: 'caractères' })}`,
    lowercase: 'Une lettre minuscule (a–z)',
    uppercase: 'Une lettre majuscule (A–Z)',
    digit: 'Un chiffre (0–9)',
    symbol: 'Un symbole ou une espace',
    guessable: 'Ni mot de passe courant, ni nom, ni suite comme 1234',
  },
  passwordChange: {
    title: 'Choisissez un nouveau mot de passe',
    demanded: 'Votre administrateur vous demande de changer votre mot de passe.',
    expired: 'Votre mot de passe a expiré.',
    expiring: (days) => `Votre mot de passe expire dans ${days} ${plural(days, { one: 'jour', other: 'jours' })}.`,
    wanted: 'Vous restez connecté ici. Vos autres appareils seront déconnectés.',
    current: 'Mot de passe actuel',
    submit: 'Enregistrer le mot de passe',
  },
  skip: 'Plus tard',
  oneTimeCode: {
    title: 'Saisissez votre code',
    lead: (loginName) => html`Votre application d’authentification affiche un code pour ${loginName}`,
    label: 'Code à six chiffres',
    submit: 'Continuer',
  },
  ways: {
    or: 'ou',
    provider: (name) => html`Continuer avec ${name}`,
    recovery: 'Mot de passe oublié\u00A0?',
    registration: 'Créer un compte',
    none: 'Aucune connexion n’est possible ici. Demandez de l’aide aux responsables de ce service.',
  },
  secondFactors: { one_time_code: 'Utiliser un code de votre application d’authentification' },
  accountSelection: { title: 'Choisissez un compte', signedOut: 'Déconnecté – se reconnecter' },
  externalAccount: {
    title: 'Aucun compte n’est associé',
    lead: (provider) => html`Votre compte ${provider} n’est associé à aucun compte ici.`,
    heading: 'Créer un compte',
    userName: 'Nom d’utilisateur',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'E-mail',
    submit: 'Créer le compte',
    connect: 'Se connecter et associer un compte existant',
    none: 'Connectez-vous autrement, ou demandez un compte aux responsables de ce service.',
  },
  externalLink: {
    title: 'Associer ce compte\u00A0?',
    lead: (provider, loginName) => html`Vous pourrez vous connecter en tant que ${loginName} avec votre compte ${provider}.`,
    account: 'Compte',
    submit: 'Associer',
    cancel: 'Ne pas associer',
  },
  formPost: { title: 'Retour à l’application', next: 'Si rien ne se passe, sélectionnez «\u00A0Continuer\u00A0».', submit: 'Continuer' },
  welcome: {
    title: 'Service de connexion',
    lead: 'C’est ici que l’on se connecte aux applications.',
    next: 'Ouvrez l’application que vous souhaitez utiliser. Elle vous amène ici lorsque vous devez vous connecter.',
  },
  signOut: {
    title: 'Se déconnecter',
    question: (place) => html`Se déconnecter de ${place}\u00A0?`,
    lead: 'Vous serez déconnecté de tous les comptes dans ce navigateur.',
    submit: 'Se déconnecter',
  },
  signedOut: {
    title: 'Vous êtes déconnecté',
    next: 'Vous pouvez maintenant fermer cette fenêtre.',
    continue: 'Continuer vers l’application',
    othersRemain: 'D’autres comptes sont encore connectés dans ce navigateur.',
  },
  formErrors: {
    missing_login_name: 'Saisissez votre e-mail ou votre nom d’utilisateur.',
    missing_password: 'Saisissez votre mot de passe.',
    missing_code: 'Saisissez le code de votre application d’authentification.',
    missing_current_password: 'Saisissez votre mot de passe actuel.',
    wrong_current_password: 'Votre mot de passe actuel est incorrect. Saisissez-le à nouveau.',
    missing_new_password: 'Saisissez un nouveau mot de passe.',
    passwords_differ: 'Les deux mots de passe sont différents. Saisissez deux fois le même.',
    password_unchanged: 'C’est votre mot de passe actuel. Choisissez-en un autre.',
    password_too_short: 'Ce mot de passe est trop court. Ajoutez des caractères.',
    password_too_long: 'Ce mot de passe est trop long. Choisissez-en un plus court.',
    password_without_lowercase: 'Ce mot de passe ne contient pas de lettre minuscule. Ajoutez-en une.',
    password_without_uppercase: 'Ce mot de passe ne contient pas de lettre majuscule. Ajoutez-en une.',
    password_without_digit: 'Ce mot de passe ne contient pas de chiffre. Ajoutez-en un.',
    password_without_symbol: 'Ce mot de passe ne contient pas de symbole. Ajoutez-en un.',
    password_common: 'Beaucoup de gens utilisent ce mot de passe : il est facile à deviner. Choisissez-en un autre.',
    password_personal: 'Ce mot de passe est fait de noms que d’autres connaissent. Choisissez-en un autre.',
    password_predictable: 'Ce mot de passe est une suite ou une répétition : il est facile à deviner. Choisissez-en un autre.',
    invalid_credentials: 'Le nom d’utilisateur ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    invalid_code: 'Ce code est incorrect, a expiré ou a déjà été utilisé. Attendez le suivant et saisissez-le.',
    too_many_attempts: 'Trop de tentatives. Patientez un moment, puis réessayez.',
    busy: 'Beaucoup de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
    missing_name: 'Saisissez votre prénom et votre nom.',
    invalid_user_name: 'Saisissez un autre nom d’utilisateur. Il peut contenir des lettres, des chiffres et les signes usuels.',
    user_name_taken: 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
  },
  waitErrors: {
    too_many_attempts: (wait) => `Trop de tentatives. Patientez ${time(wait)}, puis réessayez.`,
    busy: (wait) => `Beaucoup de personnes se connectent en ce moment. Patientez ${time(wait)}, puis réessayez.`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: 'Cette demande de connexion n’est pas valide',
      happened: 'L’application a envoyé une demande que nous ne pouvons pas accepter.',
      next: 'Retournez à l’application et recommencez. Si cela ne suffit pas, prévenez les responsables de l’application.',
    },
    expired_request: {
      title: 'Cette connexion n’est plus ouverte',
      happened: 'Elle a pris trop de temps, est déjà terminée ou a été commencée dans un autre navigateur.',
      next: 'Retournez à l’application et recommencez.',
    },
    forbidden_form: {
      title: 'Nous n’avons pas pu accepter ce formulaire',
      happened: 'Il n’a pas été envoyé depuis cette connexion, ou votre navigateur bloque nos cookies.',
      next: 'Autorisez les cookies pour ce site, puis retournez à l’application et recommencez.',
    },
    user_not_active: {
      title: 'Ce compte ne peut pas être utilisé',
      happened: 'Le compte, ou l’organisation à laquelle il appartient, est verrouillé ou désactivé.',
      next: 'Adressez-vous à votre administrateur, ou retournez à l’application et recommencez avec un autre compte.',
    },
    user_not_admitted: {
      title: 'Vous n’avez pas accès',
      happened: 'Votre compte n’a pas accès à cette application.',
      next: 'Demandez l’accès à votre administrateur, ou retournez à l’application et recommencez avec un autre compte.',
    },
    second_factor_missing: {
      title: 'Un second facteur est nécessaire',
      happened: 'Votre organisation l’exige pour la connexion, et aucun n’est configuré pour votre compte.',
      next: 'Demandez à votre administrateur d’en configurer un, puis retournez à l’application et recommencez.',
    },
    second_factor_unavailable: {
      title: 'Votre second facteur ne peut pas être vérifié ici',
      happened: 'Votre compte a, ou votre organisation exige, un second facteur que ce serveur ne prend pas en charge.',
      next: 'Prévenez votre administrateur, puis retournez à l’application et recommencez.',
    },
    password_change_unavailable: {
      title: 'Un nouveau mot de passe est nécessaire',
      happened: 'Votre administrateur exige un nouveau mot de passe, et il ne peut pas être défini ici.',
      next: 'Demandez à votre administrateur d’en définir un pour vous, puis retournez à l’application et recommencez.',
    },
    wrong_user: {
      title: 'Un autre compte est nécessaire',
      happened: 'L’application demande un autre compte que celui avec lequel vous vous êtes connecté.',
      next: 'Retournez à l’application et recommencez avec le compte qu’elle demande.',
    },
    invalid_sign_out_request: {
      title: 'Cette demande de déconnexion n’est pas valide',
      happened: 'L’application a envoyé une demande que nous ne pouvons pas accepter. Personne n’a été déconnecté.',
      next: 'Retournez à l’application et recommencez. Si cela ne suffit pas, prévenez les responsables de l’application.',
    },
    sign_out_failed: {
      title: 'Vous êtes encore connecté',
      happened: 'Un de nos systèmes ne répond pas. Nous n’avons donc pas pu vous déconnecter.',
      next: 'Attendez une minute, puis retournez à l’application et recommencez.',
    },
    not_found: {
      title: 'Page introuvable',
      happened: 'Il n’y a pas de page à cette adresse.',
      next: 'Vérifiez l’adresse, ou retournez à l’application et recommencez.',
    },
    unavailable: {
      title: 'La connexion n’est pas disponible pour le moment',
      happened: 'Un de nos systèmes ne répond pas.',
      next: 'Attendez une minute, puis retournez à l’application et recommencez.',
    },
    too_many_requests: {
      title: 'Trop de requêtes',
      happened: 'Votre réseau a envoyé tant de requêtes que nous devons ralentir.',
      next: 'Attendez une minute, puis retournez à l’application et recommencez.',
    },
    server_error: {
      title: 'Une erreur s’est produite',
      happened: 'Une erreur inattendue est survenue de notre côté.',
      next: 'Retournez à l’application et recommencez. Si cela ne suffit pas, prévenez votre administrateur.',
    },
    external_sign_in_failed: {
      title: 'La connexion n’a pas fonctionné',
      happened: 'L’autre service est injoignable, ou sa réponse n’était pas valide.',
      next: 'Choisissez une autre façon de vous connecter, ou retournez à l’application et recommencez.',
    },
    external_sign_in_cancelled: {
      title: 'Vous ne vous êtes pas connecté',
      happened: 'Vous avez annulé la connexion sur l’autre service, ou celui-ci l’a refusée.',
      next: 'Choisissez une autre façon de vous connecter, ou retournez à l’application et recommencez.',
    },
    external_not_allowed: {
      title: 'Cette façon de se connecter n’est pas autorisée',
      happened: 'Votre organisation n’autorise pas la connexion avec ce service.',
      next: 'Choisissez une autre façon de vous connecter, ou retournez à l’application et recommencez.',
    },
    external_wrong_organization: {
      title: 'Ce compte ne peut pas être utilisé ici',
      happened: 'Il appartient à une organisation dont les comptes ne peuvent pas se connecter.',
      next: 'Choisissez une autre façon de vous connecter, ou retournez à l’application et recommencez.',
    },
    external_not_linked: {
      title: 'Le compte n’a pas été associé',
      happened: 'Il ne peut pas être associé à votre compte, ou trop de temps s’est écoulé.',
      next: 'Choisissez une autre façon de vous connecter, ou retournez à l’application et recommencez.',
    },
  },
  forDevelopers: 'Pour les développeurs',
}
