// The pages about applications.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { applicationPage, applicationRemoval, applicationSetup, changeApplication, removeApplication } from './application.ts'
import { applicationList } from './list.ts'
import { changeSecrets, secretPage } from './secrets.ts'
import { newApplication, registerApplication } from './wizard.ts'

/** @returns the pages about applications */
export function applicationPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  const one = '/orgs/:orgId/apps/:appId'
  return [
    page({ name: 'applications in the console', path: '/orgs/:orgId/apps', page: applicationList }),
    page({ name: 'new application in the console', path: '/orgs/:orgId/new-app', page: newApplication, post: registerApplication }),
    page({ name: 'application in the console', path: one, page: applicationPage, post: changeApplication }),
    page({ name: 'set-up of an application in the console', path: `${one}/setup`, page: applicationSetup }),
    page({
      name: 'secret of an application in the console',
      path: `${one}/secret`,
      dangerous: true,
      page: secretPage,
      post: changeSecrets,
    }),
    page({
      name: 'removal of an application in the console',
      path: `${one}/remove`,
      dangerous: true,
      page: applicationRemoval,
      post: removeApplication,
    }),
  ]
}
