// The texts about members in English.

/** The texts about members in English. */
export const members = {
  heading: 'Members',
  /** The explanation of members, above the list. */
  lead: {
    instance: 'Members manage the instance and all its organizations. Their roles determine what they can do.',
    organization: 'Members manage this organization. Their roles determine what they can do.',
    project: 'Members manage this project. Their roles determine what they can do.',
  },
  empty: 'No members yet.',
  add: 'Add a member',
  addSubmit: 'Add member',
  user: 'User',
  userHelp: 'Full login name, email address or ID.',
  roles: 'Roles',
  rolesHelp: 'You can assign and remove roles that allow no more than your own.',
  legend: 'What each role allows',
  change: 'Edit',
  save: 'Save roles',
  you: 'You',
  serviceUser: 'Service user',
  notActive: 'Cannot sign in',
  /** The user has not accepted the roles. */
  invited: 'Invited',
  /** The roles do not count until they are confirmed. */
  suspended: 'Suspended',
  accept: 'Accept roles',
  acceptLead: 'The roles take effect when you accept them.',
  confirm: 'Confirm roles',
  confirmLead:
    'An administrator of another organization changed how this user signs in. The roles stay suspended until you confirm them. Check with the user first.',
  remove: 'Remove member',
  removeLead: (name: string): string => `${name} loses all of these roles immediately. The user is not deleted.`,
  leave: 'Give up all roles',
  leaveLead: (place: string): string =>
    `You lose all your roles in ${place} immediately. Only another administrator can assign them to you again.`,
  /** The rights of each role, in one sentence. */
  allows: {
    IAM_OWNER: 'Full access to the instance and all organizations.',
    IAM_OWNER_VIEWER: 'Read-only access to the instance and all organizations.',
    IAM_ORG_MANAGER: 'Create organizations and manage all of them. No access to the instance settings.',
    IAM_USER_MANAGER: 'Manage users and their roles in all organizations.',
    IAM_LOGIN_CLIENT: 'For a custom login: check passwords and factors, create sessions and users.',
    IAM_ADMIN_IMPERSONATOR: 'Impersonate any user through an application, including administrators.',
    IAM_END_USER_IMPERSONATOR: 'Impersonate users through an application, except administrators.',
    ORG_OWNER: 'Full access to this organization.',
    ORG_OWNER_VIEWER: 'Read-only access to this organization.',
    ORG_SETTINGS_MANAGER: 'Manage the organization, its domains and its policies.',
    ORG_USER_MANAGER: 'Manage users, their sessions and their project roles.',
    ORG_USER_PERMISSION_EDITOR: 'Assign project roles to users.',
    ORG_PROJECT_PERMISSION_EDITOR: 'Assign project roles to users, and grant projects to other organizations.',
    ORG_PROJECT_CREATOR: 'Create projects.',
    ORG_ADMIN_IMPERSONATOR: 'Impersonate any user of this organization through an application, including administrators.',
    ORG_END_USER_IMPERSONATOR: 'Impersonate users of this organization through an application, except administrators.',
    SELF_MANAGEMENT_GLOBAL: 'Create organizations, and delete your own account.',
    ORG_USER_SELF_MANAGER: 'Delete your own account.',
    PROJECT_OWNER: 'Full access to this project.',
    PROJECT_OWNER_GLOBAL: 'Full access to this project, except granting it to other organizations. Users are found by exact name only.',
    PROJECT_OWNER_VIEWER: 'Read-only access to this project.',
    PROJECT_OWNER_VIEWER_GLOBAL: 'Read-only access to this project. Users are found by exact name only.',
    PROJECT_GRANT_OWNER: 'Assign the roles of the granted project, and manage its members.',
    PROJECT_GRANT_OWNER_VIEWER: 'Read-only access to the granted project and the users with its roles.',
  },
  /** Of a stored role that this release does not know. */
  allowsNothing: 'This role is unknown and allows nothing.',
  /** Why a role is not the visitor's to give or take. */
  refused: {
    role: (roles: string): string => `This role allows more than yours. Only a user with ${roles} can assign or remove it.`,
    self: 'You cannot assign roles to yourself. Ask another administrator.',
  },
  errors: {
    unknownUser: 'User not found. Check the name, or use the ID.',
    ambiguousUser: 'Several users have this name. Use the full login name or the ID.',
    already: 'This user is already a member. Change the roles in the list.',
    noRole: 'Choose at least one role.',
  },
}

/** The texts of `members` in any language. */
export type MembersTexts = typeof members
