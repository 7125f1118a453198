// The entries of the navigation. One that a visitor may not use is absent.
import { holds, theInstance } from '@symbolon/permissions'
import type { Caller, Permission } from '@symbolon/permissions'
import { consoleAddress } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'

/** An entry of the navigation. It is absent for visitors without the permission. */
export interface Entry {
  readonly section: string
  readonly path: string
  readonly text: (texts: Texts) => string
  readonly permission: Permission
}

const instanceEntries: readonly Entry[] = [
  {
    section: 'organizations',
    path: consoleAddress('orgs'),
    text: ({ navigation }) => navigation.organizations,
    permission: 'org.read',
  },
  {
    section: 'instance-members',
    path: consoleAddress('instance', 'members'),
    text: ({ navigation }) => navigation.members,
    permission: 'instance.member.read',
  },
  {
    section: 'instance-policies',
    path: consoleAddress('instance', 'policies'),
    text: ({ navigation }) => navigation.defaultPolicies,
    permission: 'instance.read',
  },
  {
    section: 'instance-branding',
    path: consoleAddress('instance', 'branding'),
    text: ({ branding }) => branding.heading,
    permission: 'instance.write',
  },
  {
    section: 'instance-texts',
    path: consoleAddress('instance', 'texts'),
    text: ({ customTexts }) => customTexts.heading,
    permission: 'instance.read',
  },
  {
    section: 'instance-idps',
    path: consoleAddress('instance', 'idps'),
    text: ({ identityProviders }) => identityProviders.heading,
    permission: 'instance.read',
  },
  {
    section: 'features',
    path: consoleAddress('features'),
    text: ({ navigation }) => navigation.features,
    permission: 'instance.read',
  },
  {
    section: 'keys',
    path: consoleAddress('keys'),
    text: ({ navigation }) => navigation.keys,
    permission: 'instance.read',
  },
  {
    section: 'import',
    path: consoleAddress('import'),
    text: ({ transfer }) => transfer.importHeading,
    permission: 'org.create',
  },
  {
    section: 'export',
    path: consoleAddress('export'),
    text: ({ transfer }) => transfer.exportHeading,
    permission: 'instance.delete',
  },
  {
    section: 'events',
    path: consoleAddress('events'),
    text: ({ navigation }) => navigation.events,
    permission: 'events.read',
  },
]

const organizationEntries: readonly (Omit<Entry, 'path'> & { readonly pathOf: (orgId: string) => string })[] = [
  {
    section: 'org',
    pathOf: (orgId) => consoleAddress('orgs', orgId),
    text: ({ navigation }) => navigation.overview,
    permission: 'org.read',
  },
  {
    section: 'users',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'users'),
    text: ({ navigation }) => navigation.users,
    permission: 'user.read',
  },
  {
    section: 'service-users',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'service-users'),
    text: ({ navigation }) => navigation.serviceUsers,
    permission: 'user.read',
  },
  {
    section: 'projects',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'projects'),
    text: ({ projects }) => projects.heading,
    permission: 'project.read',
  },
  {
    section: 'applications',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'apps'),
    text: ({ applications }) => applications.heading,
    permission: 'project.app.read',
  },
  {
    section: 'members',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'members'),
    text: ({ navigation }) => navigation.members,
    permission: 'org.member.read',
  },
  {
    section: 'policies',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'policies'),
    text: ({ navigation }) => navigation.policies,
    permission: 'policy.read',
  },
  {
    section: 'domains',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'domains'),
    text: ({ domains }) => domains.heading,
    permission: 'org.read',
  },
  {
    section: 'branding',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'branding'),
    text: ({ branding }) => branding.heading,
    permission: 'policy.write',
  },
  {
    section: 'texts',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'texts'),
    text: ({ customTexts }) => customTexts.heading,
    permission: 'policy.read',
  },
  {
    section: 'idps',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'idps'),
    text: ({ identityProviders }) => identityProviders.heading,
    permission: 'policy.read',
  },
  {
    section: 'org-events',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'events'),
    text: ({ navigation }) => navigation.events,
    permission: 'events.read',
  },
]

/** @returns the entries of the instance that the visitor may use, in order */
export function entriesOfInstance(caller: Caller): readonly Entry[] {
  return instanceEntries.filter(({ permission }) => holds(caller, permission, theInstance))
}

/** @returns the entries of an organization that the visitor may use, in order */
export function entriesOfOrganization(caller: Caller, orgId: string): readonly Entry[] {
  return organizationEntries
    .filter(({ permission }) => holds(caller, permission, { orgId }))
    .map(({ pathOf, ...entry }) => ({ ...entry, path: pathOf(orgId) }))
}
