// What documents hold beside the resources that sign people in: identity providers, links to them, actions, texts. And the columns and
// indexes for documents of a million users: hashes of client secrets, and pages of an organization's resources in the order of their key.
import { key, owned, required, resource } from '../../sql/schema.ts'
import type { TableWords } from '../../sql/schema.ts'

export async function documentTables(words: TableWords): Promise<void> {
  const { table, index, addText } = words
  await table('identity_providers', (t) => resource(words, t.addColumn('idp_id', 'text', key)
    .addColumn('org_id', 'text', owned('orgs.org_id')).addColumn('kind', 'text', required).addColumn('sealed_secret', 'text')))
  await index('identity_providers', ['org_id', 'kind', 'idp_id'])
  await table('user_links', (t) => resource(words, t.addColumn('user_id', 'text', owned('users.user_id'))
    .addColumn('idp_id', 'text', required).addColumn('provided_user_id', 'text', required)
    .addColumn('org_id', 'text', owned('orgs.org_id')))
    .addPrimaryKeyConstraint('user_links_key', ['user_id', 'idp_id', 'provided_user_id']))
  // Whoever signs in there is one user here.
  await index('user_links', ['idp_id', 'provided_user_id'], { unique: true })
  await index('user_links', ['org_id', 'user_id'])
  await table('actions', (t) => resource(words, t.addColumn('action_id', 'text', key).addColumn('org_id', 'text', owned('orgs.org_id'))))
  await index('actions', ['org_id', 'action_id'])
  await table('trigger_actions', (t) => resource(words, t.addColumn('org_id', 'text', owned('orgs.org_id'))
    .addColumn('flow_type', 'text', required).addColumn('trigger_type', 'text', required))
    .addPrimaryKeyConstraint('trigger_actions_key', ['org_id', 'flow_type', 'trigger_type']))
  await table('org_texts', (t) => resource(words, t.addColumn('org_id', 'text', owned('orgs.org_id'))
    .addColumn('member', 'text', required).addColumn('language', 'text', required))
    .addPrimaryKeyConstraint('org_texts_key', ['org_id', 'member', 'language']))

  for (const holder of ['applications', 'users'] as const) {
    await addText(holder, 'secret_hash')
    await addText(holder, 'secret_source')
  }
  await pageIndexes(words)
}

/** Without the key behind the organization, each page of an organization would sort all that it has. */
async function pageIndexes({ index, replaceIndex }: TableWords): Promise<void> {
  await index('users', ['org_id', 'kind', 'user_id'])
  await replaceIndex('applications', ['org_id'], ['org_id', 'kind', 'app_id'])
  for (const [table, keys] of [
    ['user_metadata', ['user_id']], ['projects', ['project_id']], ['project_roles', ['project_id', 'role_key']],
    ['project_grants', ['grant_id']], ['application_keys', ['key_id']], ['machine_keys', ['key_id']],
    ['personal_access_tokens', ['token_id']], ['user_grants', ['user_id']],
    ['project_members', ['project_id', 'user_id']], ['project_grant_members', ['grant_id', 'user_id']],
  ] as const) {
    await replaceIndex(table, ['org_id'], ['org_id', ...keys])
  }
}
