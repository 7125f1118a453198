// Limits on failed sign-ins of the whole instance: an attacker who tries one password for many users, from many networks, stays below the limits
// of each user and each network. Known browsers and passkeys are exempt, so the limits never stop the users of an instance as a whole.
// Counts are in the memory of this process.
import { composedName, createTokenBuckets, digest, isLoopback, parseAddress, rateLimited, siteNetworkAt } from '@symbolon/core-protocol'
import type { Rate, RequestContext } from '@symbolon/core-protocol'

/** The names of the limits, in the log and in the metrics. */
export type InstanceLimitName = 'same_password' | 'failed_passwords' | 'failed_passwords_of_network'

/** Rates that replace the defaults. */
export type InstanceRates = Partial<Readonly<Record<InstanceLimitName, Rate>>>

/**
 * `same_password`: failures with one password, whatever the names. `failed_passwords`: all failures; while they exceed the rate, each network
 * (an IPv4 address or an IPv6 /48) has the rate `failed_passwords_of_network`.
 */
export const defaultInstanceRates: Readonly<Record<InstanceLimitName, Rate>> = {
  same_password: { burst: 30, perMinute: 0.5 },
  failed_passwords: { burst: 1000, perMinute: 300 },
  failed_passwords_of_network: { burst: 10, perMinute: 2 },
}

/** The decision on one attempt. */
export type InstanceAdmission =
  | {
      readonly kind: 'admitted'
      /** Takes the attempt back: the password is right, or was not verified. */
      readonly withdraw: () => void
    }
  /** The password must not be verified. `retryAfter` is in seconds. */
  | { readonly kind: 'refused'; readonly retryAfter: number; readonly withdraw: () => void }

/** Limits failed sign-ins in browsers in which the user is not known. */
export interface InstanceLimits {
  /**
   * Counts an attempt before its password is verified, so that parallel guesses cannot get around the limits. The decision depends on the
   * password and the network alone: it does not reveal whether the user exists. Programs on this machine are not limited.
   */
  admit(password: string, context: RequestContext): InstanceAdmission
}

const maxPasswords = 20_000
/** The key of a limit that has one count. */
const all = ''

/** Creates the limits, with nothing counted. @param rates replace the defaults */
export function instanceLimits(rates: InstanceRates = {}): InstanceLimits {
  const limits = { ...defaultInstanceRates, ...rates }
  const ofPasswords = createTokenBuckets(limits.same_password, maxPasswords)
  const ofInstance = createTokenBuckets(limits.failed_passwords, 1)
  const ofNetworks = createTokenBuckets(limits.failed_passwords_of_network, maxPasswords)
  // One warning a minute for each limit.
  const warnings = createTokenBuckets({ burst: 1, perMinute: 1 }, 2)

  function refuse(limit: InstanceLimitName, wait: number, { log, metrics }: RequestContext, now: number): InstanceAdmission {
    metrics.count(rateLimited, { limit: composedName(limit) })
    if (warnings.wait(limit, now) === 0) {
      warnings.take(limit, now)
      log.warn('rate_limited', { limit })
    }
    return { kind: 'refused', retryAfter: Math.ceil(wait / 1000), withdraw: () => undefined }
  }

  return {
    admit(password, context) {
      const { remoteAddress, forwarded } = context
      const address = remoteAddress === undefined ? undefined : parseAddress(remoteAddress)
      if (address !== undefined && isLoopback(address) && !forwarded) return { kind: 'admitted', withdraw: () => undefined }
      const now = context.now()
      const key = digest(password)
      const ofPassword = ofPasswords.wait(key, now)
      if (ofPassword > 0) return refuse('same_password', ofPassword, context, now)
      const network = siteNetworkAt(remoteAddress)
      const ofNetwork = ofNetworks.wait(network, now)
      const isSpent = ofInstance.wait(all, now) > 0
      if (isSpent && ofNetwork > 0) return refuse('failed_passwords_of_network', ofNetwork, context, now)
      const counted = [
        { buckets: ofPasswords, key },
        ...(isSpent ? [] : [{ buckets: ofInstance, key: all }]),
        ...(ofNetwork > 0 ? [] : [{ buckets: ofNetworks, key: network }]),
      ]
      for (const each of counted) each.buckets.take(each.key, now)
      return {
        kind: 'admitted',
        withdraw() {
          for (const each of counted) each.buckets.giveBack(each.key, context.now())
        },
      }
    },
  }
}
