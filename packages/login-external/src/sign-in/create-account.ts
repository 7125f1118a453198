// Creates the user of an account at an identity provider, together with the link.
import { foldName } from '@symbolon/core-protocol'
import type { AccountOutcome } from '@symbolon/core-protocol'
import { createUser, readUserName } from '@symbolon/login'
import type { UserNameRules } from '@symbolon/login'
import type { ExternalIdentity } from '../identity/external-identity.ts'
import { findNewUserOrganization } from './new-user-organization.ts'
import type { ExternalContext, ProvenIdentity, ProviderSurroundings } from './surroundings.ts'

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
 * Only an address that the identity provider has proven is stored: another person's address in an account would keep its owner from signing in
 * with it. For the same reason another person's address never becomes a user name.
 *
 * @param names what the user typed; by default the names from the identity provider
 */
export async function createAccount(
  { identity, provider, visit }: ProvenIdentity,
  surroundings: ProviderSurroundings,
  context: ExternalContext,
  names?: AccountNames,
): Promise<CreationOutcome> {
  const organization = await findNewUserOrganization(identity, provider, visit, surroundings, context)
  if (organization === undefined) return { kind: 'refused', reason: 'org_missing' }
  const { userName: typed, firstName, lastName } = names ?? suggestedNames(identity, organization.names)
  if (firstName === '' || lastName === '') return { kind: 'incomplete', reason: 'missing_name' }
  const userName = readUserName(typed, organization.names)
  if (userName === undefined) return { kind: 'incomplete', reason: 'invalid_user_name' }
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
        issuer: provider.issuer,
        providedUserId: externalId,
        ...(externalName === undefined ? {} : { providedUserName: externalName }),
      },
      unique: organization.names.mustBeDomain ? ['loginName', 'provenEmail'] : ['userName', 'loginName', 'provenEmail'],
    },
    { idpId: provider.id },
    visit,
    context,
  )
}

/**
 * The names that the identity provider sends. A display name is split if it sends no other name. A user name that the rules do not accept, such
 * as an address, is cut at the at sign.
 */
export function suggestedNames({ userName = '', firstName, lastName, displayName }: ExternalIdentity, rules: UserNameRules): AccountNames {
  const [first = '', ...others] = (displayName ?? '').split(/\s+/u)
  const name = readUserName(userName, rules) ?? readUserName(foldName(userName).replace(/@.*$/su, ''), rules) ?? ''
  return { userName: name, firstName: firstName ?? first, lastName: lastName ?? others.join(' ') }
}
