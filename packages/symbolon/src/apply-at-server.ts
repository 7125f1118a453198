// `symbolon apply FILE --server URL`: the same through a running server.
import { applyPath } from '@symbolon/admin-api'
import type { ApplyReport } from '@symbolon/provisioning'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { connect, notOurs } from './at-server.ts'
import type { Configuration } from './configuration.ts'
import { readDocumentFile } from './documents.ts'

const report = v.looseObject({ dryRun: v.boolean(), entries: v.array(v.looseObject({})), counts: v.record(v.string(), v.number()) })

/** @throws StartError document_unreadable, token_missing, server_unreachable, server_refused */
export async function applyAtServer(file: string, server: string, configuration: Configuration, dryRun: boolean): Promise<ApplyReport> {
  const call = connect(server, configuration)
  // A mistake in the document is found here, with the file's name, before anything is sent.
  await readDocumentFile(file)
  const answer = await call({ path: `${applyPath}${dryRun ? '?dry_run=true' : ''}`, method: 'POST', body: await readFile(file) })
  if (!v.is(report, answer)) throw notOurs(server)
  return answer as unknown as ApplyReport
}
