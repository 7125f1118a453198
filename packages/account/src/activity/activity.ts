// The section of the last events of the account, from the audit trail: sign-ins, failed attempts and changes.
import { checkNoOptions } from '@symbolon/core-protocol'
import type { NoOptions, RequestContext } from '@symbolon/core-protocol'
import type { ActivityRow } from '../ui/activity.ts'
import { accountPath } from '../ui/ui.ts'
import { hiddenFields } from '../visit/endpoints.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import { pathFor } from '../visit/visitor.ts'
import type { Visitor } from '../visit/visitor.ts'
import { activityRows } from './activity-rows.ts'

const activityPath = `${accountPath}/activity`

/** How many rows the section has, and how many the page. */
const [few, many] = [5, 50]

/** The number of events that are read for a row, because several events may make one row or none. */
const eventsOfRow = 4

/** Shows what happened to the account. The provider needs an audit trail: `auditTrail`. */
export function activitySection(...none: NoOptions): AnyAccountSection {
  checkNoOptions('activitySection', none)
  return defineAccountSection({
    name: 'activity',
    stores: ['auditEvents'],
    async section(visitor, context) {
      const events = await rowsOf(visitor, few + 1, context)
      if (events.length === 0) return undefined
      return {
        kind: 'activity',
        events: events.slice(0, few),
        ...(events.length > few ? { morePath: pathFor(visitor, activityPath) } : {}),
      }
    },
    endpoints: (make) => [
      make.page({
        name: 'account_activity',
        path: activityPath,
        stores: ['auditEvents'],
        page: async (visitor, context) => ({
          kind: 'activity_list',
          fields: hiddenFields(visitor),
          events: await rowsOf(visitor, many, context),
          backPath: pathFor(visitor),
        }),
      }),
    ],
  })
}

/**
 * Attackers can cause refusals. They take up at most half of the events that are read. Events before the account was created or imported here
 * belong to another person, who had the id before.
 */
async function rowsOf({ user }: Visitor, limit: number, { stores }: RequestContext<'auditEvents'>): Promise<readonly ActivityRow[]> {
  const read = limit * eventsOfRow
  const [events, refusals] = await Promise.all([
    stores.auditEvents.listOfPerson(user.id, { refused: false, limit: read }),
    stores.auditEvents.listOfPerson(user.id, { refused: true, limit: read / 2 }),
  ])
  const own = [...events, ...refusals].filter(({ at }) => at >= user.createdAt)
  return activityRows(own, limit)
}
