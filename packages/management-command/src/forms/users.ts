// The commands about users.
import { changingOfOrg, newId, ofOrg, paging, removingOfOrg, search, states } from './options.ts'
import type { Forms, Options } from './options.ts'

const personOptions: Options = {
  email: { value: 'ADDRESS', says: 'the email address of a person' },
  'first-name': { value: 'NAME', says: 'the first name of a person' },
  'last-name': { value: 'NAME', says: 'the last name of a person' },
  language: { value: 'TAG', says: 'the language of pages and mails, e.g. de' },
}

/** The commands about users. */
export const userCommands: Forms<`users ${'list' | 'show' | 'add' | 'set' | 'lock' | 'unlock' | 'remove'}`> = {
  'users list': {
    takes: [],
    says: 'list people and service users',
    options: {
      search,
      state: states('active', 'inactive', 'locked', 'initial', 'suspended'),
      kind: { value: 'KIND', choices: ['person', 'service'], says: 'only people, or only service users' },
      ...paging,
      ...ofOrg,
    },
    example: 'symbolon users list --org acme --search kim',
  },
  'users show': { takes: ['USER'], says: 'show a user, by login name, email address or id', options: ofOrg },
  'users add': {
    takes: ['NAME'],
    says: 'add a person or a service user under a user name',
    options: {
      ...personOptions,
      service: { says: 'a service user, not a person', excludes: 'email' },
      invite: { says: 'send an invitation, or print the link where no mail can be sent', excludes: 'service' },
      id: newId,
      ...changingOfOrg,
    },
    example: 'symbolon users add kim --email kim@acme.example --first-name Kim --last-name Oh --invite --org acme',
  },
  'users set': {
    takes: ['USER', '[NAME=VALUE…]'],
    says: 'change a user; NAME=VALUE sets other members, e.g. user.profile.nickName',
    options: {
      name: { value: 'NAME', says: 'the user name' },
      ...personOptions,
      state: { value: 'STATE', choices: ['active', 'inactive', 'locked'], says: 'active, inactive or locked' },
      ...changingOfOrg,
    },
    example: 'symbolon users set kim --last-name Oh-Lee --org acme',
  },
  'users lock': { takes: ['USER'], says: 'lock a user: sign-ins, sessions and tokens end at once', options: removingOfOrg },
  'users unlock': { takes: ['USER'], says: 'let a locked user sign in again', options: changingOfOrg },
  'users remove': { takes: ['USER'], says: 'remove a user and everything that belongs to the user', options: removingOfOrg },
}
