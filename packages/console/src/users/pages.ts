// The pages about users and service users of an organization. Adding or removing a sign-in method, and a removal, require a fresh proof.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { userFactorStores, userLinkStores, userSessionStores } from '@symbolon/management-api'
import type { SendLink } from '@symbolon/management-api'
import type { ConsolePages } from '../page/page.ts'
import { membershipsPage } from './access.ts'
import { editUser, saveUser } from './edit.ts'
import { factorRemovalPage, factorsPage, removeFactor } from './factors.ts'
import { changeGrant, grantPage, grantsPage } from './grants.ts'
import { historyPage } from './history.ts'
import { linkPage, sendLinkPage } from './link.ts'
import { userList } from './list.ts'
import { createUser, newUser } from './new-user.ts'
import { changeUserState, userPage } from './profile.ts'
import { removalPage, removeUser } from './remove.ts'
import { changeSelectedUsers, selectedUsersPage } from './selected.ts'
import { endSessionsOf, sessionsPage } from './sessions.ts'

const org = '/orgs/:orgId'
const one = `${org}/users/:userId`

/** @param send undefined: the console offers neither invitations nor password resets */
export function userPages({ page }: ConsolePages, send: SendLink | undefined): readonly AnyEndpoint[] {
  return [
    ...(['human', 'machine'] as const).flatMap((kind) => {
      const [list, add] = kind === 'human' ? ['users', 'new-user'] : ['service-users', 'new-service-user']
      return [
        page({ name: `${list} in the console`, path: `${org}/${list}`, page: async (visit) => await userList(kind, visit) }),
        page({
          name: `${add} in the console`,
          path: `${org}/${add}`,
          page: async (visit) => await newUser(kind, visit),
          post: async (visit, fields) => await createUser(kind, visit, fields),
        }),
      ]
    }),
    page({
      name: 'several users in the console',
      path: `${org}/selected-users`,
      page: selectedUsersPage,
      post: changeSelectedUsers,
    }),
    page({ name: 'user in the console', path: one, page: userPage, post: changeUserState }),
    page({ name: 'edit a user in the console', path: `${one}/edit`, page: editUser, post: saveUser }),
    page({ name: 'delete a user in the console', path: `${one}/delete`, dangerous: true, page: removalPage, post: removeUser }),
    page({ name: 'factors of a user in the console', path: `${one}/factors`, stores: userFactorStores, page: factorsPage }),
    page({
      name: 'remove a factor in the console',
      path: `${one}/remove-factor`,
      stores: userFactorStores,
      dangerous: true,
      page: factorRemovalPage,
      post: removeFactor,
    }),
    page({
      name: 'sessions of a user in the console',
      path: `${one}/sessions`,
      stores: userSessionStores,
      page: sessionsPage,
      post: endSessionsOf,
    }),
    page({ name: 'grants of a user in the console', path: `${one}/grants`, page: grantsPage }),
    page({
      name: 'new grant of a user in the console',
      path: `${one}/new-grant`,
      page: grantPage,
      post: changeGrant,
    }),
    page({
      name: 'grant of a user in the console',
      path: `${one}/grants/:projectId`,
      page: grantPage,
      post: changeGrant,
    }),
    page({ name: 'memberships of a user in the console', path: `${one}/memberships`, page: membershipsPage }),
    page({ name: 'history of a user in the console', path: `${one}/history`, stores: ['auditEvents'], page: historyPage }),
    ...(send === undefined
      ? []
      : (
          [
            ['invite', 'invitation'],
            ['reset', 'reset'],
          ] as const
        ).map(([kind, path]) =>
          page({
            name: `${path} of a user in the console`,
            path: `${one}/${path}`,
            stores: userLinkStores,
            dangerous: true,
            page: async (visit) => await linkPage(kind, visit),
            post: async (visit, _fields, context) => await sendLinkPage(kind, send, visit, context),
          }),
        )),
  ]
}
