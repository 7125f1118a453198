// The commands that administrate a running server, as data. `run.ts` has what each of them does.
import type { CommandForm } from '@symbolon/command-line'
import { activityCommands } from './forms/activity.ts'
import { applicationCommands } from './forms/applications.ts'
import { credentialCommands } from './forms/credentials.ts'
import { instanceCommands } from './forms/instance.ts'
import { organizationCommands } from './forms/organizations.ts'
import { policyCommands } from './forms/policies.ts'
import { projectCommands } from './forms/projects.ts'
import { rightCommands } from './forms/rights.ts'
import { settingCommands } from './forms/settings.ts'
import { signInCommands } from './forms/sign-in.ts'
import { userCommands } from './forms/users.ts'
import type { Forms } from './forms/options.ts'

/** The name of one of them. */
export type ManagementCommandName =
  | keyof typeof signInCommands
  | keyof typeof organizationCommands
  | keyof typeof userCommands
  | keyof typeof applicationCommands
  | keyof typeof projectCommands
  | keyof typeof rightCommands
  | keyof typeof credentialCommands
  | keyof typeof settingCommands
  | keyof typeof policyCommands
  | keyof typeof instanceCommands
  | keyof typeof activityCommands

/** What stands for an argument in an example. */
const samples: Readonly<Record<string, string>> = {
  ORG: 'acme',
  USER: 'kim',
  PROJECT: 'Shop',
  APP: 'Shop',
  ROLE: 'buyer',
  DOMAIN: 'acme.example',
  KEY: '8sJk2',
  TOKEN: '8sJk2',
  'PROJECT-GRANT': '8sJk2',
  IDP: 'Google',
  POLICY: 'loginPolicy',
  KIND: 'login',
  LANGUAGE: 'en',
}

function exampleOf(name: string, { takes, options }: Omit<CommandForm, 'example'>): string {
  const words = takes.filter((argument) => !argument.startsWith('[')).map((argument) => samples[argument] ?? argument)
  return ['symbolon', name, ...words, ...('org' in options ? ['--org acme'] : [])].join(' ')
}

const forms: Forms<ManagementCommandName> = {
  ...signInCommands,
  ...organizationCommands,
  ...userCommands,
  ...applicationCommands,
  ...projectCommands,
  ...rightCommands,
  ...credentialCommands,
  ...settingCommands,
  ...policyCommands,
  ...instanceCommands,
  ...activityCommands,
}

/** All of them, in the order of the help. */
export const managementCommands = Object.fromEntries(
  Object.entries(forms).map(([name, form]) => [name, { example: exampleOf(name, form), ...form }]),
) as Readonly<Record<ManagementCommandName, CommandForm>>
