// Creates the user of an account at an identity provider, together with the link.
import { canonicalLoginName, userNameProblem } from '@symbolon/core-protocol'
import type { AccountOutcome } from '@symbolon/core-protocol'
import { createUser } from '@symbolon/login'
import type { Visit } from '@symbolon/login'
import type { ExternalIdentity } from '../identity/external-identity.ts'
import type { ExternalProvider } from '../providers/provider.ts'
import { findNewUserOrganization } from './new-user-organization.ts'
import type { ExternalContext, ProviderSurroundings } from './surroundings.ts'

/** The names of a new user. */
export interface AccountNames {
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
}

/** Why no user was created: `incomplete` where names are missing that a form can ask for. */
export type CreationOutcome = AccountOutcome | { readonly kind: 'incomplete'; readonly reason: 'missing_name' | 'invalid_user_name' }

/**
 * Creates the user.
 *
 * Only an address that the identity provider has proven is stored: an address of somebody else must not stand in an account, where it would
 * keep its owner from signing in by it.
 *
 * @param names what the user typed; by default what the identity provider says
 */
export async function createAccount(
  identity: ExternalIdentity,
  provider: ExternalProvider,
  visit: Visit,
  surroundings: ProviderSurroundings,
  context: ExternalContext,
  names: AccountNames = suggestedNames(identity),
): Promise<CreationOutcome> {
  const { userName, firstName, lastName } = names
  if (firstName === '' || lastName === '') return { kind: 'incomplete', reason: 'missing_name' }
  if (userNameProblem(userName) !== undefined) return { kind: 'incomplete', reason: 'invalid_user_name' }
  if (canonicalLoginName(userName).includes('@')) {
    if (!isOwnName(userName, identity)) return { kind: 'incomplete', reason: 'invalid_user_name' }
    // A name that means two users means none of them: the other one could not sign in any more.
    const others = await context.stores.users.findByLoginName(canonicalLoginName(userName))
    if (others.length > 0) return { kind: 'refused', reason: 'user_name_taken' }
  }
  const organization = await findNewUserOrganization(identity, provider, visit, surroundings, context)
  if (organization === undefined) return { kind: 'refused', reason: 'org_missing' }
  const { email, displayName, nickName, preferredLanguage, externalId, externalName } = identity
  return await createUser(
    {
      orgId: organization.orgId,
      userName,
      profile: {
        firstName,
        lastName,
        ...(displayName === undefined ? {} : { displayName }),
        ...(nickName === undefined ? {} : { nickName }),
        ...(preferredLanguage === undefined ? {} : { preferredLanguage }),
      },
      ...(email?.verified === true ? { email } : {}),
      identity: {
        idpId: provider.id,
        providedUserId: externalId,
        ...(externalName === undefined ? {} : { providedUserName: externalName }),
      },
    },
    { idpId: provider.id },
    visit,
    context,
  )
}

/**
 * Whether the name is that of the account. A user name takes precedence over an address: with a name like the address of somebody else, the
 * owner of the address could not sign in by it.
 */
function isOwnName(name: string, { userName, email }: ExternalIdentity): boolean {
  const isUnproven = email?.verified === false && canonicalLoginName(email.address) === canonicalLoginName(name)
  const own = [userName, email?.address].flatMap((each) => (each === undefined ? [] : [canonicalLoginName(each)]))
  return own.includes(canonicalLoginName(name)) && !isUnproven
}

/** The names that the identity provider says. A display name is split where it says no other. */
export function suggestedNames({ userName, firstName, lastName, displayName }: ExternalIdentity): AccountNames {
  const [first = '', ...others] = (displayName ?? '').split(/\s+/u)
  return { userName: userName ?? '', firstName: firstName ?? first, lastName: lastName ?? others.join(' ') }
}
