// The ways to sign in that a page shows beside its own field: of all authenticators and detours together.
import type { RequestContext, StoreName } from '@symbolon/core-protocol'
import type { SignInWays } from '../ui/ui.ts'
import type { Visit } from '../visit/visit.ts'
import type { Composed } from './contract.ts'

/** Finds the path to go to instead of the page of the login name, if an authenticator is the only way to sign in. */
export async function onlyWayOf(
  visit: Visit,
  { authenticators }: Composed,
  context: RequestContext<StoreName>,
): Promise<string | undefined> {
  for (const { onlyWay } of authenticators) {
    const path = await onlyWay?.(visit, context)
    if (path !== undefined) return path
  }
  return undefined
}

/**
 * Finds the ways of everything that is composed.
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
