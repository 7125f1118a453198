// Objects of the instance other than policies and members: features, and the keys that sign tokens.
import {
  completeFeatureChange,
  completeKeyOperation,
  listKeys,
  readAlgorithm,
  revokeKey,
  rotateKeys,
  signingKeyContextOf,
} from '@symbolon/admin-api'
import type { KeyDescription, KeyReport } from '@symbolon/admin-api'
import type { FeatureName, RequestContext } from '@symbolon/core-protocol'
import { theInstance } from '@symbolon/permissions'
import { RestError } from '@symbolon/rest'
import type { Management } from './context.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { unknown } from './read.ts'
import { requireRight } from './rights.ts'

/** A feature that a part of the server has. */
export interface FeatureState {
  readonly name: FeatureName
  readonly enabled: boolean
}

type FeaturesContext = RequestContext<'features'>
type KeysContext = RequestContext<'signingKeys'>

/** @throws RestError permission_denied */
export async function listFeatures(management: Management, { stores, features }: FeaturesContext): Promise<readonly FeatureState[]> {
  await requireRight('list', 'feature', theInstance, management)
  const { flags } = await stores.features.get()
  return features.carried.map((name) => ({ name, enabled: flags[name] === true }))
}

/**
 * Switches a feature on or off. It acts at once in this process, and in others when they next read the flags.
 * @throws RestError permission_denied; resource_unknown for a feature that no part of the server has
 */
export async function switchFeature(
  name: string,
  enabled: boolean,
  management: Management,
  context: FeaturesContext,
): Promise<FeatureState> {
  await requireRight('change', 'feature', theInstance, management)
  requireFreshProof(management)
  const known = context.features.carried.find((each) => each === name)
  if (known === undefined) throw unknown()
  const change = await context.stores.features.set({ [known]: enabled }, context.now())
  await completeFeatureChange(change, management.caller, context)
  return { name: known, enabled }
}

/** @throws RestError permission_denied */
export async function listSigningKeys(management: Management, context: KeysContext): Promise<readonly KeyDescription[]> {
  await requireRight('list', 'signingKey', theInstance, management)
  return (await listKeys(signingKeyContextOf(context))).report.keys
}

/**
 * Makes a successor of the keys that sign.
 * @param algorithmName of this key alone; undefined: of every key
 * @throws RestError query_malformed for an unknown algorithm, permission_denied
 */
export async function rotateSigningKeys(
  algorithmName: string | undefined,
  management: Management,
  context: KeysContext,
): Promise<KeyReport> {
  const algorithm = readAlgorithm(algorithmName)
  await requireRight('create', 'signingKey', theInstance, management)
  requireFreshProof(management)
  return await completeKeyOperation(await rotateKeys(signingKeyContextOf(context), algorithm), management.caller, context)
}

/**
 * Revokes a key: nothing that it signed counts from then on. If it could sign, a new one takes its place at once.
 * @throws RestError permission_denied, resource_unknown, key_revoked
 */
export async function revokeSigningKey(kid: string, management: Management, context: KeysContext): Promise<KeyReport> {
  await requireRight('remove', 'signingKey', theInstance, management)
  requireFreshProof(management)
  const result = await revokeKey(kid, signingKeyContextOf(context))
  if (result === 'unknown') throw unknown()
  if (result === 'revoked_before') throw new RestError('key_revoked', 'The key is already revoked.')
  return await completeKeyOperation(result, management.caller, context)
}
