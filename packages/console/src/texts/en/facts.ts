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
    signInChart: (days) => `Sign-ins in the last ${days} days`,
    signInsOfDay: (day, succeeded, failed) => `${day}: ${succeeded} sign-ins, ${failed} failed`,
    highest: (count) => `Peak: ${count} a day`,
    signInTable: 'Show as table',
    signInsCaption: (limit) => `Dates are in UTC. At most ${limit} sign-ins are counted per day.`,
    day: 'Day',
    atLeast: (count) => `${count}+`,
    toDo: 'Next steps',
    nothingToDo: 'Everything is set up.',
    steps: {
      organization: { open: 'Create an organization for your users, projects and applications.', done: 'Organization created' },
      application: { open: 'Register your first application.', done: 'First application registered' },
      colleague: { open: 'Invite a colleague. You are the only user.', done: 'First colleague added' },
      owner: { open: 'Add a second owner, so that you cannot be locked out.', done: 'Second owner added' },
      instanceOwner: { open: 'Add a second owner, so that you cannot be locked out.', done: 'Second owner added' },
      domain: { open: 'Verify a domain, so that users find this organization by their email address.', done: 'Domain verified' },
    },
    noRedirectUri: (app) => `${app} has no redirect URI, so users cannot sign in to it.`,
    devMode: (app) => `${app} is in development mode, which allows http. Turn it off before you go live.`,
  }
}
