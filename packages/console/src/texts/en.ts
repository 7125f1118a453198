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
      typed: 'Type the name to remove it:',
      name: 'Name',
      otherName: 'This is a different name. Type the name that is shown above.',
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
      undone: (name) => `Undone. This is as it was before: ${name}`,
    },
    undo: {
      act: 'Undo',
      heading: 'Undo the last change',
      question: (name) => `${name} goes back to what it was before your last change.`,
      overtaken: (name) => `${name} has been changed again since then, so your change alone cannot be undone. Edit it by hand.`,
      referred: (name) => `Something belongs to ${name} or refers to it by now, so it is not removed by itself. Remove it on its own page.`,
      back: 'Back to the page',
    },
    proven: 'You have confirmed your identity. Nothing was changed yet: send the form again.',
    provenKept:
      'You have confirmed your identity. Nothing was changed yet. The form has what you typed, except secrets and files: send it again.',
    lateForm:
      'You signed in again after you opened this page. The form has what you typed, except secrets and files. Check it, and send it again.',
    overtaken:
      'Somebody else changed this after you opened the page. The form has what you typed. Compare it with what is stored now, then save again to replace it.',
    storedNow: (value) => (value === '' ? 'Stored now: nothing' : `Stored now: ${value}`),
    errorsTitle: 'The form was not saved',
    errorPrefix: 'Error:',
    list: {
      next: 'Next page',
      first: 'First page',
      search: 'Search',
      changed: 'Changed',
      noMatch: 'Nothing matches.',
      dropFilter: 'Show all',
    },
    overview: {
      heading: 'Overview',
      noRights: 'You have no role in the administration. Ask an administrator to give you one.',
      newApplication: 'Register an application',
      inviteUser: 'Invite a user',
      organizations: 'The organizations that you manage',
    },
    organizations: {
      heading: 'Organizations',
      empty: 'An organization holds users, projects and applications. There are none that you may see.',
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
      find: 'Find anything',
      placeholder: 'Find users, applications, pages ( / )',
      heading: 'Find anything',
      lead: 'Type a name, an email address, an ID or the name of a page.',
      nothing: (text) => `Nothing has “${text}” in its name or ID.`,
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
