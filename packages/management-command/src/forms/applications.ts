// The commands about applications.
import { changingOfOrg, newId, ofOrg, paging, project, removingOfOrg, search, stateOption, states, time } from './options.ts'
import type { Forms, Options } from './options.ts'

const appKinds: Options = {
  web: { says: 'it runs on a server and keeps a secret' },
  spa: { says: 'it runs in a browser, without a secret' },
  native: { says: 'it runs on a device, without a secret' },
  api: { says: 'it is called with access tokens, and introspects them' },
  service: { says: 'it acts for itself: a service user with a secret' },
}
const appOptions: Options = {
  'redirect-uri': { value: 'URI', repeated: true, says: 'where users return after the sign-in; may be repeated' },
  'post-logout-uri': { value: 'URI', repeated: true, says: 'where users return after the sign-out; may be repeated' },
}

/** The commands about applications. */
export const applicationCommands: Forms<`apps ${'list' | 'show' | 'add' | 'set' | 'secret' | 'remove'}`> = {
  'apps list': {
    takes: [],
    says: 'list applications',
    options: { project, search, state: states('active', 'inactive'), ...paging, ...ofOrg },
    example: 'symbolon apps list --org acme --project shop',
  },
  'apps show': {
    takes: ['APP'],
    says: 'show an application, by name, id or client id',
    options: ofOrg,
    example: 'symbolon apps show web --org acme',
  },
  'apps add': {
    takes: ['NAME'],
    says: 'add an application of one kind, and print its client id and secret',
    options: {
      ...appKinds,
      ...appOptions,
      project: { ...project, says: 'its project, by id or name; default a new one of the same name' },
      'refresh-tokens': { says: 'it may keep users signed in with refresh tokens' },
      dev: { says: 'allow redirect URIs with plain http, for development' },
      id: newId,
      ...changingOfOrg,
    },
    example: 'symbolon apps add Shop --web --redirect-uri https://shop.acme.example/callback --org acme',
  },
  'apps set': {
    takes: ['APP', '[NAME=VALUE…]'],
    says: 'change an application; URIs replace all present ones, NAME=VALUE sets other members',
    options: { name: { value: 'NAME', says: 'the new name' }, ...appOptions, state: stateOption, ...changingOfOrg },
    example: 'symbolon apps set Shop --redirect-uri https://shop.acme.example/signed-in --org acme',
  },
  'apps secret': {
    takes: ['APP'],
    says: 'replace the secret of an application or a service user, and print the new one',
    options: {
      'former-until': { value: 'TIME', says: 'let the present secret work until then, so that nothing stops', must: time },
      ...removingOfOrg,
    },
  },
  'apps remove': { takes: ['APP'], says: 'remove an application', options: removingOfOrg },
}
