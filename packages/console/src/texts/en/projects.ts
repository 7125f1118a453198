// English.
import type { ProjectTexts } from '../shape/projects.ts'

/** The texts about projects in English. */
export function projects(): ProjectTexts {
  return {
    heading: 'Projects',
    empty: 'A project holds applications that belong together, and the roles that users may have in them. Create the first one.',
    add: 'New project',
    create: 'Create project',
    name: 'Name',
    id: 'ID',
    state: 'State',
    active: 'Active',
    inactive: 'Inactive',
    settings: 'Settings',
    save: 'Save',
    roleAssertion: 'Show the roles of users to the applications',
    roleAssertionHelp: 'The user info and introspection endpoints then answer with the roles of the user in this project.',
    roleCheck: 'Only users with a role of this project may sign in',
    roleCheckHelp: 'Without a role a user is refused after the sign-in.',
    projectCheck: 'Only users of organizations that have this project may sign in',
    projectCheckHelp: 'These are this organization and those with a grant of the project.',
    labeling: 'Branding of the sign-in pages',
    labelingDefault: 'Of the instance, or of the organization that the application names',
    labelingOwner: 'Of the organization of this project',
    labelingUser: 'Of the organization of the user, after the sign-in name is known',
    applications: 'Applications of this project',
    remove: 'Remove project',
    removal:
      'Its applications, roles and grants are removed, too. Nobody can sign in to these applications any longer. This cannot be undone.',
    role: {
      heading: 'Roles',
      empty: 'A role is what an application allows a user. Add one to grant it to users.',
      add: 'New role',
      key: 'Key',
      keyHelp: 'What tokens contain, such as editor. It cannot be changed later.',
      taken: 'The project already has a role with this key. Choose another key.',
      displayName: 'Display name',
      group: 'Group',
      groupHelp: 'Roles with the same group stand together in lists.',
      create: 'Create role',
      remove: 'Remove role',
      removal: 'Users who have this role lose it. This cannot be undone.',
    },
  }
}
