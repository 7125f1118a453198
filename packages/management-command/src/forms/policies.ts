// The commands about policies, texts and identity providers: objects of which the members are set as NAME=VALUE.
import type { OptionForm } from '@symbolon/command-line'
import { changingOfOrg, instance, newId, ofOrg, removingOfOrg } from './options.ts'
import type { Forms } from './options.ts'

/** The names of the policies. The last three are of the instance alone. */
const policies: readonly string[] = [
  'domainPolicy',
  'labelPolicy',
  'lockoutPolicy',
  'loginPolicy',
  'passwordComplexityPolicy',
  'privacyPolicy',
  'boundaryPolicy',
  'passwordAgePolicy',
  'securityPolicy',
]

/** The lists of texts, by what people call them. */
export const textLists = {
  login: 'loginTexts',
  initialization: 'initMessages',
  'password-reset': 'passwordResetMessages',
  'verify-email': 'verifyEmailMessages',
  'verify-phone': 'verifyPhoneMessages',
  'verify-sms-otp': 'verifySmsOtpMessages',
  'verify-email-otp': 'verifyEmailOtpMessages',
  'domain-claimed': 'domainClaimedMessages',
  'passwordless-registration': 'passwordlessRegistrationMessages',
  invitation: 'inviteUserMessages',
} as const
/** What people call a list of texts. */
export type TextKind = keyof typeof textLists

const POLICY = { POLICY: policies }
const KIND = { KIND: Object.keys(textLists) }
const secretFile: OptionForm = { value: 'FILE', says: 'read the client secret from this file; without it the command asks' }

/** The commands about policies, texts and identity providers. */
export const policyCommands: Forms<
  | `policies ${'list' | 'show' | 'set' | 'remove'}`
  | `texts ${'list' | 'show' | 'set' | 'remove'}`
  | `idps ${'list' | 'show' | 'add' | 'set' | 'offer' | 'remove'}`
> = {
  'policies list': {
    takes: [],
    says: 'list the policies of an organization or of the instance, and which of them are inherited',
    options: { instance, ...ofOrg },
  },
  'policies show': { takes: ['POLICY'], choices: POLICY, says: 'show a policy, and where it comes from', options: { instance, ...ofOrg } },
  'policies set': {
    takes: ['POLICY', 'NAME=VALUE…'],
    choices: POLICY,
    says: 'change members of the policy that holds; NAME= without a value sets its default',
    options: {
      instance,
      ...changingOfOrg,
    },
    example: 'symbolon policies set loginPolicy forceMfa=true --org acme',
  },
  'policies remove': {
    takes: ['POLICY'],
    choices: POLICY,
    says: 'give up a policy, so that the one of the instance, or the built-in one, holds',
    options: { instance, ...removingOfOrg },
  },
  'texts list': { takes: [], says: 'list the texts that an organization, or the instance, has changed', options: { instance, ...ofOrg } },
  'texts show': {
    takes: ['KIND', 'LANGUAGE'],
    choices: KIND,
    says: 'show the changed texts of the login pages, or of a mail, in one language',
    options: { instance, ...ofOrg },
  },
  'texts set': {
    takes: ['KIND', 'LANGUAGE', 'NAME=VALUE…'],
    choices: KIND,
    says: 'change texts, e.g. loginText.title; NAME= without a value takes the change back',
    options: { instance, ...changingOfOrg },
    example: 'symbolon texts set login en "loginText.title=Welcome to Acme" --org acme',
  },
  'texts remove': {
    takes: ['KIND', 'LANGUAGE'],
    choices: KIND,
    says: 'bring back the texts of the instance, or the built-in ones, of one kind and language',
    options: { instance, ...removingOfOrg },
  },
  'idps list': {
    takes: [],
    says: 'list the identity providers that a login policy may list, with the redirect URI of each',
    options: { instance, ...ofOrg },
  },
  'idps show': { takes: ['IDP'], says: 'show an identity provider, by name or id', options: { instance, ...ofOrg } },
  'idps add': {
    takes: ['NAME'],
    says: 'add an OpenID Connect identity provider',
    options: {
      preset: { value: 'PRESET', says: 'what is known of a usual one: google, microsoft, gitlab, okta' },
      issuer: { value: 'URL', says: 'the issuer; not needed where the preset has it' },
      'client-id': { value: 'ID', says: 'the client id that the provider gave' },
      'client-secret-file': secretFile,
      scope: { value: 'SCOPE', repeated: true, says: 'a scope to ask for; may be repeated; default openid, email and profile' },
      'auto-register': { says: 'users who come from it for the first time get an account' },
      id: newId,
      instance,
      ...changingOfOrg,
    },
    example: 'symbolon idps add Google --preset google --client-id 1234 --client-secret-file google.txt --org acme',
  },
  'idps set': {
    takes: ['IDP', '[NAME=VALUE…]'],
    says: 'change members of an identity provider, e.g. name, clientId, issuer, scopes, autoRegister',
    options: { 'client-secret-file': { ...secretFile, says: 'read a new client secret from this file' }, instance, ...changingOfOrg },
    example: 'symbolon idps set Google autoRegister=true --org acme',
  },
  'idps offer': {
    takes: ['IDP', 'SWITCH'],
    choices: { SWITCH: ['on', 'off'] },
    says: 'let the sign-in page offer an identity provider, or no longer',
    options: { instance, ...changingOfOrg },
    example: 'symbolon idps offer Google on --org acme',
  },
  'idps remove': {
    takes: ['IDP'],
    says: 'remove an identity provider, with the links of users to it',
    options: { instance, ...removingOfOrg },
  },
}
