// `POST /admin/v1/apply`: brings the running instance to what a document says, object by object as far as the caller may. The body is the
// document, the answer the report.
import { checkPartOptions, json } from '@symbolon/core-protocol'
import type { AnyEndpoint, HttpRequest, SecretHashing } from '@symbolon/core-protocol'
import { applyContextOf, applyDocument, auditEventsOf, transientReasons, userAuthority } from '@symbolon/provisioning'
import type { ApplyReport, PasskeyRules } from '@symbolon/provisioning'
import { administrativeEndpoint, callerFacts, readJsonBody, requireFreshProof, RestError } from '@symbolon/rest'
import { DocumentError, readDocument } from '@symbolon/schema-v2'
import type { ReadDocument } from '@symbolon/schema-v2'

/** The path of `POST /admin/v1/apply`. */
export const applyPath = '/admin/v1/apply'

/** What documents need. */
export interface ApplyEndpointOptions {
  readonly hashing: SecretHashing
  /** What passkeys must meet. Without it, those of a document are refused. */
  readonly passkeys?: PasskeyRules | undefined
}

/** `?dry_run=true` reports what would happen and changes nothing. */
export function applyEndpoint(options: ApplyEndpointOptions): AnyEndpoint {
  checkPartOptions('applyEndpoint', options, { hashing: 'required', passkeys: 'optional' })
  const { hashing, passkeys } = options
  return administrativeEndpoint({
    name: 'apply',
    path: applyPath,
    method: 'POST',
    access: 'manager',
    freshProof: 'methods',
    stores: storesOf(passkeys),
    async handle(request, caller, context) {
      const dryRun = readDryRun(request)
      if (!dryRun) requireFreshProof(caller, context)
      const document = parseDocument(await readJsonBody(request))
      const applying = applyContextOf(context, hashing, userAuthority(caller, context.stores), passkeys)
      const report = await applyDocument(document, applying, { dryRun })
      if (!dryRun) await context.audit(...auditEventsOf(report).map((event) => ({ ...event, ...callerFacts(caller, context) })))
      requireFinished(report)
      return json(200, report)
    },
  })
}

/**
 * Generated secrets are in no other answer, so the error holds the report.
 * @throws RestError storage_unavailable, storage_full, where the same document may succeed later
 */
function requireFinished(report: ApplyReport): void {
  const unfinished = report.entries.filter(({ reason }) => reason !== undefined && transientReasons.has(reason))
  if (unfinished.length === 0) return
  const isFull = unfinished.some(({ reason }) => reason === 'storage_full')
  const message = `The database failed or was too busy for ${unfinished.length} objects. The report holds what became of the others. Apply the document again.`
  throw new RestError(isFull ? 'storage_full' : 'storage_unavailable', message, { retryAfter: 5, members: report })
}

/** The table of passkeys is there only if something needs it. */
export function storesOf(passkeys: PasskeyRules | undefined): readonly 'passkeys'[] {
  return passkeys === undefined ? [] : ['passkeys']
}

function readDryRun(request: HttpRequest): boolean {
  const values = new URLSearchParams(request.query).getAll('dry_run')
  if (values.length > 1 || !['true', 'false', undefined].includes(values[0]))
    throw new RestError('query_malformed', 'dry_run must be true or false.')
  return values[0] === 'true'
}

function parseDocument(body: unknown): ReadDocument {
  try {
    return readDocument(body)
  } catch (error) {
    if (error instanceof DocumentError) throw new RestError('document_invalid', error.message)
    throw error
  }
}
