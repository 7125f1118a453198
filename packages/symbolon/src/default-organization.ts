// Reports a default organization that new users cannot belong to. No user could register, and the pages would not explain why.
import { define } from '@symbolon/core-protocol'
import type { AnyStartTask } from '@symbolon/core-protocol'

/**
 * Checks the setting `SYMBOLON_DEFAULT_ORG` at the start. The service starts in any case, because the organization may be created later.
 *
 * @param orgId the id of the default organization
 * @returns the task, which logs `default_organization_missing` or `default_organization_inactive`
 */
export function defaultOrganizationCheck(orgId: string): AnyStartTask {
  return define({
    kind: 'task',
    name: 'default_organization',
    stores: ['organizations'],
    async run({ stores, log }) {
      const organization = await stores.organizations.find(orgId)
      if (organization?.active === true) return
      const code = organization === undefined ? 'default_organization_missing' : 'default_organization_inactive'
      log.warn(code, { setting: 'SYMBOLON_DEFAULT_ORG', orgId, effect: 'Requests that name no organization create no users.' })
    },
  })
}
