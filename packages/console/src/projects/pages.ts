// The pages about projects and their roles.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { createProject, newProject, projectList } from './list.ts'
import { changeProject, projectPage, projectRemoval, removeProject } from './project.ts'
import { changeRole, createRole, newRole, removeRole, rolePage, roleRemoval } from './roles.ts'

/** @returns the pages about projects and their roles */
export function projectPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  const one = '/orgs/:orgId/projects/:projectId'
  return [
    page({ name: 'projects in the console', path: '/orgs/:orgId/projects', page: projectList }),
    page({ name: 'new project in the console', path: '/orgs/:orgId/new-project', page: newProject, post: createProject }),
    page({ name: 'project in the console', path: one, page: projectPage, post: changeProject }),
    page({
      name: 'removal of a project in the console',
      path: `${one}/remove`,
      dangerous: true,
      page: projectRemoval,
      post: removeProject,
    }),
    page({ name: 'new role of a project in the console', path: `${one}/new-role`, page: newRole, post: createRole }),
    page({ name: 'role of a project in the console', path: `${one}/roles/:roleKey`, page: rolePage, post: changeRole }),
    page({
      name: 'removal of a role of a project in the console',
      path: `${one}/roles/:roleKey/remove`,
      dangerous: true,
      page: roleRemoval,
      post: removeRole,
    }),
  ]
}
