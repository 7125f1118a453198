// Begins a registration: takes an email address and sends a code to it. For an address that is taken, the work is the same, and the mail says
// that there is an account already.
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#account-creation
import type { AnyEndpoint, User } from '@symbolon/core-protocol'
import { canonicalLoginName, readQuery, typedMailAddress, userNameProblem } from '@symbolon/core-protocol'
import { sendFlowCode } from '../mail/code-flow.ts'
import type { CodeFlow } from '../mail/code-flow.ts'
import { answerCodeRequest } from '../mailed-code/code-step.ts'
import { mailLocale, writeMessage } from '../mail/login-mail.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { admitAccount } from '../mail/mail-limits.ts'
import type { OutgoingMail } from '../mail/outbox.ts'
import { clientOf } from '../steps/continue-sign-in.ts'
import { defineStep, redirectToDispatcher, refuseForm } from '../steps/step.ts'
import type { RegistrationPage } from '../ui/mailed-code.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { otherUserPath, readFormError, registrationPath, withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { openPage } from '../visit/visit.ts'
import type { Visit } from '../visit/visit.ts'
import { registrationClosed, registrationCodePath, registrationFlow, registrationStores } from './flow.ts'
import type { RegistrationContext, RegistrationState } from './flow.ts'
import { withLinksOf } from './links.ts'
import { findOrganization, isRegistrationOpen } from './organization.ts'
import type { Admission } from './organization.ts'

/** The page that asks for the address, and its form. The page of the code posts here for another code. */
export function startStep(pages: Pages, mail: LoginMail, admission: Admission): AnyEndpoint {
  return defineStep(pages, {
    name: 'login_registration',
    path: registrationPath,
    methods: ['GET', 'POST'],
    stores: registrationStores,
    async handle(request, context) {
      if (request.method !== 'POST') {
        const visit = await openPage(request, context)
        if (!(await isRegistrationOpen(visit, admission, context))) return redirectToDispatcher(visit)
        const organization = await findOrganization(visit, undefined, admission, context)
        const page = { ...registrationPage(visit), ...readFormError('registration', readQuery(request).parameters, visit.now) }
        return pages.form(page, await withLinksOf(organization, visit, context))
      }
      const { visit, fields } = await openForm(request, context)
      if (!(await isRegistrationOpen(visit, admission, context))) throw registrationClosed(visit)
      const email = typedMailAddress(fields['email'] ?? '')
      // The address may become the user name.
      if (email === undefined || userNameProblem(email) !== undefined)
        return refuseForm(visit, { error: 'invalid_email' }, registrationPath)
      if ((await findOrganization(visit, email, admission, context)) === undefined) throw registrationClosed(visit)
      // The same address in the same sign-in is the same flow: the earlier mail stays valid until another mail replaces it.
      const id = context.sealing.derive('registration flow', `${visit.pending.id} ${canonicalLoginName(email)}`)
      const codeRequest = { kind: registrationFlow, id, startPath: registrationPath, codePath: registrationCodePath, fields }
      return await answerCodeRequest(codeRequest, visit, context, async (seen) => await sendCode(email, id, seen, visit, mail, context))
    },
  })
}

function registrationPage(visit: Visit): RegistrationPage {
  const { loginName, request } = visit.pending
  const email = typedMailAddress(loginName ?? request.loginHint ?? '')
  return {
    ...formOf(visit),
    kind: 'registration',
    action: registrationPath,
    ...(email === undefined ? {} : { email }),
    // With `prompt=create` the dispatcher leads back here.
    backToSignIn: { path: withRequest(otherUserPath, visit.pending.id) },
  }
}

async function sendCode(
  email: string,
  id: string,
  seen: CodeFlow<RegistrationState> | undefined,
  visit: Visit,
  mail: LoginMail,
  context: RegistrationContext,
): Promise<void> {
  const matches = await context.stores.users.findByLoginName(canonicalLoginName(email), visit.pending.request.organization)
  // The names of an account are for its owner. A reader of the mailbox of an unproven address learns that there is an account, and nothing
  // else.
  const owner = matches.map(({ user }) => user).find((user) => hasProven(user, email))
  const isFree = matches.length === 0
  const admitted = await admitAccount(owner, email, visit.request, context)
  const addressee = { user: owner, address: admitted ? email : undefined, locale: mailLocale(visit, mail) }
  const applicationName = visit.client.name
  const write = async (code: string): Promise<OutgoingMail> =>
    isFree
      ? await writeMessage('registration', addressee, { code, applicationName }, mail, context)
      : await writeMessage('registration_existing', addressee, { applicationName }, mail, context)
  await sendFlowCode(
    registrationFlow,
    id,
    { email, requestId: visit.pending.id },
    { live: admitted && isFree, earlierStays: !admitted, write },
    seen,
    context,
  )
  context.log.info('registration_started', clientOf(visit))
}

function hasProven({ email }: User, address: string): boolean {
  return email?.verified === true && canonicalLoginName(email.address) === canonicalLoginName(address)
}
