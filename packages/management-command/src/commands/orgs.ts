// `symbolon orgs`: organizations.
import type { OrganizationCommandName } from '../forms/organizations.ts'
import {
  afterAdding,
  changeOptions,
  changeOutcome,
  confirm,
  doneLine,
  filterOf,
  listOutcome,
  readList,
  requireChange,
  stateFrom,
  stateOf,
  timeText,
  word,
} from './call.ts'
import type { Command } from './call.ts'
import { findOrg } from './find.ts'

/** The commands. */
export const orgs: Readonly<Record<OrganizationCommandName, Command>> = {
  async 'orgs list'(call) {
    const { client, given } = call
    const filter = filterOf({ q: given.value('search'), state: given.value('state') })
    const read = await readList(call, (limit) => client.orgs.pages({ limit, ...filter }))
    return listOutcome(
      read,
      {
        id: ({ entry }) => entry.orgId,
        name: ({ entry }) => entry.org?.name,
        state: ({ entry }) => stateOf(entry.orgState),
        created: ({ createdAt }) => timeText(createdAt),
      },
      'No organizations.',
    )
  },

  async 'orgs show'(call) {
    const { orgId, client } = await findOrg(call, word(call))
    const [resource, domains] = await Promise.all([call.client.orgs.get(orgId), client.domains.list({ limit: 200 })])
    const { entry, createdAt, changedAt } = resource
    return {
      json: resource,
      blocks: [
        {
          facts: [
            ['id', orgId],
            ['name', entry.org?.name],
            ['state', stateOf(entry.orgState)],
            [
              'domains',
              domains.items
                .map(({ entry: { domainName, isPrimary } }) => `${domainName}${isPrimary === true ? ' (primary)' : ''}`)
                .join(', '),
            ],
            ['created', timeText(createdAt)],
            ['changed', timeText(changedAt)],
          ],
        },
      ],
    }
  },

  async 'orgs add'(call) {
    const { client, given } = call
    const [name, id, domain] = [word(call), given.value('id'), given.value('domain')]
    const entry = { org: { name } }
    const change =
      id === undefined
        ? await client.orgs.create(entry, changeOptions(call))
        : await client.orgs.put(id, entry, { ...changeOptions(call), ifNoneMatch: '*' })
    const orgId = id ?? change.entry?.orgId
    if (domain !== undefined && orgId !== undefined && !given.has('dry-run')) {
      await afterAdding(`the organization ${name} (${orgId})`, client.org(orgId).domains.put(domain, { isVerified: true, isPrimary: true }))
    }
    const hint = orgId === undefined ? [] : [`Next: symbolon users add NAME --org ${orgId}`]
    return {
      ...changeOutcome(
        call,
        change,
        `the organization ${name}`,
        orgId === undefined
          ? []
          : [
              {
                facts: [
                  ['id', orgId],
                  ['domain', domain],
                ],
              },
            ],
      ),
      hints: hint,
    }
  },

  async 'orgs set'(call) {
    const { client, given } = call
    const [name, orgState] = [given.value('name'), stateFrom(given, 'ORG_STATE')]
    requireChange([name, orgState], '--name NAME or --state STATE')
    const { orgId } = await findOrg(call, word(call))
    const patch = { ...(name === undefined ? {} : { org: { name } }), ...(orgState === undefined ? {} : { orgState }) }
    return changeOutcome(call, await client.orgs.patch(orgId, patch as object, changeOptions(call)), `the organization ${orgId}`)
  },

  async 'orgs remove'(call) {
    const { orgId } = await findOrg(call, word(call))
    await confirm(call, `Remove the organization ${orgId} with all of its users, projects and applications`)
    const removal = await call.client.orgs.remove(orgId, changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, `the organization ${orgId}`)] }
  },
}
