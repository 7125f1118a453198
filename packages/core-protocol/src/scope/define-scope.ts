// Scopes of the host's own, and who is admitted to them. https://www.rfc-editor.org/rfc/rfc6749#section-3.3
import type { Context } from '../contract/context.ts'
import { define } from '../contract/part.ts'
import type { AnyScope, ScopeAsked } from '../contract/part.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { StoreName } from '../ports/stores.ts'
import { StorageUnavailable } from '../ports/stores.ts'
import { checkPartOptions } from '../contract/part-options.ts'

/** A scope of the host's own. */
export interface OwnScope<S extends StoreName = never> {
  /** One scope, such as `orders:read`. Discovery lists it. */
  readonly scope: string
  /** The stores that `admits` uses. Default: none. */
  readonly stores?: readonly S[]
  /**
   * Decides whether the scope is granted, each time that tokens are issued, refreshed ones too. Where it is not, it is left out of the scope of
   * the token, and the answer says so. Default: everybody is admitted. When it fails, the answer is 503.
   */
  readonly admits?: (asked: ScopeAsked, context: Context<NoInfer<S>>) => Promise<boolean>
}

/**
 * Declares a scope: `scopes: [defineScope({ scope: 'orders:read', admits: async ({ user }) => await isClerk(user.id) })]`.
 * A scope that another part declares, such as one of `defineClaims`, may be declared here for its `admits`.
 */
export function defineScope<const S extends StoreName = never>(own: OwnScope<S>): AnyScope {
  checkPartOptions<OwnScope<S>>('defineScope', own, { scope: 'required', stores: 'optional', admits: 'optional' })
  const { scope, stores = [], admits = everybody } = own
  return define({ kind: 'scope', name: `scope ${scope}`, stores, metadata: { scopes_supported: [scope] }, scope, admits })
}

const everybody = async (): Promise<boolean> => true

/**
 * @returns the scopes without those of the host's own that do not admit the user and the client
 * @throws StorageUnavailable when the host cannot say
 */
export async function admittedScopes(
  scope: readonly string[],
  client: ScopeAsked['client'],
  user: () => Awaitable<ScopeAsked['user']>,
  { registry }: Pick<Context, 'registry'>,
): Promise<readonly string[]> {
  const own = registry.scopes.filter((each) => scope.includes(each.scope))
  if (own.length === 0) return scope
  const asked = { client, user: await user() }
  const refused = await Promise.all(own.map(async (each) => ((await isAdmitted(each, asked)) ? [] : [each.scope])))
  const without = refused.flat()
  return scope.filter((each) => !without.includes(each))
}

/** @throws StorageUnavailable when the host cannot say */
async function isAdmitted({ scope, admits }: Context['registry']['scopes'][number], asked: ScopeAsked): Promise<boolean> {
  try {
    return (await admits(asked)) === true
  } catch (error) {
    throw new StorageUnavailable(`The host could not say who is admitted to the scope ${scope}: ${String(error)}`, { cause: error })
  }
}
