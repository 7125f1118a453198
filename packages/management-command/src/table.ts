// The commands that administrate a running server, as data. `run.ts` has what each of them does.
import type { CommandForm } from '@symbolon/command-line'
import { activityCommands } from './forms/activity.ts'
import type { ActivityCommandName } from './forms/activity.ts'
import { applicationCommands } from './forms/applications.ts'
import type { ApplicationCommandName } from './forms/applications.ts'
import { credentialCommands } from './forms/credentials.ts'
import type { CredentialCommandName } from './forms/credentials.ts'
import { instanceCommands } from './forms/instance.ts'
import type { InstanceCommandName } from './forms/instance.ts'
import { organizationCommands } from './forms/organizations.ts'
import type { OrganizationCommandName } from './forms/organizations.ts'
import { policyCommands } from './forms/policies.ts'
import type { PolicyCommandName } from './forms/policies.ts'
import { projectCommands } from './forms/projects.ts'
import type { ProjectCommandName } from './forms/projects.ts'
import { rightCommands } from './forms/rights.ts'
import type { RightCommandName } from './forms/rights.ts'
import { settingCommands } from './forms/settings.ts'
import type { SettingCommandName } from './forms/settings.ts'
import { signInCommands } from './forms/sign-in.ts'
import type { SignInCommandName } from './forms/sign-in.ts'
import { userCommands } from './forms/users.ts'
import type { UserCommandName } from './forms/users.ts'

/** The name of one of them. */
export type ManagementCommandName =
  | SignInCommandName
  | OrganizationCommandName
  | UserCommandName
  | ApplicationCommandName
  | ProjectCommandName
  | RightCommandName
  | CredentialCommandName
  | SettingCommandName
  | PolicyCommandName
  | InstanceCommandName
  | ActivityCommandName

/** All of them, in the order of the help. */
export const managementCommands: Readonly<Record<ManagementCommandName, CommandForm>> = {
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
