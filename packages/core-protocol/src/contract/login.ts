// How users sign in, and the pages that endpoints ask for: what a login declares.
import type { DisplayedError, RedirectTarget } from '../errors/oauth-error.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Answer } from '../http/responses.ts'
import type { AuthorizationRequest, InternalRequest } from '../ports/authorization-request.ts'
import type { Client } from '../ports/client.ts'
import type { AuthenticationFactor, Session } from '../ports/session.ts'
import type { StoreName } from '../ports/stores.ts'
import type { User } from '../ports/user.ts'
import type { Context, RequestOrigin } from './context.ts'
import type { PartPage } from './page.ts'
import type { AnyEndpoint, Part } from './part.ts'
import type { ProviderMetadata } from './provider-metadata.ts'

/** How users sign in. */
export interface LoginPart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'login'
  /** What discovery says about authorization requests, such as the values of `prompt`. It is published with the authorization endpoint. */
  readonly requestMetadata?: Partial<ProviderMetadata>
  /** The pages, all under `path`. */
  readonly endpoints: readonly AnyEndpoint[]
  /** What it is composed of, by name, for messages that name the part at fault. */
  readonly members?: readonly Pick<Part<StoreName>, 'name' | 'stores'>[]
  /** Takes `?request=<id>` and leads the user through every step that is required. */
  readonly path: string
  /** The ids of the identity providers that it has in code: links of users name them, and no stored provider may have one of them. */
  readonly identityProviders?: readonly string[]
  /**
   * The steps that the session lacks before it may answer a request of its user, and the factors that count for it.
   * @param session with the factors that the request admits
   * @param purpose the request; undefined where nothing but the session of the user is asked about
   */
  readonly due: (session: Session, user: User, purpose: SignInPurpose | undefined, context: Context<NoInfer<S>>) => Promise<DueSteps>
  /**
   * Leads the browser through a sign-in and back to `returnTo`. The page there checks that the session which the browser then has is of the right
   * user and fresh enough: `identifyUserAgent` finds it.
   * @throws TypeError when `returnTo` is not a path of this server
   */
  readonly signIn: (asked: SignInAsked, request: HttpRequest, origin: RequestOrigin, context: Context<NoInfer<S>>) => Promise<Answer>
  /**
   * A page of a part, in the branding and the language that the other pages have, with their headers. Its form carries the token that
   * `readPageForm` checks.
   * @throws TypeError for an address that leads elsewhere, and for a field whose name is reserved
   */
  readonly page: (page: PartPage, request: HttpRequest, context: Context<NoInfer<S>>) => Promise<Answer>
  /** The page for an error that must not be redirected. */
  readonly displayError: (error: DisplayedError, request: HttpRequest, context: Context<NoInfer<S>>) => Promise<Answer>
  /** https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html */
  readonly formPost: (
    target: RedirectTarget,
    parameters: Readonly<Record<string, string>>,
    request: HttpRequest,
    context: Context<NoInfer<S>>,
  ) => Promise<Answer>
  /** The page that asks whether to sign out, with one button. */
  readonly confirmSignOut: (question: SignOutQuestion, request: HttpRequest, context: Context<NoInfer<S>>) => Promise<Answer>
  /** The page for a user who signed out. */
  readonly signedOut: (signedOut: SignedOut, request: HttpRequest, context: Context<NoInfer<S>>) => Promise<Answer>
  /** The page at the address of the service itself. */
  readonly welcome: (request: HttpRequest, context: Context<NoInfer<S>>) => Promise<Answer>
}

/** The sign-in that a page of this server asks for. */
export type SignInAsked = Pick<InternalRequest, 'returnTo'> & Partial<InternalRequest>

/** The request that a sign-in is for, as the steps of the login see it. */
export interface SignInPurpose {
  /** With `prompt`, and with `scope` where it comes from an application. */
  readonly request: AuthorizationRequest | InternalRequest
  /** The application; undefined for a page of this server that acts for none. */
  readonly client: Client | undefined
  /** The id of the stored request; undefined for a request that has just arrived. */
  readonly id: string | undefined
  /** Milliseconds since the epoch: when the request arrived. */
  readonly createdAt: number
}

/**
 * How a request is answered because of a step:
 * - `denied`: with `access_denied`, without a page
 * - `consent_required`: the step asks for consent. With `prompt=none`, the error is `consent_required` in place of `interaction_required`.
 */
export type StepAnswer = 'denied' | 'consent_required'

/** The name of a step of a sign-in: one of the names below, or that of a step that is composed into the login. */
export type DueStep = string

/** The first factor has to be proved, again or for the first time. */
export const firstFactor = 'first_factor'
/** One more factor has to be proved. */
export const secondFactor = 'second_factor'

/** The steps that a session lacks, and what it proves. */
export interface DueSteps {
  /** The next step without which the session answers no request; undefined when it lacks none. */
  readonly required: DueStep | undefined
  /** How a request is answered because of the step `required`; absent for a step that merely has to be completed. */
  readonly answer?: StepAnswer | undefined
  /** Steps that the user may skip, in the order in which they are offered. They never stand in the way of an answer. */
  readonly offered: readonly DueStep[]
  /** Present when the session lacks a fresh proof: the factor that the user has to prove before one of these steps. */
  readonly unproven?: UnprovenSteps | undefined
  /**
   * The factors of the session that count now: `acr` and `amr` are made of these. A factor that the user does not have any more, or whose
   * time is over, is not among them.
   */
  readonly counted: readonly AuthenticationFactor[]
}

/** Steps that change credentials, for a session that lacks a fresh proof of its user. */
export interface UnprovenSteps {
  readonly factor: DueStep
  readonly steps: readonly DueStep[]
}

/** The confirmation page for a sign-out request that only a link caused. */
export interface SignOutQuestion {
  /** Where the form is posted to: a path of the provider. */
  readonly action: string
  /** The hidden fields of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** Preferred languages, as the request names them. */
  readonly uiLocales: readonly string[]
}

/** The page after a sign-out. */
export interface SignedOut {
  /** Preferred languages, as the request names them. */
  readonly uiLocales: readonly string[]
  /** Whether other users are still signed in to this browser. */
  readonly othersRemain: boolean
  /** The application to return to: a URI that was found registered. */
  readonly continueTo?: string
}
