// A custom step of the host, with its page: what the host declares, made into a step of the login. The host neither reads the stored
// request nor redirects the browser. Like every step, its form returns to the dispatcher, which decides what comes next.
import type { Answer, AnyEndpoint, Context, Prompt, RequestContext, Session, SignInPurpose, StoreName, User } from '@symbolon/core-protocol'
import { firstFactor, readQuery, refusedRedirect, secondFactor, StorageUnavailable } from '@symbolon/core-protocol'
import type { OwnPage } from '../ui/own-page.ts'
import { loginPath } from '../ui/ui.ts'
import type { Page } from '../ui/ui.ts'
import { factorSetup } from '../visit/due-factor.ts'
import type { Pages } from '../visit/pages.ts'
import { readOwnRefusal, withOwnRefusal } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import type { LoginContext, LoginStore, StepStore, Visit } from '../visit/visit.ts'
import { completeStep } from './complete-step.ts'
import { clientOf, continueSignIn } from './continue-sign-in.ts'
import type { AnySignInStep, StepDue } from './contract.ts'
import { changeStep } from './due-steps.ts'
import { dueSubject } from './due-subject.ts'
import type { DueSubject } from './due-subject.ts'
import { keepSession } from './session.ts'
import { defineFormStep, redirectToDispatcher } from './step.ts'

/** The user of a custom step. */
export interface OwnStepSubject {
  readonly user: User
  readonly session: Session
  /**
   * The request with its client and `prompt`. Undefined where the session alone is asked about, such as by the account page. A step that depends on
   * the application is not due then.
   */
  readonly purpose: SignInPurpose | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The form of a custom step, posted by its page while the step was due. */
export interface OwnStepForm<Facts> extends OwnStepSubject {
  /** As they are now, read again for this form. */
  readonly facts: Facts
  /** Every field, as typed. A checkbox that is not ticked is absent. */
  readonly fields: Readonly<Record<string, string>>
}

/** A custom step of the host. */
export interface OwnStep<Facts, Model, Refusal extends string, S extends StoreName = never> {
  /** Lower-case letters, digits and underscores. It stands in the path of the form and in logs. */
  readonly name: string
  /** The stores of the provider that the functions use; none where the host keeps everything in a separate database. */
  readonly stores: readonly S[]
  /** The values of `prompt` that the step acts on, for discovery: `consent` for a step that asks for consent. */
  readonly prompts?: readonly Prompt[]
  /**
   * `fresh` for a step that adds or changes what opens the account: it is shown after everything that a sign-in of the user demands was proved
   * within the last five minutes. `session` for every other step.
   */
  readonly proof: 'fresh' | 'session'
  /** The reasons for which the form may be rejected, by name. The page has the text of each. */
  readonly refusals: readonly Refusal[]
  /**
   * Reads what the step decides by. It is asked at each decision about a user who has proved every factor, so it must be fast. An error of it
   * is a 503: the step can be skipped by no fault.
   */
  readonly facts: (subject: OwnStepSubject, context: Context<StepStore | NoInfer<S>>) => Promise<Facts>
  /**
   * Whether the step blocks the response to the application (`required`), or can be skipped (`offered`); undefined for neither. A step about an
   * application can also return `consent_required`, which names the error for `prompt=none`, or `denied`, which answers the application with
   * `access_denied`. Pure: it decides by the facts alone.
   */
  readonly due: (facts: NoInfer<Facts>, subject: OwnStepSubject) => StepDue
  /** The content of the page, as data. Pure. */
  readonly page: (facts: NoInfer<Facts>, subject: OwnStepSubject) => Model
  /**
   * Takes the form. It stores whatever makes the step not due any more; the step is decided again afterwards, so a `submit` that stores
   * nothing leads to the same page.
   *
   * @returns the reason for the rejection of the form; undefined when it was accepted
   */
  readonly submit: (
    form: OwnStepForm<NoInfer<Facts>>,
    context: RequestContext<StepStore | NoInfer<S>>,
  ) => Promise<NoInfer<Refusal> | undefined>
  /** Remembers that the user skipped the offer. Without it, the step is offered again at the next sign-in. */
  readonly skipped?: (subject: OwnStepSubject, context: RequestContext<StepStore | NoInfer<S>>) => Promise<void>
}

/** A custom step, as a login takes it, and as a user interface recognizes its page. */
export interface AnyOwnStep<Model, Refusal extends string> extends AnySignInStep {
  readonly ownPage: true
  /** Whether the page belongs to this step. */
  readonly shows: (page: Page) => page is OwnPage<Model, Refusal>
}

/** Reserved names: a step of such a name would stand in for a proof. */
const reserved: readonly string[] = [firstFactor, secondFactor, factorSetup, changeStep]

/**
 * Declares a custom step of the host, and its page: `login({ ui: templates({ pages: [ownPage(step, …)] }), steps: [step], … })`.
 *
 * Its page comes after the proof of identity, in the order of `steps`. With `prompt=none`, a required step is `interaction_required`
 * (https://openid.net/specs/openid-connect-core-1_0.html#AuthError). It is about a user, and not about an application: grants without a page,
 * such as refresh tokens, do not ask for it.
 *
 * @throws TypeError with the code `invalid_own_step` for a name that is not allowed, or a refusal that has no plain name
 */
export function defineOwnStep<Facts, Model, const Refusal extends string, const S extends StoreName = never>(
  step: OwnStep<Facts, Model, Refusal, S>,
): AnyOwnStep<Model, Refusal> {
  const { name, stores, refusals, skipped } = step
  for (const each of [name, ...refusals]) if (!/^[a-z][a-z0-9_]{0,39}$/.test(each)) throw invalidOption(each, 'is not a name in lower case')
  if (reserved.includes(name)) throw invalidOption(name, 'is the name of another step')
  const path = `${loginPath}/own/${name}`

  const readFacts = async (subject: OwnStepSubject, context: Context<LoginStore | NoInfer<S>>): Promise<Facts> =>
    await step.facts(subject, context).catch((error: unknown) => {
      throw new StorageUnavailable(`The step ${name} could not read its facts: ${String(error)}`, { cause: error })
    })

  return {
    name,
    stores,
    ...(step.prompts === undefined ? {} : { prompts: step.prompts }),
    proof: step.proof,
    ownPage: true,
    shows: (page): page is OwnPage<Model, Refusal> => page.kind === 'own' && page.step === name,
    due: async ({ user, session, purpose, now }, context) => {
      const subject = { user, session, purpose, now }
      return step.due(await readFacts(subject, context), subject)
    },
    async page({ form, subject: { user, session, loginName }, visit, skip, otherUserPath }, context) {
      const subject = { user, session, purpose: visit.purpose, now: visit.now }
      const error = readOwnRefusal(readQuery(visit.request).parameters, name, refusals)
      return {
        ...form,
        kind: 'own',
        step: name,
        action: path,
        loginName,
        model: step.page(await readFacts(subject, context), subject),
        ...(error === undefined ? {} : { error }),
        ...(skip === undefined ? {} : { skip }),
        ...(otherUserPath === undefined ? {} : { otherUserPath }),
      }
    },
    ...(skipped === undefined
      ? {}
      : {
          skipped: async ({ user, session, purpose }, context) => await skipped({ user, session, purpose, now: context.now() }, context),
        }),
    endpoints: (pages: Pages): readonly AnyEndpoint[] => [
      defineFormStep(pages, {
        name: `login_own_${name}`,
        path,
        stores,
        async handle(request, context) {
          const { visit, fields } = await openForm(request, context)
          const due = dueSubject(visit, name)
          if (due === undefined) return redirectToDispatcher(visit)
          const { user, session } = due.subject
          const subject = { user, session, purpose: visit.purpose, now: context.now() }
          const refusal = await step.submit({ ...subject, fields, facts: await readFacts(subject, context) }, context)
          if (refusal !== undefined) return refusedRedirect(withOwnRefusal(visit.pending.id, name, refusal))
          context.log.info('login_own_step_taken', { userId: user.id, step: name, ...clientOf(visit) })
          return await goOn(name, due, visit, pages, context)
        },
      }),
    ],
  }
}

/** Goes on after an accepted form. A sign-in that was complete before the offer is not recorded a second time. */
async function goOn(
  name: string,
  { subject: { user, session }, required }: DueSubject,
  visit: Visit,
  pages: Pages,
  context: LoginContext,
): Promise<Answer> {
  const completed = await completeStep(visit, name, context)
  if (!required) return redirectToDispatcher(completed)
  const kept = await keepSession(session, user, visit.userAgent.digest, context)
  // The session has ended since the page was shown: the dispatcher starts over.
  return kept === undefined ? redirectToDispatcher(completed) : await continueSignIn(user, kept, completed, pages, context)
}

function invalidOption(name: string, problem: string): TypeError {
  return Object.assign(new TypeError(`defineOwnStep: '${name}' ${problem}.`), { code: 'invalid_own_step' })
}
