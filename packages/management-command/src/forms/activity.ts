// The commands about what users do: sessions, factors and the audit trail.
import { instance, ofOrg, org, paging, project, reading, time, yes } from './options.ts'
import type { Forms } from './options.ts'

/** The commands about sessions, factors and events. */
export const activityCommands: Forms<`sessions ${'list' | 'remove'}` | `factors ${'list' | 'remove'}` | `events ${'list' | 'sign-ins'}`> = {
  'sessions list': { takes: ['USER'], says: 'list the sessions of a user', options: { ...ofOrg, ...paging } },
  'sessions remove': {
    takes: ['USER', '[SESSION]'],
    says: 'sign a user out of one session, or of all of them, and revoke their tokens',
    options: { org, yes, ...reading },
  },
  'factors list': { takes: ['USER'], says: 'list the second factors and passkeys of a person', options: ofOrg },
  'factors remove': {
    takes: ['USER', 'FACTOR'],
    says: 'remove a factor: app, recovery-codes, or the id of a passkey',
    options: { org, yes, ...reading },
    example: 'symbolon factors remove kim app --org acme',
  },
  'events list': {
    takes: [],
    says: 'show what happened, the newest first',
    options: {
      user: { value: 'USER', says: 'only what this user did, and what happened to the user' },
      app: { value: 'APP', says: 'only what happened to this application', excludes: 'user' },
      project: { ...project, says: 'only what happened to this project', excludes: 'user' },
      type: { value: 'TYPE', says: 'only events of this type, e.g. login_failed' },
      from: { value: 'TIME', says: 'from this time on', must: time },
      to: { value: 'TIME', says: 'before this time', must: time },
      follow: { says: 'wait for new events, and print each as it comes', excludes: 'from' },
      instance,
      ...paging,
      ...ofOrg,
    },
    example: 'symbolon events list --user kim --org acme --from 2026-01-31',
  },
  'events sign-ins': {
    takes: [],
    says: 'count the sign-ins of the last days, day by day',
    options: {
      days: {
        value: 'NUMBER',
        says: 'how many days, at most 90; default 30',
        must: { says: 'be a number from 1 to 90', match: (text) => /^[1-9]\d?$/.test(text) && Number(text) <= 90 },
      },
      instance,
      ...ofOrg,
    },
    example: 'symbolon events sign-ins --org acme --days 7',
  },
}
