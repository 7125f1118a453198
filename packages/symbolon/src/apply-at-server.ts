// `symbolon apply FILE --server URL`: the same through a running server.
import { applyPath } from '@symbolon/admin-api'
import type { ApplyReport } from '@symbolon/admin-api'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { Configuration } from './configuration.ts'
import { readDocumentFile } from './documents.ts'
import { StartError } from './start-error.ts'

const refusal = v.object({ message: v.string() })

/** @throws StartError document_unreadable, token_missing, server_unreachable, server_refused */
export async function applyAtServer(file: string, server: string, { token }: Configuration, dryRun: boolean): Promise<ApplyReport> {
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) throw new StartError('invalid_configuration', '--server must be the URL of a running server, e.g. https://id.example.')
  if (token === undefined) throw new StartError('token_missing', '--server needs a token: set SYMBOLON_TOKEN to a personal access token of a user who holds IAM_OWNER.')
  // A mistake in the document is found here, with the file's name, before anything is sent.
  await readDocumentFile(file)
  const url = new URL(`${applyPath}${dryRun ? '?dry_run=true' : ''}`, server)
  const response = await send(url, token, await readFile(file))
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    const { success, output } = v.safeParse(refusal, answer)
    throw new StartError('server_refused', `${server} answered ${response.status}${success ? `: ${output.message}` : '.'}`)
  }
  return readReport(answer, server)
}

async function send(url: URL, token: string, body: Buffer<ArrayBuffer>): Promise<Response> {
  try {
    return await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body, redirect: 'error' })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new StartError('server_unreachable', `${url.origin} cannot be reached: ${cause}`)
  }
}

/** The answer of a server of ours; anything else has no counts. */
function readReport(answer: unknown, server: string): ApplyReport {
  if (!v.is(v.looseObject({ dryRun: v.boolean(), entries: v.array(v.looseObject({})), counts: v.record(v.string(), v.number()) }), answer)) {
    throw new StartError('server_refused', `${server} did not answer with a report. Is it a Symbolon server?`)
  }
  return answer as unknown as ApplyReport
}
