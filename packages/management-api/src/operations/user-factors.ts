// The factors of a person: the authenticator app, passkeys and security keys, recovery codes. An administrator sees that they exist and
// removes them; only the user sets one up.
import type { Passkey, RecoveryCodeSet, RequestContext, User } from '@symbolon/core-protocol'
import { advice } from '@symbolon/provisioning'
import { RestError } from '@symbolon/rest'
import type { Management } from './context.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { unknown } from './read.ts'
import { eventOf, findUser, requireOnUser, suspendRolesOf } from './user.ts'
import type { UserReference } from './user.ts'

/** The stores of these operations. */
export const userFactorStores = ['oneTimeCodes', 'passkeys', 'recoveryCodes'] as const

type FactorContext = RequestContext<(typeof userFactorStores)[number]>

/** The factors of a person. Neither secrets nor keys are part of it. */
export interface UserFactors {
  /** The authenticator app; undefined without one. `enrolledAt` is absent for an app of a document. */
  readonly app: { readonly enrolledAt?: number } | undefined
  readonly recoveryCodes: RecoveryCodeSet | undefined
  /** The oldest first. */
  readonly passkeys: readonly Passkey[]
}

/** One factor of a person. */
export type FactorReference = { readonly kind: 'app' | 'recovery_codes' } | { readonly kind: 'passkey'; readonly credentialId: string }

/**
 * Lists the factors of a person. A service user has none.
 * @throws RestError resource_unknown, permission_denied
 */
export async function listUserFactors(reference: UserReference, management: Management, { stores }: FactorContext): Promise<UserFactors> {
  const user = await findUser(reference, management)
  await requireOnUser(user, ['list', 'factor'], management)
  await requireOnUser(user, ['list', 'passkey'], management)
  const [app, passkeys, recoveryCodes] = await Promise.all([
    stores.oneTimeCodes.find(user.id),
    stores.passkeys.list(user.id),
    stores.recoveryCodes.find(user.id),
  ])
  return { app: app === undefined ? undefined : appFacts(app.enrolledAt), recoveryCodes, passkeys }
}

function appFacts(enrolledAt: number | undefined): NonNullable<UserFactors['app']> {
  return enrolledAt === undefined ? {} : { enrolledAt }
}

/**
 * Removes a factor, e.g. of a person who lost the device. A policy that demands a second factor makes the user set up another factor at the
 * next sign-in.
 * @throws RestError resource_unknown, permission_denied; entry_refused for the passkey without which the person, or every owner of the instance, could not sign in any more
 */
export async function removeUserFactor(
  reference: UserReference,
  factor: FactorReference,
  management: Management,
  context: FactorContext,
): Promise<void> {
  const user = await findUser(reference, management)
  const action = ['remove', factor.kind === 'passkey' ? 'passkey' : 'factor'] as const
  await requireOnUser(user, action, management)
  requireFreshProof(management)
  await suspendRolesOf(user, action, management)
  await remove(user, factor, context)
  const event = factor.kind === 'passkey' ? 'passkey_removed' : 'second_factor_removed'
  const details = factor.kind === 'passkey' ? { credentialId: factor.credentialId } : { method: factor.kind === 'app' ? 'otp' : 'recovery' }
  await context.audit(eventOf(event, user, details, management))
}

async function remove({ id }: User, factor: FactorReference, { stores }: FactorContext): Promise<void> {
  switch (factor.kind) {
    case 'app': {
      const app = await stores.oneTimeCodes.find(id)
      if (app === undefined || (await stores.oneTimeCodes.remove(id, app.sealedSecret)) === 'absent') throw unknown()
      return
    }
    case 'recovery_codes': {
      if ((await stores.recoveryCodes.find(id)) === undefined) throw unknown()
      return await stores.recoveryCodes.remove(id)
    }
    case 'passkey': {
      const outcome = await stores.passkeys.remove(id, factor.credentialId, { password: true, externalAccount: true })
      if (outcome === 'absent') throw unknown()
      if (outcome === 'last_way_in') {
        throw new RestError(
          'entry_refused',
          'The user has no other way to sign in. Send the user a link to set a password first, or lock the user.',
        )
      }
      if (outcome === 'last_owner') throw new RestError('entry_refused', advice.last_owner)
    }
  }
}
