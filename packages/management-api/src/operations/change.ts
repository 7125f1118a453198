// Changes: an object is brought to a state, patched or removed by the engine that applies documents, so that validation, permissions and
// audit are the same.
import type { AuditEvent, StoredResource } from '@symbolon/core-protocol'
import { advice, applyContextOf, applyEntry, auditEventsOf, sentenceFor, userAuthority } from '@symbolon/provisioning'
import type { ApplyEntry, EntryChange, GeneratedValues, Reason } from '@symbolon/provisioning'
import { callerFacts, RestError } from '@symbolon/rest'
import type { FieldViolation, RestErrorId } from '@symbolon/rest'
import { DocumentError, isJsonObject, readValue } from '@symbolon/schema-v2'
import type { JsonObject } from '@symbolon/schema-v2'
import { checkConditions } from '../resources/entity-tag.ts'
import type { Conditions } from '../resources/entity-tag.ts'
import type { Target } from '../resources/target.ts'
import { noteAsked, noteProofAsked } from './context.ts'
import type { Management } from './context.ts'
import { becomeFirstOwner } from './first-owner.ts'
import { isDangerous, requireFreshProof } from './fresh-proof.ts'
import { findResource, getResource, unknown } from './read.ts'
import { removedAlong } from './removed-along.ts'
import { mayRead } from './rights.ts'

/** How a change is made. */
export interface ChangeOptions {
  readonly conditions: Conditions
  /** Reports what would happen, and changes nothing. */
  readonly dryRun: boolean
  /** The server has chosen the id of the object. */
  readonly idGenerated?: boolean
  /** A removed object returns: the caller has proof that it is the same one. */
  readonly restores?: boolean
}

/** What a change did. */
export interface Changed {
  readonly action: 'created' | 'changed' | 'same' | 'removed'
  /** The names of the members that changed. */
  readonly changed: readonly string[]
  /** Secrets and ids that the change generated. They can never be read again. */
  readonly generated: GeneratedValues
  /** Members that are stored and do not do what they say. */
  readonly notices: readonly FieldViolation[]
  /** The object after the change; undefined after a removal, and for an object that a dry run would create. */
  readonly stored: StoredResource | undefined
}

/**
 * Brings an object to the state of an entry, or creates it.
 * @param body the entry, as parsed JSON
 * @throws RestError entry_invalid with the members at fault, entry_taken, resource_unknown, permission_denied, precondition_failed
 */
export async function putResource(target: Target, body: unknown, options: ChangeOptions, management: Management): Promise<Changed> {
  const stored = await findResource(target, management)
  if (stored !== undefined && !(await mayRead(stored, management))) throw unknown()
  checkConditions(options.conditions, stored)
  const entry = readEntry(target, body)
  return await apply(target, target.put(entry), stored, options, management)
}

/**
 * Changes members of an object by a merge patch.
 * @throws RestError as `putResource`, and resource_unknown if there is no such object
 */
export async function patchResource(target: Target, patch: unknown, options: ChangeOptions, management: Management): Promise<Changed> {
  const stored = await getResource(target, management)
  checkConditions(options.conditions, stored)
  if (!isJsonObject(patch)) throw invalid([{ field: '', reason: 'malformed', description: 'The patch must be an object.' }])
  const entry = readEntry(target, mergePatch(stored.content, patch))
  return await apply(target, target.put(entry), stored, options, management)
}

/**
 * Removes an object and everything that belongs to it.
 * @throws RestError resource_unknown, permission_denied, precondition_failed; entry_refused if the object cannot be removed
 */
export async function removeResource(target: Target, options: ChangeOptions, management: Management): Promise<Changed> {
  const stored = await getResource(target, management)
  checkConditions(options.conditions, stored)
  const removal = target.remove(stored.content)
  if (removal === undefined) throw new RestError('entry_refused', 'This resource cannot be removed.')
  const along = options.dryRun ? {} : await removedAlong(target.reference, management.context.stores.directory)
  return await apply(target, removal, stored, options, management, along)
}

function readEntry({ schema, given, states, apart }: Target, body: unknown): JsonObject {
  if (!isJsonObject(body)) throw invalid([{ field: '', reason: 'malformed', description: 'The body must be an object.' }])
  if (states?.every((name) => body[name] === undefined)) {
    throw invalid([{ field: states[0], reason: 'malformed', description: `Name at least one of ${states.join(' and ')}.` }])
  }
  const contradicted = Object.entries(given).find(([name, value]) => body[name] !== undefined && body[name] !== value)
  if (contradicted !== undefined) {
    const [field] = contradicted
    throw invalid([{ field, reason: 'other_id', description: `${field} differs from the path. Leave it out, or correct it.` }])
  }
  try {
    const { value, unknownMembers } = readValue(schema, { ...body, ...given })
    if (unknownMembers.length > 0) {
      throw invalid(unknownMembers.map(({ path }) => ({ field: path, reason: 'unknown_member', description: advice.unknown_member })))
    }
    const own = apart?.(value)
    if (own !== undefined) {
      const description = `This API has ${own.field} as separate objects. Leave the member out, and use the list ${own.list}.`
      throw invalid([{ field: own.field, reason: 'unknown_member', description }])
    }
    return value
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw invalid([{ field: error.path, reason: 'malformed', description: error.message }])
  }
}

async function apply(
  target: Target,
  change: EntryChange,
  stored: StoredResource | undefined,
  { dryRun, idGenerated = false, restores = false }: ChangeOptions,
  management: Management,
  along: NonNullable<AuditEvent['details']> = {},
): Promise<Changed> {
  const { caller, context, hashing, staleProof } = management
  noteAsked(management, { plans: target.reference.kind })
  noteProofAsked(management)
  // The engine reads the object again. Another caller may change it in between, which the conditions of the request would not see.
  const expected = [{ ...target.reference, content: stored?.content }]
  const authority = userAuthority(caller, context.stores)
  const applying = applyContextOf(context, hashing, authority)
  // Whether a change is dangerous follows from what it would change. Without a fresh proof it is planned first.
  const planned = dryRun || staleProof !== undefined
  const first = await applyEntry(change, applying, { dryRun: planned, expected, idGenerated, restores })
  const isPlanOnly = dryRun || (planned && !isHarmless(target, first))
  const rows = isPlanOnly || !planned ? first : await applyEntry(change, applying, { dryRun, expected, idGenerated, restores })
  const own = rows.filter((row) => isOf(row, target))
  const result = own.find(({ action }) => action !== 'notice')
  if (result === undefined) throw new TypeError(`The engine has no row for ${target.reference.kind}`)
  const { action, changed = [], generated = {} } = result
  const events = auditEventsOf({ entries: rows }).filter(({ type }) => !isPlanOnly || type === 'permission_denied')
  const described = events.map((event) => ({
    ...event,
    ...(event.type === 'resource_removed' && event.subject?.kind === target.reference.kind
      ? { details: { ...event.details, ...along } }
      : {}),
    ...callerFacts(caller, context),
  }))
  if (!dryRun) await context.audit(...described)
  if (action !== 'created' && action !== 'changed' && action !== 'same' && action !== 'removed') throw refusalOf(own)
  if (isPlanOnly && !dryRun) requireFreshProof(management)
  if (action === 'created' && !dryRun) await becomeFirstOwner(target.reference, target.orgId, management)
  return {
    action,
    changed,
    generated,
    notices: rows.filter((row) => row.action === 'notice').map((row) => violationOf(row)),
    stored: action === 'removed' ? undefined : await findResource(target, management),
  }
}

/** Whether a plan needs no fresh proof, with everything that follows from the change. A plan that is refused needs none. */
function isHarmless(target: Target, rows: readonly ApplyEntry[]): boolean {
  const own = rows.find((row) => isOf(row, target) && row.action !== 'notice')
  if (own?.action !== 'created' && own?.action !== 'changed' && own?.action !== 'removed' && own?.action !== 'same') return true
  return rows.every(
    ({ kind, action, changed = [] }) =>
      kind === 'member' ||
      (action !== 'created' && action !== 'changed' && action !== 'removed') ||
      (kind === target.reference.kind && !isDangerous(kind, { action, changed })),
  )
}

function isOf({ kind, key }: ApplyEntry, { reference }: Target): boolean {
  return kind === reference.kind && JSON.stringify(key) === JSON.stringify(reference.key)
}

function violationOf({ reason = 'no_effect', member, path, ...entry }: ApplyEntry): FieldViolation {
  // The path of a row that is about a member begins with the list and the index of the entry.
  return { field: member ?? path.replace(/^\.?\w+(\[\d+\]\.?|\.|$)/, ''), reason, description: sentenceFor({ ...entry, reason }) }
}

function refusalOf(rows: readonly ApplyEntry[]): RestError {
  const violations = rows.filter(({ reason }) => reason !== undefined).map(violationOf)
  const [first] = rows
  const reason = first?.reason ?? 'storage_failed'
  if (reason === 'owned_by_other_org') return unknown()
  const message = violations.map(({ field, description }) => (field === '' ? description : `${field}: ${description}`)).join(' ')
  const retry = retryIds[reason]
  if (retry !== undefined) return new RestError(retry, message, { retryAfter: 5 })
  return new RestError(refusalIds[reason] ?? 'entry_invalid', message, { fieldViolations: violations })
}

const retryIds: Partial<Record<Reason, RestErrorId>> = {
  storage_failed: 'storage_unavailable',
  storage_full: 'storage_full',
  secret_hashing_busy: 'storage_unavailable',
}

const refusalIds: Partial<Record<Reason, RestErrorId>> = {
  permission_denied: 'permission_denied',
  stale: 'precondition_failed',
  id_taken: 'entry_taken',
  id_removed: 'entry_taken',
  client_id_taken: 'entry_taken',
  user_name_taken: 'entry_taken',
  org_name_taken: 'entry_taken',
  domain_taken: 'entry_taken',
  token_taken: 'entry_taken',
  identity_taken: 'entry_taken',
  parent_removed: 'entry_taken',
  applications_limit: 'entry_refused',
  projects_limit: 'entry_refused',
  roles_limit: 'entry_refused',
  providers_limit: 'entry_refused',
  keys_limit: 'entry_refused',
  tokens_limit: 'entry_refused',
  lifetime_too_long: 'entry_refused',
  metadata_limit: 'entry_refused',
  metadata_size_limit: 'entry_refused',
  offers_limit: 'entry_refused',
  organization_users_limit: 'entry_refused',
  organization_keys_limit: 'entry_refused',
  organization_metadata_limit: 'entry_refused',
}

function invalid(fieldViolations: readonly FieldViolation[]): RestError {
  const message = fieldViolations.map(({ description }) => description).join(' ')
  return new RestError('entry_invalid', message, { fieldViolations })
}

/**
 * JSON Merge Patch. Members of entries have no meaning for null other than absence, which is what a merge patch needs.
 * https://www.rfc-editor.org/rfc/rfc7396#section-2
 * @returns the target with the members of the patch; null removes a member, a list replaces a list
 */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}
