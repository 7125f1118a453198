// `symbolon master-key list|rotate|forget`: on the database itself when no server holds it, or through a running server.
import { changeMasterKeys, masterKeysPath } from '@symbolon/admin-api'
import type { MasterKeyAction, MasterKeyReport } from '@symbolon/admin-api'
import { recordAuditEvents } from '@symbolon/core-protocol'
import { readMasterKeys } from '@symbolon/server'
import * as v from 'valibot'
import { connect, notOurs } from './at-server.ts'
import type { Configuration } from './configuration.ts'
import { readMasterKey } from './master-key.ts'
import { onDatabase, requireDatabase } from './on-database.ts'

const reportSchema = v.object({
  masterKeys: v.array(v.object({ id: v.string(), given: v.boolean() })),
  added: v.exactOptional(v.string()),
  forgotten: v.exactOptional(v.array(v.string())),
})

/** @throws StartError token_missing, server_unreachable, server_refused */
export async function masterKeysAtServer(action: MasterKeyAction, server: string, configuration: Configuration): Promise<MasterKeyReport> {
  const answer = await connect(
    server,
    configuration,
  )(action === 'list' ? { path: masterKeysPath, method: 'GET' } : { path: `${masterKeysPath}/${action}`, method: 'POST', body: '{}' })
  const { success, output } = v.safeParse(reportSchema, answer)
  if (!success) throw notOurs(server)
  return output
}

/** @throws StartError, StorageStartError when nothing could be done */
export async function masterKeysHere(action: MasterKeyAction, configuration: Configuration): Promise<MasterKeyReport> {
  requireDatabase(configuration)
  const masterKeys = readMasterKeys((await readMasterKey(configuration)).values)
  return await onDatabase(configuration, ['auditEvents'], async (opened) => {
    const { report, events } = await changeMasterKeys(action, masterKeys, opened.stores)
    await recordAuditEvents(events, opened)
    return report
  })
}

/** What a person reads on the terminal about master keys. */
export function formatMasterKeys(action: MasterKeyAction, { masterKeys, added, forgotten = [] }: MasterKeyReport): string {
  const rest = masterKeys.filter(({ given }) => !given)
  return [
    'The instance opens with:',
    ...masterKeys.map(({ id, given }) => `  ${id}${given ? '' : '  (not in the configuration that was read)'}`),
    '',
    ...(added === undefined ? [] : [`Added ${added}. Give the new key to every instance, then take the old one away.`]),
    ...(action === 'rotate' && added === undefined ? ['Nothing to add: the first configured key opens the instance already.'] : []),
    ...forgotten.map((id) => `Forgot ${id}. It does not open the instance any more. Backups from before still need it.`),
    ...(action === 'forget' && forgotten.length === 0
      ? [`Nothing to forget: ${masterKeys.length === 1 ? 'no other key opens it.' : 'take the old key out of the configuration first.'}`]
      : []),
    ...(action === 'list' && rest.length > 0 ? ['`symbolon master-key forget` removes what is not in the configuration.'] : []),
    '',
  ].join('\n')
}
