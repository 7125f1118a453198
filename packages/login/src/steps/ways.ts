// The sign-in methods that a page shows next to its field: of all authenticators and detours together.
import type { RequestContext, StoreName } from '@symbolon/core-protocol'
import type { ProviderLink, SignInWays } from '../ui/ui.ts'
import type { Visit } from '../visit/visit.ts'
import type { Composed } from './contract.ts'

/**
 * Finds where to go without a page, if an authenticator is the only sign-in method.
 *
 * @param loginName as it was typed just now; undefined instead of the page that asks for it
 */
export async function onlyWayOf(
  visit: Visit,
  loginName: string | undefined,
  { authenticators }: Composed,
  context: RequestContext<StoreName>,
): Promise<ProviderLink | undefined> {
  for (const { onlyWay } of authenticators) {
    const link = await onlyWay?.(visit, loginName, context)
    if (link !== undefined) return link
  }
  return undefined
}

/**
 * Finds the sign-in methods of all composed parts.
 *
 * @returns the member `ways` of a page; nothing when there are none
 * @throws TypeError when two of them add the same member
 */
export async function waysOf(
  visit: Visit,
  loginName: string | undefined,
  { authenticators, detours }: Composed,
  context: RequestContext<StoreName>,
): Promise<{ readonly ways?: SignInWays }> {
  const declared = [...authenticators, ...detours].map(({ ways }) => ways).filter((ways) => ways !== undefined)
  const found = await Promise.all(declared.map((ways) => ways(visit, loginName, context)))
  const entries = found.flatMap((ways) => Object.entries(ways))
  const repeated = entries.find(([name], index) => entries.findIndex(([other]) => other === name) !== index)
  if (repeated !== undefined) throw new TypeError(`Two parts of the login show the way "${repeated[0]}".`)
  return entries.length === 0 ? {} : { ways: Object.fromEntries(entries) }
}
