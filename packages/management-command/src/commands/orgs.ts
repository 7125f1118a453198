// `symbolon orgs`: organizations.
import type { organizationCommands } from '../forms/organizations.ts'
import { afterAdding, changeOutcome, stateOf, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { findOrg } from './find.ts'
import { add, listCommand, pagesOf, removeCommand, searchOf, setCommand, showOutcome } from './objects.ts'
import type { Target } from './objects.ts'

/** The commands. */
export const orgs: Commands<typeof organizationCommands> = {
  'orgs list': listCommand(
    async (call) => pagesOf(call.client.orgs, searchOf(call)),
    { id: 'entry.orgId', name: 'entry.org.name', state: 'entry.orgState', created: 'createdAt' },
    'No organizations.',
  ),

  async 'orgs show'(call) {
    const { orgId, client } = await findOrg(call, word(call))
    const [resource, domains] = await Promise.all([call.client.orgs.get(orgId), client.domains.list({ limit: 200 })])
    const names = domains.items.map(({ entry: { domainName, isPrimary } }) => `${domainName}${isPrimary === true ? ' (primary)' : ''}`)
    const { org, orgState } = resource.entry
    return showOutcome(resource, { id: orgId, name: org?.name, state: stateOf(orgState), domains: names.join(', ') })
  },

  async 'orgs add'(call) {
    const { client, given } = call
    const [name, domain] = [word(call), given.value('domain')]
    const change = await add(call, client.orgs, { org: { name } })
    const orgId = given.value('id') ?? change.entry?.orgId
    if (domain !== undefined && orgId !== undefined && !given.has('dry-run')) {
      await afterAdding(`the organization ${name} (${orgId})`, client.org(orgId).domains.put(domain, { isVerified: true, isPrimary: true }))
    }
    const facts = orgId === undefined ? {} : { id: orgId, domain }
    return {
      ...changeOutcome(call, change, `the organization ${name}`, [{ facts }]),
      hints: orgId === undefined ? [] : [`Next: symbolon users add NAME --org ${orgId}`],
    }
  },

  'orgs set': setCommand(target, { name: 'org.name', state: { path: 'orgState', prefix: 'ORG_STATE' } }, '--name NAME or --state STATE'),

  'orgs remove': removeCommand(target, ({ what }) => `Remove ${what} with all of its users, projects and applications`),
}

async function target(call: Call): Promise<Target> {
  const { orgId } = await findOrg(call, word(call))
  return { what: `the organization ${orgId}`, list: call.client.orgs, id: orgId }
}
