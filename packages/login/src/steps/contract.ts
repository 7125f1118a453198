// What is composed into a login: authenticators, which prove who the user is; steps, which come after the proof; and detours, which leave
// a sign-in and come back to it. They do not know each other. Each declares the stores that its functions use.
import type {
  AnyEndpoint,
  Context,
  DueStep,
  FactorMethod,
  LoginPolicy,
  Prompt,
  RequestContext,
  Session,
  SignInPurpose,
  StepAnswer,
  StoreName,
  User,
} from '@symbolon/core-protocol'
import type { Page, ProviderLink, SignInWays } from '../ui/ui.ts'
import type { FormPage, SecondFactorName, SecondFactorPage, SkipForm } from '../ui/form-page.ts'
import type { KnownSubject, StepSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import type { FormRefusal } from '../visit/paths.ts'
import type { LoginStore, StepStore, Visit } from '../visit/visit.ts'

/** A factor that a user has, and can prove with a composed authenticator. */
export interface EnrolledFactor {
  readonly method: FactorMethod
  /** Milliseconds since the epoch: when the user set it up, or changed it last. Absent where that is not known. */
  readonly since?: number
}

/** The context of the page of a factor. */
export interface PageRequest {
  /** The members that every page with a form has. */
  readonly form: Omit<FormPage, 'action'>
  readonly visit: Visit
  /** The path to sign in as a different user; absent when the request demands this user. */
  readonly otherUserPath: string | undefined
}

/** The user who is asked for a second factor. */
export interface FactorSubject {
  readonly user: User
  readonly visit: Visit
  /** The session that lacks the factor; absent if a detour requests it. */
  readonly session?: Session
}

/** The result of {@link SecondFactor.check}. */
export type FactorCheck =
  | {
      readonly kind: 'right'
      readonly method: FactorMethod
      /**
       * Milliseconds since the epoch: when the user set up what was proven. Absent where that is not known, and for a factor that a later sign-in
       * with a password does not ask for.
       */
      readonly since?: number
      /** What the event in the audit trail contains in addition to the method. */
      readonly details?: Readonly<Record<string, number>>
    }
  | {
      readonly kind: 'refused'
      readonly refusal: FormRefusal
      /** What log and audit trail record. Absent for a form that was not an attempt. `blocks`: the attempt reached the policy's number. */
      readonly failure?: { readonly reason: string; readonly blocks?: boolean }
    }
  /** The user does not have the factor any more. */
  | { readonly kind: 'absent' }

/** How a second factor is asked for and checked, at a sign-in and wherever else it is due. */
export interface SecondFactor<S extends StoreName = never> {
  /** Its name in links. */
  readonly factor: SecondFactorName
  /** Its name in the audit trail. */
  readonly method: string
  /** Where its form posts to in a sign-in, below `/ui/login`. */
  readonly path: string
  /** @param shown the members that the pages of all second factors have, with the action of the form */
  readonly page: (shown: SecondFactorPage, subject: FactorSubject, context: RequestContext<LoginStore | NoInfer<S>>) => Promise<Page>
  /**
   * Checks what the user entered, and uses it up. Guesses are counted by `attemptCode`, together with those of the other factors.
   *
   * @param fields every field of the form, as typed
   */
  readonly check: (
    fields: Readonly<Record<string, string>>,
    subject: FactorSubject,
    context: RequestContext<LoginStore | NoInfer<S>>,
  ) => Promise<FactorCheck>
}

/** A method to prove who the user is. The endpoints take the user's input, store the result, and return to the dispatcher. */
export interface Authenticator<S extends StoreName = never> {
  readonly name: string
  /** `first_factor`, or `second_factor`, which comes after the first. */
  readonly step: 'first_factor' | 'second_factor'
  readonly stores: readonly S[]
  /** The ids of the identity providers that it has in code. */
  readonly identityProviders?: readonly string[]
  /** The factors of the user that this authenticator can check; none when the user has not set it up. */
  readonly enrolled: (user: User, context: Context<LoginStore | NoInfer<S>>) => Promise<readonly EnrolledFactor[]>
  /**
   * The page of a first factor. Of several authenticators with such a page the first one in the list is shown, with the methods of all.
   *
   * @param subject a user, or the owner of a typed login name: the page must not reveal whether there is such a user
   */
  readonly firstFactorPage?: (
    request: PageRequest & { readonly subject: StepSubject; readonly ways?: SignInWays },
    context: RequestContext<LoginStore | NoInfer<S>>,
  ) => Promise<Page>
  /** Required for `second_factor`. */
  readonly secondFactor?: SecondFactor<S>
  /** The sign-in methods that it adds to the pages of the login name and of the first factor. */
  readonly ways?: SignInWaysOf<S>
  /**
   * Where the browser goes without a page, if the only sign-in method is on another server. Undefined for the page.
   *
   * @param loginName as it was typed just now; undefined instead of the page that asks for it. The result must not depend on whether a user has
   *   that name.
   */
  readonly onlyWay?: (
    visit: Visit,
    loginName: string | undefined,
    context: RequestContext<LoginStore | NoInfer<S>>,
  ) => Promise<ProviderLink | undefined>
  /** Its endpoints below `/ui/login`, in addition to that of the second factor. */
  readonly endpoints?: (pages: Pages) => readonly AnyEndpoint[]
}

/**
 * Finds the sign-in methods to show next to the field of a page.
 *
 * @param loginName as typed; undefined on the page that asks for it. They must not depend on whether a user has that name.
 */
export type SignInWaysOf<S extends StoreName> = (
  visit: Visit,
  loginName: string | undefined,
  context: RequestContext<LoginStore | NoInfer<S>>,
) => Promise<SignInWays>

/** The facts by which a step decides whether it is due. */
export interface StepFacts {
  readonly session: Session
  readonly user: User
  /** The request with its client and `prompt`; undefined where the session alone is asked about, such as by the account page. */
  readonly purpose: SignInPurpose | undefined
  /** Of the user's organization. */
  readonly policy: LoginPolicy
  /** Of all authenticators. */
  readonly enrolled: readonly EnrolledFactor[]
  /** The factor that the policy requires and the session lacks; `factor_setup`, or undefined. */
  readonly lacking: DueStep | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Whether a step is due. `required` blocks the response to the application, `offered` can be skipped, `undefined` is neither. `denied` and
 * `consent_required` decide how the request is answered: see `StepAnswer`. `denied` goes before the pages of all steps.
 */
export type StepDue = 'required' | 'offered' | StepAnswer | undefined

/** A step after the proof of identity, such as the change of an expired password. */
export interface SignInStep<S extends StoreName = never> {
  readonly name: DueStep
  readonly stores: readonly S[]
  /** The values of `prompt` that it acts on, for discovery. */
  readonly prompts?: readonly Prompt[]
  /**
   * What the session must prove before the step is shown, and before its form is taken. `fresh`: everything that a sign-in of the user demands,
   * within the last five minutes; what is older is asked for first. `own`: the form of the step asks for a proof itself. `session`: nothing more;
   * for steps that change no credential. The login enforces `fresh`, and refuses a step with `session` that names a store of credentials.
   */
  readonly proof: 'fresh' | 'own' | 'session'
  /**
   * Whether the step is due. It is asked for every session of a browser whose factors are proved, at every decision.
   */
  readonly due: (facts: StepFacts, context: Context<StepStore | NoInfer<S>>) => Promise<StepDue>
  /** The page that the dispatcher shows. `skip` is absent while the step is required. */
  readonly page: (
    request: PageRequest & { readonly subject: KnownSubject; readonly skip?: SkipForm },
    context: RequestContext<StepStore | NoInfer<S>>,
  ) => Promise<Page>
  /** Remembers that the user skipped the offer, so that it is not made at each sign-in. */
  readonly skipped?: (subject: KnownSubject & Pick<StepFacts, 'purpose'>, context: RequestContext<StepStore | NoInfer<S>>) => Promise<void>
  /** The endpoints that take the answer, below `/ui/login`. */
  readonly endpoints: (pages: Pages) => readonly AnyEndpoint[]
  /** Whether its page is one that the user interface has to know by the name of the step: see `defineOwnStep`. */
  readonly ownPage?: true
}

/** The second factors of everything that is composed, for a detour. */
export interface SecondFactors {
  /** The stores of their pages and checks. */
  readonly stores: readonly StoreName[]
  /**
   * Finds the second factors of which the user has to prove one, as at a sign-in with the password.
   *
   * @param proven the one that the user has proved; undefined for none
   * @returns undefined when none is due; an empty list when no composed authenticator can check the user's factors
   */
  due(user: User, proven: FactorMethod | undefined, context: Context<StoreName>): Promise<readonly AnySecondFactor[] | undefined>
}

/** A detour that leaves a sign-in and comes back to it, such as the recovery of a password. It keeps its own state. */
export interface Detour<S extends StoreName = never> {
  readonly name: string
  readonly stores: readonly S[]
  /** The links to it. */
  readonly ways?: SignInWaysOf<S>
  /** The values of `prompt` that lead to it, for discovery. */
  readonly prompts?: readonly Prompt[]
  /**
   * Its pages and forms, below `/ui/login`.
   *
   * @param secondFactors of all authenticators, for a detour that must not lead around them
   */
  readonly endpoints: (pages: Pages, secondFactors: SecondFactors) => readonly AnyEndpoint[]
}

/** An authenticator with any stores. */
export type AnyAuthenticator = Authenticator<StoreName>
/** A second factor with any stores. */
export type AnySecondFactor = SecondFactor<StoreName>
/** A step with any stores. */
export type AnySignInStep = SignInStep<StoreName>
/** A detour with any stores. */
export type AnyDetour = Detour<StoreName>

/** Declares an authenticator: checks that its functions use the stores that it names. */
export function defineAuthenticator<const S extends StoreName = never>(authenticator: Authenticator<S>): AnyAuthenticator {
  return authenticator
}

/** Declares a step: checks that its functions use the stores that it names. */
export function defineSignInStep<const S extends StoreName = never>(step: SignInStep<S>): AnySignInStep {
  return step
}

/** Declares a detour: checks that its functions use the stores that it names. */
export function defineDetour<const S extends StoreName = never>(detour: Detour<S>): AnyDetour {
  return detour
}

/** Everything that is composed into a login. */
export interface Composed {
  readonly authenticators: readonly AnyAuthenticator[]
  /** In the order in which they are due. */
  readonly steps: readonly AnySignInStep[]
  readonly detours: readonly AnyDetour[]
}
