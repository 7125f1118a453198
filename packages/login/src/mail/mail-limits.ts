// How many mails people can cause. The limit of a network is shown; the limit of an account never is, because it would reveal the account.
import { canonicalLoginName, digest, isLoopback, parseAddress, hostNetworkOf } from '@symbolon/core-protocol'
import type { HttpRequest, RequestContext, User } from '@symbolon/core-protocol'
import { findKnownBrowser } from '../attempts/known-browser.ts'

const hour = 3_600_000
/** The shortest time between two mails of a flow and of an account, milliseconds. */
export const resendAfter = 60_000
const mailsOfAccount = 5
const mailsOfNetwork = 10

/**
 * Counts a request for a mail against its network: an IPv4 address, or an IPv6 /64.
 *
 * @returns undefined when it was counted; otherwise when the next one will be, milliseconds since the epoch. Programs on this machine are not
 *   limited.
 */
export async function admitNetwork(context: RequestContext<'mailedCodes'>): Promise<number | undefined> {
  const address = context.remoteAddress === undefined ? undefined : parseAddress(context.remoteAddress)
  if (address !== undefined && isLoopback(address) && !context.forwarded) return undefined
  const key = digest(`mails from ${address === undefined ? 'unknown' : hostNetworkOf(address)}`)
  return await context.stores.mailedCodes.admit({ key, limit: mailsOfNetwork, period: hour, gap: 0 }, context.now())
}

/** @returns whether `admitMail` counted it, which is all that anyone but the user may learn */
export async function admitAccount(...args: Parameters<typeof admitMail>): Promise<boolean> {
  return (await admitMail(...args)) === undefined
}

/**
 * Counts a mail to an account, or to an unknown name. A browser in which the user has signed in before is counted separately, so that requests
 * of others do not keep the user from recovering the account there.
 *
 * @returns undefined when it was counted; otherwise when the next one will be, milliseconds since the epoch: for signed-in users alone
 */
export async function admitMail(
  user: User | undefined,
  name: string,
  request: HttpRequest,
  context: RequestContext<'knownBrowsers' | 'mailedCodes'>,
): Promise<number | undefined> {
  const browser = await findKnownBrowser(user?.id ?? '', request, context)
  const account = user === undefined ? `name ${canonicalLoginName(name)}` : `user ${user.id}`
  const key = digest(browser === undefined ? `mails to ${account}` : `mails to ${account} in ${browser}`)
  return await context.stores.mailedCodes.admit({ key, limit: mailsOfAccount, period: hour, gap: resendAfter }, context.now())
}
