// The first pages in English.
import type { FactsTexts } from '../shape/facts.ts'

/** The texts of the first pages in English. */
export function facts(): FactsTexts {
  return {
    users: 'Users',
    machines: 'Service users',
    projects: 'Projects',
    applications: 'Applications',
    organizations: 'Organizations',
    signIns: 'Sign-ins',
    failures: 'Failed sign-ins',
    signInChart: (days) => `Sign-ins of the last ${days} days`,
    signInsOfDay: (day, succeeded, failed) => `${day}: sign-ins ${succeeded}, failed ${failed}`,
    highest: (count) => `Highest: ${count}`,
    signInTable: 'Show as a table',
    signInsCaption: (limit) => `Days are in UTC. A day is counted up to ${limit}.`,
    day: 'Day',
    bounds: (days, limit) => `Sign-ins are those of the last ${days} days. Other counts stop at ${limit}.`,
    atLeast: (count) => `${count} or more`,
    toDo: 'Next steps',
    nothingToDo: 'Everything is set up.',
    steps: {
      organization: { open: 'Create an organization. It holds users, projects and applications.', done: 'There is an organization.' },
      application: { open: 'Register the first application, so that people can sign in to it.', done: 'An application is registered.' },
      colleague: { open: 'Invite a colleague. So far there is one user at most.', done: 'There is more than one user.' },
      owner: {
        open: 'There is a single owner. Give somebody else the role ORG_OWNER, so that nobody is locked out.',
        done: 'There is more than one owner.',
      },
      instanceOwner: {
        open: 'The instance has a single owner. Give somebody else the role IAM_OWNER, so that nobody is locked out.',
        done: 'The instance has more than one owner.',
      },
      domain: {
        open: 'No domain of its own is verified. Users of a verified domain find this organization by their email address.',
        done: 'A domain of its own is verified.',
      },
    },
    noRedirectUri: (app) => `${app} has no redirect URI. Nobody can sign in to it.`,
    devMode: (app) => `${app} is in development mode. Switch it off before people use it: it allows addresses without encryption.`,
  }
}
