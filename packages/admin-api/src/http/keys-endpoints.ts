// `GET /admin/v1/keys`, `POST /admin/v1/keys/rotate[?algorithm=RS256]`, `POST /admin/v1/keys/revoke` with `{"kid":…}`: the signing keys, for owners.
import { json } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, RequestContext, SigningKeyContext, User } from '@symbolon/core-protocol'
import { administrativeEndpoint, callerFacts, readJsonBody, RestError } from '@symbolon/rest'
import * as v from 'valibot'
import { listKeys, readAlgorithm, revokeKey, rotateKeys } from '../keys.ts'
import type { KeyOperation, KeyReport } from '../keys.ts'

/** The path of the signing keys. */
export const keysPath = '/admin/v1/keys'

type KeysContext = RequestContext<'signingKeys'>

const revocation = v.strictObject({ kid: v.string() })

const list = administrativeEndpoint({
  name: 'signing keys',
  path: keysPath,
  method: 'GET',
  access: 'owner',
  freshProof: 'every_change',
  stores: ['signingKeys'],
  async handle(_request, _owner, context) {
    return json(200, (await listKeys(signingKeyContextOf(context))).report)
  },
})

const rotate = administrativeEndpoint({
  name: 'rotation of signing keys',
  path: `${keysPath}/rotate`,
  method: 'POST',
  access: 'owner',
  freshProof: 'every_change',
  stores: ['signingKeys'],
  async handle(request, owner, context) {
    const algorithm = readAlgorithm(new URLSearchParams(request.query).get('algorithm') ?? undefined)
    return await done(await rotateKeys(signingKeyContextOf(context), algorithm), owner, context)
  },
})

const revoke = administrativeEndpoint({
  name: 'revocation of a signing key',
  path: `${keysPath}/revoke`,
  method: 'POST',
  access: 'owner',
  freshProof: 'every_change',
  stores: ['signingKeys'],
  async handle(request, owner, context) {
    const { success, output } = v.safeParse(revocation, await readJsonBody(request))
    if (!success) throw new RestError('body_malformed', 'The body must be {"kid": "<the id of a key>"}.')
    const result = await revokeKey(output.kid, signingKeyContextOf(context))
    if (result === 'unknown') throw new RestError('key_unknown', 'No signing key has this id. GET /admin/v1/keys lists the keys.')
    if (result === 'revoked_before') throw new RestError('key_revoked', 'The key is already revoked.')
    return await done(result, owner, context)
  },
})

/** `GET /admin/v1/keys`, `POST /admin/v1/keys/rotate` and `POST /admin/v1/keys/revoke`. Refuse with key_unknown, key_revoked. */
export const keysEndpoints: readonly AnyEndpoint[] = [list, rotate, revoke]

/** @returns what the operations on signing keys need */
export function signingKeyContextOf({ stores, keys, sealing, now, randomToken }: KeysContext): SigningKeyContext {
  return { store: stores.signingKeys, policy: keys.policy, sealing, now, randomToken }
}

/**
 * Makes an operation act, and records who asked for it. On this process the change acts at once; on the others, when they next read the keys.
 */
export async function completeKeyOperation({ report, events }: KeyOperation, caller: User, context: KeysContext): Promise<KeyReport> {
  await context.keys.refresh()
  await context.audit(...events.map((event) => ({ ...event, ...callerFacts(caller, context) })))
  return report
}

async function done(operation: KeyOperation, owner: User, context: KeysContext): Promise<Answer> {
  return json(200, await completeKeyOperation(operation, owner, context))
}
