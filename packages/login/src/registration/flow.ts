// The flow of a registration: an address, the proof of it, and the names that were typed since. No user exists before its end, so an
// uncompleted registration never blocks the owner of the address.
import type { RequestContext } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { codeFlowStores, findFlow } from '../mail/code-flow.ts'
import type { CodeFlow, FlowKind } from '../mail/code-flow.ts'
import { readUserName } from '../steps/user-name.ts'
import { registrationPath } from '../visit/paths.ts'
import { LoginError } from '../visit/visit.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import { findOrganization } from './organization.ts'
import type { Admission, NewUserOrganization } from './organization.ts'

/** The stores of the registration, in addition to those of every step. */
export const registrationStores: readonly ((typeof codeFlowStores)[number] | 'organizations' | 'userAccounts')[] = [
  ...codeFlowStores,
  'organizations',
  'userAccounts',
]

/** The context of a request to the registration. */
export type RegistrationContext = RequestContext<LoginStore | (typeof registrationStores)[number]>

/** The page and the form of the mailed code. */
export const registrationCodePath: string = `${registrationPath}/code`
/** The page and the form of the names. */
export const registrationNamesPath: string = `${registrationPath}/names`
/** The page and the form of the password. */
export const registrationPasswordPath: string = `${registrationPath}/password`

/** The form of a passkey instead of the password. */
export const registrationPasskeyPath: string = `${registrationPath}/passkey`

/** The state of the flow. Each text is bounded by the field that it comes from. */
export interface RegistrationState {
  readonly email: string
  /** The sign-in that it belongs to. The flow is rejected in every other browser. */
  readonly requestId: string
  readonly provenBy?: string | undefined
  /** As typed. */
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  /** As typed, where the address is not the user name. */
  readonly userName?: string | undefined
}

const optionalText = v.optional(v.string())

/** The registration of a new user. */
export const registrationFlow: FlowKind<RegistrationState> = {
  purpose: 'registration',
  lifetime: 3_600_000,
  state: v.object({
    email: v.string(),
    requestId: v.string(),
    provenBy: optionalText,
    firstName: optionalText,
    lastName: optionalText,
    userName: optionalText,
  }),
}

/** A registration with a proven address. */
export interface ProvenRegistration {
  readonly flow: CodeFlow<RegistrationState>
  readonly organization: NewUserOrganization
}

/**
 * Finds the registration of this sign-in, once its address is proven.
 *
 * @returns undefined when it has expired, was completed, or belongs to another sign-in
 * @throws LoginError `registration_closed` when the policy was changed meanwhile
 */
export async function findRegistration(
  id: string | undefined,
  visit: Visit,
  admission: Admission,
  context: RegistrationContext,
): Promise<ProvenRegistration | undefined> {
  const flow = await findFlow(registrationFlow, id, context)
  if (flow === undefined || !flow.proven || flow.state.requestId !== visit.pending.id) return undefined
  const organization = await findOrganization(visit, flow.state.email, admission, context)
  if (organization === undefined) throw registrationClosed(visit)
  return { flow, organization }
}

/** Registration is closed, at all or for this address. */
export function registrationClosed(visit: Visit): LoginError {
  return new LoginError(403, { code: 'registration_closed' }, visit)
}

/** The names of a new user. */
export interface NewUserNames {
  readonly firstName: string
  readonly lastName: string
  readonly userName: string
}

/** The names, or the error in them. */
export type ReadNames =
  | { readonly kind: 'whole'; readonly names: NewUserNames }
  | { readonly kind: 'refused'; readonly error: 'missing_name' | 'invalid_user_name' }

/** Reads the names of a registration. Pure. */
export function readNames(
  { email, firstName = '', lastName = '', userName: typed = '' }: RegistrationState,
  { domain }: NewUserOrganization,
): ReadNames {
  if (firstName === '' || lastName === '') return { kind: 'refused', error: 'missing_name' }
  const userName = readUserName(domain === undefined ? email : typed, { email, domain, mustBeDomain: domain !== undefined })
  if (userName === undefined) return { kind: 'refused', error: 'invalid_user_name' }
  return { kind: 'whole', names: { firstName, lastName, userName } }
}
