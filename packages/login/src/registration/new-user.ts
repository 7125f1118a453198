// Takes the first credential of a new user, a password or a passkey, creates the user, and signs the user in. Nothing was stored about the user
// before.
import { isSecretHashingBusy, redirect, refusedRedirect } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, FactorMethod, NewUserAccount, SecretHashing } from '@symbolon/core-protocol'
import type { LoginMail } from '../mail/login-mail.ts'
import { mailLocale } from '../mail/login-mail.ts'
import { readNewPassword, rulesOf } from '../password/new-password.ts'
import { continueSignIn } from '../steps/continue-sign-in.ts'
import { createUser } from '../steps/create-user.ts'
import { establishSession } from '../steps/session.ts'
import type { FirstPasswordPage } from '../ui/mailed-code.ts'
import type { PasskeyForm, PasskeySetupPage } from '../ui/passkey.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { otherUserPath, withFlow, withFlowRefusal, withRequest } from '../visit/paths.ts'
import type { FormRefusal } from '../visit/paths.ts'
import { LoginError } from '../visit/visit.ts'
import type { Visit } from '../visit/visit.ts'
import type { FirstPasskey, PasskeyApplicant } from '../factors/first-passkey.ts'
import { readNames, registrationClosed, registrationNamesPath, registrationPasskeyPath, registrationPasswordPath } from './flow.ts'
import type { NewUserNames, ProvenRegistration } from './flow.ts'
import { firstCredentials } from './organization.ts'
import type { Admission } from './organization.ts'
import { defineProvenStep } from './proven-step.ts'
import type { ProvenContext } from './proven-step.ts'

/** The options of {@link newUserSteps}. */
export interface NewUserOptions {
  readonly mail: LoginMail
  /** Absent where new users get no password. */
  readonly hashing: SecretHashing | undefined
  /** Absent where new users get no passkey. */
  readonly passkey: FirstPasskey | undefined
  readonly admission: Admission
}

/** A registration whose names are complete. */
interface Applicant extends ProvenRegistration {
  readonly names: NewUserNames
}

/** The first credential, or the reason for its absence. */
type Credential =
  | ({ readonly kind: 'credential'; readonly method: FactorMethod } & Pick<NewUserAccount, 'passwordHash' | 'passkey'>)
  | ({ readonly kind: 'refused' } & FormRefusal)

/** The page that asks for the password or a passkey, and the form of each. */
export function newUserSteps(pages: Pages, options: NewUserOptions): readonly AnyEndpoint[] {
  const { admission, hashing, passkey } = options
  return [
    defineProvenStep(pages, admission, {
      name: 'login_registration_password',
      path: registrationPasswordPath,
      async page(proven, visit, context) {
        const read = readNames(proven.flow.state, proven.organization)
        if (read.kind === 'refused') return redirect(withFlow(registrationNamesPath, visit.pending.id, proven.flow.id))
        return await credentialPage({ ...proven, names: read.names }, visit, options, context)
      },
      post: async (proven, fields, visit, context) =>
        await takeCredential(
          proven,
          visit,
          pages,
          options,
          context,
          async (applicant) => await readPassword(fields, applicant, visit, hashing, admission, context),
        ),
    }),
    ...(passkey === undefined
      ? []
      : [
          defineProvenStep(pages, admission, {
            name: 'login_registration_passkey',
            path: registrationPasskeyPath,
            page: async ({ flow }, visit) => redirect(withFlow(registrationPasswordPath, visit.pending.id, flow.id)),
            post: async (proven, fields, visit, context) =>
              await takeCredential(
                proven,
                visit,
                pages,
                options,
                context,
                async (applicant) => await readPasskey(fields, applicant, visit, passkey, admission, context),
              ),
          }),
        ]),
  ]
}

async function takeCredential(
  proven: ProvenRegistration,
  visit: Visit,
  pages: Pages,
  { mail }: NewUserOptions,
  context: ProvenContext,
  readCredential: (applicant: Applicant) => Promise<Credential>,
): Promise<Answer> {
  const pathOf = (path: string, because: FormRefusal): string => withFlowRefusal(path, visit.pending.id, proven.flow.id, because)
  const read = readNames(proven.flow.state, proven.organization)
  if (read.kind === 'refused') return refusedRedirect(pathOf(registrationNamesPath, read))
  const applicant = { ...proven, names: read.names }
  try {
    const credential = await readCredential(applicant)
    if (credential.kind === 'refused') return refusedRedirect(pathOf(registrationPasswordPath, credential))
    const { kind: _, method, ...secrets } = credential
    const outcome = await create(applicant, secrets, visit, mail, context)
    if (outcome.kind === 'refused') return refusedRedirect(pathOf(outcome.path, outcome))
    await context.stores.mailedCodes.remove(proven.flow.id)
    const { user } = outcome
    return await continueSignIn(user, await establishSession(user, method, visit, context), visit, pages, context)
  } catch (error) {
    if (!isSecretHashingBusy(error)) throw error
    return redirect(pathOf(registrationPasswordPath, { error: 'busy', until: context.now() + error.retryAfterSeconds * 1000 }))
  }
}

/** @throws LoginError `registration_closed` where new users get no password */
async function readPassword(
  fields: Readonly<Record<string, string>>,
  { flow, organization: { orgId, domain }, names }: Applicant,
  visit: Visit,
  hashing: SecretHashing | undefined,
  admission: Admission,
  context: ProvenContext,
): Promise<Credential> {
  const { policies } = context.stores
  if (hashing === undefined || !firstCredentials(await policies.findLoginPolicy(orgId), admission).password) throw registrationClosed(visit)
  const person = { ...names, email: { address: flow.state.email, verified: true }, primaryDomain: domain }
  const read = readNewPassword(fields, person, await policies.findPasswordPolicy(orgId), context)
  return read.kind === 'refused' ? read : { kind: 'credential', method: 'pwd', passwordHash: await hashing.hash(read.password) }
}

/** @throws LoginError `registration_closed` where new users get no passkey */
async function readPasskey(
  fields: Readonly<Record<string, string>>,
  applicant: Applicant,
  visit: Visit,
  passkey: FirstPasskey,
  admission: Admission,
  context: ProvenContext,
): Promise<Credential> {
  const policy = await context.stores.policies.findLoginPolicy(applicant.organization.orgId)
  if (!firstCredentials(policy, admission).passkey) throw registrationClosed(visit)
  const accepted = await passkey.accept(fields['credential'] ?? '', passkeyApplicant(applicant), visit, context)
  return accepted.kind === 'refused' ? accepted : { kind: 'credential', method: 'user', passkey: accepted.passkey }
}

type Creation =
  | Extract<Awaited<ReturnType<typeof createUser>>, { kind: 'done' }>
  /** The form at this path has to be corrected. */
  | ({ readonly kind: 'refused'; readonly path: string } & FormRefusal)

/** @throws LoginError `registration_taken` when another user got the address meanwhile, `registration_closed` without the organization */
async function create(
  { flow, organization: { orgId, domain }, names: { userName, firstName, lastName } }: Applicant,
  credential: Pick<NewUserAccount, 'passwordHash' | 'passkey'>,
  visit: Visit,
  mail: LoginMail,
  context: ProvenContext,
): Promise<Creation> {
  const outcome = await createUser(
    {
      orgId,
      userName,
      profile: { firstName, lastName, preferredLanguage: mailLocale(visit, mail) },
      email: { address: flow.state.email, verified: true },
      ...credential,
      unique: domain === undefined ? ['userName', 'loginName', 'email'] : ['loginName', 'email'],
    },
    { by: 'registration' },
    visit,
    context,
  )
  if (outcome.kind === 'done') return outcome
  context.log.info('registration_refused', { reason: outcome.reason })
  if (outcome.reason === 'org_missing' || outcome.reason === 'organization_full') throw registrationClosed(visit)
  if (outcome.reason === 'passkey_taken') return { kind: 'refused', path: registrationPasswordPath, error: 'passkey_exists' }
  if (outcome.reason === 'user_name_taken' && domain !== undefined)
    return { kind: 'refused', path: registrationNamesPath, error: 'user_name_taken' }
  throw new LoginError(409, { code: 'registration_taken', otherUserPath: withRequest(otherUserPath, visit.pending.id) }, visit)
}

/** @throws LoginError `registration_closed` where browsers have no passkeys for this server, and new users get no password */
async function credentialPage(
  applicant: Applicant,
  visit: Visit,
  { admission, passkey }: NewUserOptions,
  context: ProvenContext,
): Promise<FirstPasswordPage | PasskeySetupPage> {
  const { policies } = context.stores
  const { flow, organization } = applicant
  const credentials = firstCredentials(await policies.findLoginPolicy(organization.orgId), admission)
  const form: PasskeyForm | undefined = credentials.passkey
    ? passkey?.form(registrationPasskeyPath, passkeyApplicant(applicant), visit, context)
    : undefined
  const ownForm = form === undefined ? undefined : { ...form, fields: { flow: flow.id } }
  if (credentials.password) {
    return {
      ...formOf(visit),
      kind: 'first_password',
      purpose: 'registration',
      action: registrationPasswordPath,
      flow: flow.id,
      loginName: loginNameOf(applicant),
      rules: rulesOf(await policies.findPasswordPolicy(organization.orgId)),
      ...(ownForm === undefined ? {} : { passkey: ownForm }),
    }
  }
  if (ownForm === undefined) throw registrationClosed(visit)
  return { ...formOf(visit), kind: 'passkey_setup', action: registrationPasskeyPath, secondFactorOnly: false, passkey: ownForm }
}

function loginNameOf({ organization: { domain }, names: { userName } }: Applicant): string {
  return domain === undefined ? userName : `${userName}@${domain}`
}

function passkeyApplicant(applicant: Applicant): PasskeyApplicant {
  const { firstName, lastName } = applicant.names
  return { id: applicant.flow.id, loginName: loginNameOf(applicant), displayName: `${firstName} ${lastName}` }
}
