// `POST /admin/v1/users/link` with `{"loginName":…,"kind":"invite"|"reset"}`: a link by which a user sets a password, for owners. With
// `"withoutFactors":true`, the password of a reset removes the authenticator app, the recovery codes and the passkeys of the user.
import { json } from '@symbolon/core-protocol'
import type { AnyEndpoint, RequestContext } from '@symbolon/core-protocol'
import { administrativeEndpoint, callerFacts, readJsonBody, RestError } from '@symbolon/rest'
import * as v from 'valibot'

/** The path of the links. */
export const userLinkPath = '/admin/v1/users/link'

const stores = ['mailedCodes', 'mailOutbox', 'messageTexts', 'policies', 'passwords', 'users'] as const

type LinkContext = RequestContext<(typeof stores)[number]>

/** A link that was issued, or why there is none: what `issueUserLink` of `@symbolon/login` returns. */
export type IssuedLink =
  | {
      readonly kind: 'issued'
      readonly userId: string
      readonly loginName: string
      readonly link: string
      /** Milliseconds since the epoch. */
      readonly expiresAt: number
      readonly mailedTo?: string
    }
  | { readonly kind: 'refused'; readonly reason: 'user_unknown' | 'user_not_active' | 'user_not_invitable' }

/** Which link is asked for. */
export interface AskedLink {
  readonly kind: 'invite' | 'reset'
  readonly loginName: string
  /** Whether the new password removes every other factor of the user. */
  readonly withoutFactors: boolean
}

/** Options of {@link userLinkEndpoint}. */
export interface UserLinkEndpointOptions {
  readonly issue: (asked: AskedLink, context: LinkContext) => Promise<IssuedLink>
}

const bodySchema = v.variant('kind', [
  v.strictObject({ loginName: v.string(), kind: v.literal('invite') }),
  v.strictObject({ loginName: v.string(), kind: v.literal('reset'), withoutFactors: v.optional(v.boolean()) }),
])

/** The messages for an operator whose request for a link is refused. */
export const userLinkRefusals: Readonly<Record<Extract<IssuedLink, { kind: 'refused' }>['reason'], string>> = {
  user_unknown: 'No user has this login name, or more than one has it. Use the whole login name, such as ann@acme.example.',
  user_not_active: 'The user or the organization is locked or inactive. Activate it first.',
  user_not_invitable: 'The user has not accepted the invitation yet. Invite the user again.',
}

/** `POST /admin/v1/users/link`. Refuses with user_unknown, user_not_active, user_not_invitable. */
export function userLinkEndpoint({ issue }: UserLinkEndpointOptions): AnyEndpoint {
  return administrativeEndpoint({
    name: 'links for users',
    path: userLinkPath,
    method: 'POST',
    access: 'owner',
    freshProof: 'every_change',
    stores,
    async handle(request, owner, context) {
      const { success, output } = v.safeParse(bodySchema, await readJsonBody(request))
      if (!success)
        throw new RestError(
          'body_malformed',
          'The body must be {"loginName": "<a login name>", "kind": "invite" or "reset"}. A reset may have "withoutFactors": true.',
        )
      const withoutFactors = output.kind === 'reset' && output.withoutFactors === true
      const issued = await issue({ kind: output.kind, loginName: output.loginName, withoutFactors }, context)
      if (issued.kind === 'refused') throw new RestError(issued.reason, userLinkRefusals[issued.reason])
      const { userId, loginName, link, expiresAt, mailedTo } = issued
      const details = { kind: output.kind, mailed: mailedTo !== undefined, ...(withoutFactors ? { withoutFactors } : {}) }
      await context.audit({ type: 'user_link_issued', subject: { kind: 'user', id: userId }, details, ...callerFacts(owner, context) })
      return json(200, { loginName, link, expiresAt: new Date(expiresAt).toISOString(), ...(mailedTo === undefined ? {} : { mailedTo }) })
    },
  })
}
