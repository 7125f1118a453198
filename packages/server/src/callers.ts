// Who calls an API of the host. https://www.rfc-editor.org/rfc/rfc6750
import { authenticateCaller, bearerErrorAnswer, demandedScopes, OAuthError, toResponse } from '@symbolon/core-protocol'
import type { Caller, CallerDemand, Context, StoreName } from '@symbolon/core-protocol'
import type { CallerRequest, Provider } from './provider.ts'

/** @param context holds those stores of `callerStores` that are open */
export function callers(context: Context<StoreName>): Pick<Provider, 'authenticate' | 'protect'> {
  const decide = async (request: CallerRequest, demand: CallerDemand): Promise<Caller | OAuthError | undefined> => {
    try {
      return await authenticateCaller({ header: (name) => fieldOf(request, name) }, demand, context)
    } catch (error) {
      if (error instanceof OAuthError) return error
      throw error
    }
  }
  return {
    async authenticate(request, demand = {}) {
      const decided = await decide(request, demand)
      return decided instanceof OAuthError ? undefined : decided
    },
    async protect(request, demand = {}) {
      const decided = await decide(request, demand)
      if (decided !== undefined && !(decided instanceof OAuthError)) return decided
      context.log.info('caller_refused', { error: decided?.error ?? 'no_token', description: decided?.description })
      return toResponse(bearerErrorAnswer(decided, context.issuer, demandedScopes(demand.scope ?? [])))
    },
  }
}

/** Several lines of one name are joined, so that no token is picked from among them. */
function fieldOf({ headers }: CallerRequest, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}
