// The texts that several pages share, in English.

/** The texts that several pages share, in English. */
export const general = {
  /** BCP 47. */
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
  removal: {
    /** Before the name that has to be typed. */
    typed: 'To confirm, type the name:',
    name: 'Name',
    otherName: 'The name does not match. Type it exactly as shown above.',
    remove: 'Remove permanently',
  },
  account: 'Your account',
  signOut: 'Sign out',
  signedIn: (name: string): string => `Signed in as ${name}`,
  /** The result of a form, above the page that follows it. */
  done: {
    created: (name: string): string => `${name} was created.`,
    changed: (name: string): string => `${name} was changed.`,
    removed: (name: string): string => `${name} was removed.`,
    revoked: (name: string): string => `${name} was revoked.`,
    added: (name: string): string => `${name} was added.`,
    left: (name: string): string => `You no longer have a role in ${name}.`,
    reset: (name: string): string => `${name} was reset.`,
    deactivated: (name: string): string => `${name} was deactivated.`,
    activated: (name: string): string => `${name} was activated.`,
    locked: (name: string): string => `${name} was locked.`,
    ended: (name: string): string => `Sessions of ${name} were ended.`,
    /** @param what happened, as a whole sentence */
    several: (what: string): string => what,
    undone: (name: string): string => `Undone. Restored: ${name}`,
  },
  undo: {
    act: 'Undo',
    heading: 'Undo the last change',
    question: (name: string): string => `${name} will be restored to its state before your last change.`,
    /** The object was changed again. */
    overtaken: (name: string): string => `${name} was changed again in the meantime, so your change cannot be undone. Edit it instead.`,
    /** A new object that is not removed by itself. */
    referred: (name: string): string => `Other objects now depend on ${name}, so it cannot be removed here. Remove it on its own page.`,
    back: 'Go back',
  },
  /** A form came before the proof that it needs. */
  proven: 'You have confirmed your identity. Nothing has changed yet: submit the form again.',
  /** The same, and the form is as it was typed. */
  provenKept:
    'You have confirmed your identity. Nothing has changed yet. Your input is still here, except for secrets and files. Submit the form again.',
  /** The token of the form was of an earlier session. */
  lateForm:
    'You signed in again after you opened this page. Your input is still here, except for secrets and files. Review it and submit the form again.',
  /** Another user changed the object after the form was shown. */
  overtaken:
    'Another user changed this after you opened the page. Your input is still here. Compare it with the current values, then save again to overwrite them.',
  /** The stored value, if it differs from the typed one. */
  storedNow: (value: string): string => (value === '' ? 'Current value: empty' : `Current value: ${value}`),
  errorsTitle: 'There is a problem',
  /** Before the title of a page with errors. */
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
  search: {
    /** The name of the search over everything. */
    find: 'Search the console',
    placeholder: 'Find users, applications, pages ( / )',
    heading: 'Search results',
    /** Before anything was typed. */
    lead: 'Type a name, an email address, an ID or the name of a page.',
    nothing: (text: string): string => `Nothing found for “${text}”.`,
    users: 'Users',
    machines: 'Service users',
    applications: 'Applications',
    projects: 'Projects',
    organizations: 'Organizations',
    pages: 'Pages',
  },
}

/** The texts of `general` in any language. */
export type GeneralTexts = typeof general
