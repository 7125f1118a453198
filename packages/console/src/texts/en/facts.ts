// The first pages in English.

/** The texts of the first pages in English. */
export const facts = {
  users: 'Users',
  machines: 'Service users',
  projects: 'Projects',
  applications: 'Applications',
  organizations: 'Organizations',
  signIns: 'Sign-ins',
  failures: 'Failed sign-ins',
  signInChart: (days: string): string => `Sign-ins in the last ${days} days`,
  /** The label of a bar. */
  signInsOfDay: (day: string, succeeded: string, failed: string): string => `${day}: ${succeeded} sign-ins, ${failed} failed`,
  /** The value of the highest bar. */
  highest: (count: string): string => `Peak: ${count} a day`,
  signInTable: 'Show as table',
  /** In which zone days are, and how they are bounded. */
  signInsCaption: (limit: string): string => `Dates are in UTC. At most ${limit} sign-ins are counted per day.`,
  day: 'Day',
  /** A count that reached its bound. */
  atLeast: (count: string): string => `${count}+`,
  toDo: 'Next steps',
  nothingToDo: 'Everything is set up.',
  /** What is set up first, in this order: what is to do, and that it is done. */
  steps: {
    organization: { open: 'Create an organization for your users, projects and applications.', done: 'Organization created' },
    application: { open: 'Register your first application.', done: 'First application registered' },
    colleague: { open: 'Invite a colleague. You are the only user.', done: 'First colleague added' },
    owner: { open: 'Add a second owner, so that you cannot be locked out.', done: 'Second owner added' },
    instanceOwner: { open: 'Add a second owner, so that you cannot be locked out.', done: 'Second owner added' },
    domain: { open: 'Verify a domain, so that users find this organization by their email address.', done: 'Domain verified' },
  },
  noRedirectUri: (app: string): string => `${app} has no redirect URI, so users cannot sign in to it.`,
  devMode: (app: string): string => `${app} is in development mode, which allows http. Turn it off before you go live.`,
}

/** The texts of `facts` in any language. */
export type FactsTexts = typeof facts
