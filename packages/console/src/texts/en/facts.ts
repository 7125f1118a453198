// The first pages in English.
import type { FactsTexts } from '../shape/facts.ts'

/** The texts of the first pages in English. */
export const facts: FactsTexts = {
  users: 'Users',
  machines: 'Service users',
  projects: 'Projects',
  applications: 'Applications',
  organizations: 'Organizations',
  signIns: 'Sign-ins',
  failures: 'Failed sign-ins',
  bounds: (days, limit) => `Sign-ins are those of the last ${days} days. Counts stop at ${limit}.`,
  atLeast: (count) => `${count} or more`,
  toDo: 'To do',
  nothingToDo: 'There is nothing to do.',
  noDomain: 'No domain of its own is verified. Users of a verified domain find this organization by their email address.',
  singleOwner: 'There is a single owner. Give somebody else the role ORG_OWNER, so that nobody is locked out.',
  singleInstanceOwner: 'The instance has a single owner. Give somebody else the role IAM_OWNER, so that nobody is locked out.',
  noRedirectUri: (app) => `${app} has no redirect URI. Nobody can sign in to it.`,
  devMode: (app) => `${app} is in development mode. Switch it off before people use it: it allows addresses without encryption.`,
}
