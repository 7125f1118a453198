// Which stores hold credentials of accounts. A step that names one of them must not be reachable with an old session alone.
import type { AnyEndpoint, StoreName } from '@symbolon/core-protocol'
import { loginStores } from '../visit/visit.ts'
import type { AnySignInStep } from './contract.ts'

/** The stores through which a step can add, replace or remove a credential: a factor, a password, a link, an address that recovers. */
const credentialStores: readonly StoreName[] = [
  'directory',
  'factorDrafts',
  'oneTimeCodes',
  'passkeys',
  'passwords',
  'personalAccessTokens',
  'recoveryCodes',
  'userAccounts',
  'userLinks',
]

/** The endpoints of every step have these. */
const ofEveryStep: readonly StoreName[] = loginStores

/** Whether a step can change a credential and declares that an open session is proof enough. @param endpoints of the step */
export function changesCredentialsWithoutProof({ proof, stores }: AnySignInStep, endpoints: readonly AnyEndpoint[]): boolean {
  const named = [...stores, ...endpoints.flatMap((endpoint) => endpoint.stores.filter((store) => !ofEveryStep.includes(store)))]
  return proof === 'session' && named.some((store) => credentialStores.includes(store))
}
