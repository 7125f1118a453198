// English.
import { accessTokens } from './en/access-tokens.ts'
import { applications } from './en/applications.ts'
import { branding } from './en/branding.ts'
import { projects } from './en/projects.ts'
import { reasons } from './en/reasons.ts'
import { clientKeys } from './en/client-keys.ts'
import { customTexts } from './en/custom-texts.ts'
import { domains } from './en/domains.ts'
import { facts } from './en/facts.ts'
import { features, keys } from './en/keys.ts'
import { identityProviders } from './en/identity-providers.ts'
import { members } from './en/members.ts'
import { policies } from './en/policies.ts'
import { users } from './en/users.ts'
import { transfer } from './en/transfer.ts'
import type { Texts } from './shape.ts'
import { trail } from './en/trail.ts'

/** The texts in English. */
export function en(): Texts {
  return {
    language: 'en',
    title: 'Console',
    skip: 'Skip to the content',
    navigation: {
      label: 'Main',
      menu: 'Menu',
      instance: 'Instance',
      overview: 'Overview',
      members: 'Members',
      policies: 'Policies',
      defaultPolicies: 'Default policies',
      organizations: 'Organizations',
      organization: 'Organization',
      events: 'Audit log',
      features: 'Features',
      keys: 'Signing keys',
      users: 'Users',
      serviceUsers: 'Service users',
    },
    applications: applications(),
    branding: branding(),
    projects: projects(),
    reasons: reasons(),
    removal: {
      typed: 'To confirm, type the name:',
      name: 'Name',
      otherName: 'The name does not match. Type it exactly as shown above.',
      remove: 'Remove permanently',
    },
    account: 'Your account',
    signOut: 'Sign out',
    signedIn: (name) => `Signed in as ${name}`,
    done: {
      created: (name) => `${name} was created.`,
      changed: (name) => `${name} was changed.`,
      removed: (name) => `${name} was removed.`,
      revoked: (name) => `${name} was revoked.`,
      added: (name) => `${name} was added.`,
      left: (name) => `You no longer have a role in ${name}.`,
      reset: (name) => `${name} was reset.`,
      deactivated: (name) => `${name} was deactivated.`,
      activated: (name) => `${name} was activated.`,
      locked: (name) => `${name} was locked.`,
      ended: (name) => `Sessions of ${name} were ended.`,
      several: (what) => what,
      undone: (name) => `Undone. Restored: ${name}`,
    },
    undo: {
      act: 'Undo',
      heading: 'Undo the last change',
      question: (name) => `${name} will be restored to its state before your last change.`,
      overtaken: (name) => `${name} was changed again in the meantime, so your change cannot be undone. Edit it instead.`,
      referred: (name) => `Other objects now depend on ${name}, so it cannot be removed here. Remove it on its own page.`,
      back: 'Go back',
    },
    proven: 'You have confirmed your identity. Nothing has changed yet: submit the form again.',
    provenKept:
      'You have confirmed your identity. Nothing has changed yet. Your input is still here, except for secrets and files. Submit the form again.',
    lateForm:
      'You signed in again after you opened this page. Your input is still here, except for secrets and files. Review it and submit the form again.',
    overtaken:
      'Another user changed this after you opened the page. Your input is still here. Compare it with the current values, then save again to overwrite them.',
    storedNow: (value) => (value === '' ? 'Current value: empty' : `Current value: ${value}`),
    errorsTitle: 'There is a problem',
    errorPrefix: 'Error:',
    list: {
      next: 'Next page',
      first: 'First page',
      search: 'Search',
      changed: 'Last changed',
      noMatch: 'No results.',
      dropFilter: 'Clear filters',
    },
    overview: {
      heading: 'Overview',
      noRights: 'You do not have an administrative role. Ask an administrator to assign one to you.',
      newApplication: 'Register an application',
      inviteUser: 'Invite a user',
      organizations: 'Your organizations',
    },
    organizations: {
      heading: 'Organizations',
      empty: 'An organization contains users, projects and applications. You do not have access to one yet.',
      add: 'New organization',
      name: 'Name',
      id: 'ID',
      create: 'Create organization',
    },
    members: members(),
    accessTokens: accessTokens(),
    clientKeys: clientKeys(),
    customTexts: customTexts(),
    domains: domains(),
    facts: facts(),
    features: features(),
    identityProviders: identityProviders(),
    keys: keys(),
    trail: trail(),
    search: {
      find: 'Search the console',
      placeholder: 'Find users, applications, pages ( / )',
      heading: 'Search results',
      lead: 'Type a name, an email address, an ID or the name of a page.',
      nothing: (text) => `Nothing found for “${text}”.`,
      users: 'Users',
      machines: 'Service users',
      applications: 'Applications',
      projects: 'Projects',
      organizations: 'Organizations',
      pages: 'Pages',
    },
    transfer: transfer(),
    policies: policies(),
    users: users(),
  }
}
