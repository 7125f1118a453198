// The administrative roles with their levels.
import { roleAt, roleNames } from '@symbolon/permissions'
import type { Level, RoleName } from '@symbolon/permissions'

const levels: readonly Level[] = ['instance', 'organization', 'project', 'project_grant']

/** Every role, in the order of the table of roles. */
export const administrativeRoles: readonly { readonly name: RoleName; readonly level: Level }[] = roleNames.flatMap((name) =>
  levels.filter((level) => roleAt(name, level) !== undefined).map((level) => ({ name, level })),
)
