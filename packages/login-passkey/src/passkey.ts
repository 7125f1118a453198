// The authenticator for passkeys and security keys. A passkey that verifies its user is a whole sign-in: something that the user has, unlocked
// by something that the user knows or is. A security key that does not verify its user comes after a first factor.
import type { OptionNames } from '@symbolon/core-protocol'
import { checkPartOptions, firstFactor, isSoleFactor } from '@symbolon/core-protocol'
import { defineAuthenticator } from '@symbolon/login'
import type { AnyAuthenticator, EnrolledFactor } from '@symbolon/login'
import { passkeyStores } from './accept-assertion.ts'
import type { PasskeyOptions } from './options.ts'
import { relyingParty } from './options.ts'
import { passkeyFactor } from './second-factor.ts'
import { passkeySignIn, passkeyWays } from './sign-in.ts'

const optionNames: OptionNames<PasskeyOptions> = {
  rpId: 'optional',
  rpName: 'optional',
  relatedOrigins: 'optional',
}

/**
 * Creates the authenticator for passkeys: alone, next to the password, and as second factor.
 *
 * @example login({ ui, authenticators: [password({ hashing }), passkey()], steps: [passkeySetup()] })
 */
export function passkey(options: PasskeyOptions = {}): AnyAuthenticator {
  checkPartOptions('passkey', options, optionNames)
  return defineAuthenticator({
    name: 'passkey',
    step: firstFactor,
    stores: passkeyStores,
    async enrolled({ id, orgId }, { issuer, stores: { passkeys, policies } }) {
      const rp = relyingParty(issuer, options)
      if (rp === undefined) return []
      const [stored, { allowPasskey }] = await Promise.all([passkeys.list(id), policies.findLoginPolicy(orgId)])
      return (
        stored
          .filter(({ rpId }) => rpId === rp.id)
          // Where the policy admits no passkey alone, each of them is a second factor.
          .map((each): EnrolledFactor => ({ method: allowPasskey && isSoleFactor(each) ? 'user' : 'pop', since: each.createdAt }))
      )
    },
    ways: async (visit, loginName, context) => await passkeyWays(visit, loginName, options, context),
    secondFactor: passkeyFactor(options),
    endpoints: (pages) => [passkeySignIn(pages, options)],
  })
}
