// Takes the password of a new user, creates the user, and signs the user in. Nothing was stored of the user before.
import { isSecretHashingBusy, redirect, refusedRedirect } from '@symbolon/core-protocol'
import type { AnyEndpoint, SecretHashing, User } from '@symbolon/core-protocol'
import type { LoginMail } from '../mail/login-mail.ts'
import { mailLocale } from '../mail/login-mail.ts'
import { readNewPassword, rulesOf } from '../password/new-password.ts'
import { continueSignIn } from '../steps/continue-sign-in.ts'
import { createUser } from '../steps/create-user.ts'
import { establishSession } from '../steps/session.ts'
import type { FirstPasswordPage } from '../ui/mailed-code.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { otherUserPath, withFlow, withFlowRefusal, withRequest } from '../visit/paths.ts'
import type { FormRefusal } from '../visit/paths.ts'
import { LoginError } from '../visit/visit.ts'
import type { Visit } from '../visit/visit.ts'
import { readNames, registrationClosed, registrationNamesPath, registrationPasswordPath } from './flow.ts'
import type { NewUserNames, ProvenRegistration, RegistrationContext } from './flow.ts'
import { defineProvenStep } from './proven-step.ts'

interface Options {
  readonly mail: LoginMail
  readonly hashing: SecretHashing
  /** The id of the default organization. */
  readonly organization: string | undefined
}

/** The page that asks for the password, and its form. */
export function newUserStep(pages: Pages, options: Options): AnyEndpoint {
  return defineProvenStep(pages, options.organization, {
    name: 'login_registration_password',
    path: registrationPasswordPath,
    async page(proven, visit, context) {
      const read = readNames(proven.flow.state, proven.organization)
      if (read.kind === 'refused') return redirect(withFlow(registrationNamesPath, visit.pending.id, proven.flow.id))
      return await passwordPage(proven, read.names, visit, context)
    },
    async post(proven, fields, visit, context) {
      const refusal = (path: string, because: FormRefusal): string => withFlowRefusal(path, visit.pending.id, proven.flow.id, because)
      const read = readNames(proven.flow.state, proven.organization)
      if (read.kind === 'refused') return refusedRedirect(refusal(registrationNamesPath, read))
      try {
        const outcome = await create(fields, proven, read.names, visit, options, context)
        if (outcome.kind === 'refused') return refusedRedirect(refusal(outcome.path, outcome))
        await context.stores.mailedCodes.remove(proven.flow.id)
        const { user } = outcome
        return await continueSignIn(user, await establishSession(user, 'pwd', visit, context), visit, pages, context)
      } catch (error) {
        if (!isSecretHashingBusy(error)) throw error
        const until = context.now() + error.retryAfterSeconds * 1000
        return redirect(refusal(registrationPasswordPath, { error: 'busy', until }))
      }
    },
  })
}

type Creation =
  | { readonly kind: 'created'; readonly user: User }
  /** The form at this path has to be corrected. */
  | ({ readonly kind: 'refused'; readonly path: string } & FormRefusal)

/** @throws LoginError `registration_taken` when somebody got the address meanwhile, `registration_closed` without the organization */
async function create(
  fields: Readonly<Record<string, string>>,
  { flow, organization: { orgId, domain } }: ProvenRegistration,
  { firstName, lastName, userName }: NewUserNames,
  visit: Visit,
  { mail, hashing }: Options,
  context: RegistrationContext,
): Promise<Creation> {
  const email = { address: flow.state.email, verified: true }
  const person = { userName, firstName, lastName, email, primaryDomain: domain }
  const read = readNewPassword(fields, person, await context.stores.policies.findPasswordPolicy(orgId), context)
  if (read.kind === 'refused') return { ...read, path: registrationPasswordPath }
  const outcome = await createUser(
    {
      orgId,
      userName,
      profile: { firstName, lastName, preferredLanguage: mailLocale(visit, mail) },
      email,
      passwordHash: await hashing.hash(read.password),
      unique: domain === undefined ? ['userName', 'loginName', 'email'] : ['loginName', 'email'],
    },
    { by: 'registration' },
    visit,
    context,
  )
  if (outcome.kind === 'done') return { kind: 'created', user: outcome.user }
  context.log.info('registration_refused', { reason: outcome.reason })
  if (outcome.reason === 'org_missing') throw registrationClosed(visit)
  if (outcome.reason === 'user_name_taken' && domain !== undefined)
    return { kind: 'refused', path: registrationNamesPath, error: 'user_name_taken' }
  throw new LoginError(409, { code: 'registration_taken', otherUserPath: withRequest(otherUserPath, visit.pending.id) }, visit)
}

async function passwordPage(
  { flow, organization: { orgId, domain } }: ProvenRegistration,
  { userName }: NewUserNames,
  visit: Visit,
  { stores: { policies } }: RegistrationContext,
): Promise<FirstPasswordPage> {
  return {
    ...formOf(visit),
    kind: 'first_password',
    purpose: 'registration',
    action: registrationPasswordPath,
    flow: flow.id,
    loginName: domain === undefined ? userName : `${userName}@${domain}`,
    rules: rulesOf(await policies.findPasswordPolicy(orgId)),
  }
}
