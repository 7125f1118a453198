// The login policy. v1 has its factors and identity providers as members of the organization, v2 as members of the policy. A value that occurs
// in both places is taken once.

import type { Path } from '@symbolon/json-stream'
import { documentOrgSchema } from '@symbolon/schema-v2'
import type { LoginPolicy, MultiFactorType, SecondFactorType } from '@symbolon/schema-v2'
import * as v from 'valibot'
import type { Ledger } from '../ledger/ledger.ts'
import { isEmptyPlace, memberOf } from './member-names.ts'
import { readEntry } from './read-entry.ts'
import { placesOfList } from './spelled-path.ts'

const schema = documentOrgSchema.fields.loginPolicy
const {
  secondFactors: { item: secondFactorSchema },
  multiFactors: { item: multiFactorSchema },
  idps: { item: idpSchema },
} = schema.fields

type PolicyIdp = v.InferOutput<typeof idpSchema>

/** A value with its place in the input. */
export interface Placed<T> {
  readonly value: T
  readonly place: Path
}

/** The members of a v1 organization that become the policy. */
export interface LoginPolicyParts {
  readonly loginPolicy: Placed<unknown> | undefined
  readonly secondFactors: readonly Placed<unknown>[]
  readonly multiFactors: readonly Placed<unknown>[]
  readonly idps: readonly Placed<unknown>[]
}

/** Which identity providers belong to the organization. */
export interface IdpOwners {
  /** Whether the identity provider belongs to the organization itself. */
  isOwn(idpId: string): boolean
  refersToIdp(idpId: string, place: Path): void
}

/** @returns the policy with its factors and identity providers */
export function convertLoginPolicy(parts: LoginPolicyParts, ledger: Ledger, owners: IdpOwners): LoginPolicy | undefined {
  const { loginPolicy, secondFactors, multiFactors, idps } = parts
  const policy = loginPolicy === undefined ? undefined : readPolicy(loginPolicy, ledger)
  if (policy === undefined || loginPolicy === undefined) {
    const separate = [...secondFactors, ...multiFactors, ...idps].filter(({ value }) => !isEmptyPlace(value))
    for (const { place } of separate) ledger.add('without-login-policy', place)
    return undefined
  }
  const { secondFactors: second = [], multiFactors: multi = [], idps: _idps, ...rest } = policy
  const readSecond = (entry: Placed<unknown>): readonly Placed<SecondFactorType>[] => readFactor(secondFactorSchema, entry, ledger)
  const readMulti = (entry: Placed<unknown>): readonly Placed<MultiFactorType>[] => readFactor(multiFactorSchema, entry, ledger)
  const merged = {
    secondFactors: merge(second, secondFactors.flatMap(readSecond), ledger),
    multiFactors: merge(multi, multiFactors.flatMap(readMulti), ledger),
    idps: mergeIdps(policy, loginPolicy, idps, ledger, owners),
  }
  return { ...rest, ...Object.fromEntries(Object.entries(merged).filter(([, list]) => list.length > 0)) }
}

/** An empty policy turns everything off. It replaces a policy that cannot be read, because the policy of the instance may be laxer. */
function readPolicy({ value, place }: Placed<unknown>, ledger: Ledger): LoginPolicy {
  if (isEmptyPlace(value)) return {}
  const policy = readEntry(schema, value, place, ledger)
  if (policy === undefined) ledger.add('stricter-value', place)
  return policy ?? {}
}

function readFactor<TFactor extends string>(
  factorSchema: v.GenericSchema<unknown, TFactor> & { readonly stricter: TFactor },
  entry: Placed<unknown>,
  ledger: Ledger,
): readonly Placed<TFactor>[] {
  const { value, place } = entry
  if (isEmptyPlace(value)) return []
  const type = memberOf(value, 'type')
  if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) if (name !== type?.spelling) ledger.add('unknown-member', [...place, name])
  }
  const factor = v.safeParse(factorSchema, type?.value)
  if (factor.success && factor.output !== factorSchema.stricter) return [{ value: factor.output, place }]
  // A policy without factors allows any factor. An unknown factor therefore stays in the list, as a factor that no user has.
  ledger.add('stricter-value', place)
  return [{ value: factorSchema.stricter, place }]
}

function merge<T extends string>(own: readonly T[], added: readonly Placed<T>[], ledger: Ledger): readonly T[] {
  const merged = [...own]
  for (const { value, place } of added) {
    if (!merged.includes(value)) merged.push(value)
    else if (!value.endsWith('_UNSPECIFIED')) ledger.add('duplicate', place)
  }
  return merged
}

function mergeIdps(
  policy: LoginPolicy,
  loginPolicy: Placed<unknown>,
  separate: readonly Placed<unknown>[],
  ledger: Ledger,
  owners: IdpOwners,
): readonly PolicyIdp[] {
  const merged = new Map<string, PolicyIdp>()

  /** Exporters computed the type of the owner from the wrong property. The owner is the organization that has the identity provider. */
  function add({ idpId, ownerType: said }: PolicyIdp, place: Path): void {
    const ownerType = owners.isOwn(idpId) ? 'IDP_OWNER_TYPE_ORG' : 'IDP_OWNER_TYPE_SYSTEM'
    if (said !== undefined && said !== ownerType) ledger.add('owner-type', [...place, 'ownerType'])
    owners.refersToIdp(idpId, place)
    if (merged.has(idpId)) ledger.add('duplicate', place)
    else merged.set(idpId, { idpId, ownerType })
  }

  const places = placesOfList(loginPolicy.value, ['idps'], loginPolicy.place)
  for (const [index, idp] of (policy.idps ?? []).entries()) add(idp, places[index] ?? loginPolicy.place)
  for (const { value, place } of separate) {
    const idp = readEntry(idpSchema, value, place, ledger)
    if (idp !== undefined) add(idp, place)
  }
  return [...merged.values()]
}
