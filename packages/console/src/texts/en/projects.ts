// English.

/** The texts about projects in English. */
export const projects = {
  heading: 'Projects',
  empty: 'A project contains applications that belong together, and the roles that users can have in them. Create your first project.',
  add: 'New project',
  create: 'Create project',
  name: 'Name',
  id: 'ID',
  state: 'State',
  active: 'Active',
  inactive: 'Inactive',
  settings: 'Settings',
  save: 'Save',
  roleAssertion: 'Send user roles to applications',
  roleAssertionHelp: 'The userinfo and introspection endpoints return the user’s roles in this project.',
  roleCheck: 'Require a role in this project',
  roleCheckHelp: 'Users without a role are refused after they sign in.',
  projectCheck: 'Require access to this project',
  projectCheckHelp: 'Only users of this organization and of organizations with a grant for the project can sign in.',
  labeling: 'Sign-in page branding',
  labelingDefault: 'Instance, or the organization that the application requests',
  labelingOwner: 'Organization of this project',
  labelingUser: 'Organization of the user, once the login name is known',
  applications: 'Applications of this project',
  remove: 'Remove project',
  removal: 'Its applications, roles and grants are removed too. Users can no longer sign in to these applications. This cannot be undone.',
  role: {
    heading: 'Roles',
    empty: 'Roles define what users can do in your applications. Add a role to assign it to users.',
    add: 'New role',
    key: 'Key',
    keyHelp: 'The value in tokens, such as editor. It cannot be changed later.',
    taken: 'A role with this key already exists. Choose another key.',
    displayName: 'Display name',
    group: 'Group',
    groupHelp: 'Lists show roles of the same group together.',
    create: 'Create role',
    remove: 'Remove role',
    removal: 'Users lose this role. This cannot be undone.',
  },
}

/** The texts of `projects` in any language. */
export type ProjectTexts = typeof projects
