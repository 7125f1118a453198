// Begins a recovery: takes the login name, and sends a code to the verified address of its user. For an unknown name, or a user who may not set
// a password, the work is the same, and the mail is dropped instead of sent.
// https://cheatsheetseries.owasp.org/cheatsheets/Forgot_Password_Cheat_Sheet.html#forgot-password-request
import type { Answer, AnyEndpoint, LoginPolicy, RequestContext, User } from '@symbolon/core-protocol'
import { canonicalLoginName, domainOfName, readQuery } from '@symbolon/core-protocol'
import { codeFlowStores, sendFlowCode } from '../mail/code-flow.ts'
import type { CodeFlowContext } from '../mail/code-flow.ts'
import { answerCodeRequest } from '../mailed-code/code-step.ts'
import { mailLocale, reachableAddress, writeMessage } from '../mail/login-mail.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import type { OutgoingMail } from '../mail/outbox.ts'
import { admitAccount } from '../mail/mail-limits.ts'
import { completeLoginName, findTyped, userByPolicy } from '../password/find-user.ts'
import { storableName } from '../steps/login-name.ts'
import { clientOf, remoteAddressOf } from '../steps/continue-sign-in.ts'
import { defineStep, refuseForm } from '../steps/step.ts'
import type { RecoveryPage } from '../ui/mailed-code.ts'
import { loginPath } from '../ui/ui.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { readFormError, recoveryPath, withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { LoginError, openPage } from '../visit/visit.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import { boundTo, recoveryFlow } from './flow.ts'
import type { PasswordFlow } from './flow.ts'
import { mailedLink, recoveryCodePath } from './paths.ts'

type RecoveryContext = RequestContext<LoginStore> & CodeFlowContext

/** The page that asks for the login name, and its form. The page of the code posts here for another code. */
export function startStep(pages: Pages, mail: LoginMail): AnyEndpoint {
  return defineStep(pages, {
    name: 'login_recovery',
    path: recoveryPath,
    methods: ['GET', 'POST'],
    stores: codeFlowStores,
    async handle(request, context) {
      if (request.method === 'POST') {
        const { visit, fields } = await openForm(request, context)
        return await start(fields, visit, mail, context)
      }
      const visit = await openPage(request, context)
      const { parameters } = readQuery(request)
      return pages.form({ ...recoveryPage(visit), ...readFormError('recovery', parameters, visit.now) }, visit)
    },
  })
}

function recoveryPage(visit: Visit): RecoveryPage {
  const { loginName } = visit.pending
  return {
    ...formOf(visit),
    kind: 'recovery',
    action: recoveryPath,
    ...(loginName === undefined ? {} : { loginName }),
    backToSignIn: { path: withRequest(loginPath, visit.pending.id) },
  }
}

/** The policy for a typed name, known or not: of the organization that holds its domain, else of the instance. */
export async function policyOfName(
  typed: string,
  { pending }: Visit,
  { stores: { policies } }: RequestContext<'policies'>,
): Promise<LoginPolicy> {
  const name = canonicalLoginName(completeLoginName(typed, pending.request.organization))
  return await policies.findLoginPolicyOfDomain(domainOfName(name))
}

async function start(fields: Readonly<Record<string, string>>, visit: Visit, mail: LoginMail, context: RecoveryContext): Promise<Answer> {
  const typed = storableName(fields['loginName'] ?? '')
  if (typed === '') return refuseForm(visit, { error: 'missing_login_name' }, recoveryPath)
  if ((await policyOfName(typed, visit, context)).hidePasswordReset) throw new LoginError(403, { code: 'recovery_unavailable' }, visit)

  const name = completeLoginName(typed, visit.pending.request.organization)
  // The same name in the same sign-in is the same flow: the earlier mail stays valid until another mail replaces it.
  const id = context.sealing.derive('recovery flow', `${visit.pending.id} ${canonicalLoginName(name)}`)
  const codeRequest = { kind: recoveryFlow, id, startPath: recoveryPath, codePath: recoveryCodePath, fields }
  return await answerCodeRequest(codeRequest, visit, context, async (seen) => await sendCode(name, id, seen, visit, mail, context))
}

async function sendCode(
  name: string,
  id: string,
  seen: PasswordFlow | undefined,
  visit: Visit,
  mail: LoginMail,
  context: RecoveryContext,
): Promise<void> {
  const { passwords, policies, users } = context.stores
  const match = await findTyped(name, visit.pending.request.organization, users)
  const policy = await policies.findLoginPolicy(match?.user.orgId)
  const user = policy.hidePasswordReset ? undefined : recoverable(userByPolicy(match, policy))
  // Looked up for unknown names as well, like everything else here.
  const hasPassword = (await passwords.find(user?.id ?? '')) !== undefined
  const admitted = await admitAccount(user, name, visit.request, context)
  const address = user === undefined || !admitted ? undefined : addressOf(user, context)
  const locale = mailLocale(visit, mail)
  const applicationName = visit.client.name
  const write = async (code: string): Promise<OutgoingMail> =>
    hasPassword || user === undefined
      ? await writeMessage(
          'recovery',
          { user, address, locale },
          { code, link: mailedLink(recoveryFlow, context.issuer, id, code), applicationName },
          mail,
          context,
        )
      : await writeMessage('recovery_without_password', { user, address, locale }, { applicationName }, mail, context)
  const state = {
    ...boundTo(address === undefined ? undefined : user, hasPassword),
    ...(address === undefined ? {} : { address: user?.email?.address }),
    loginName: name,
    requestId: visit.pending.id,
    applicationName,
  }
  await sendFlowCode(recoveryFlow, id, state, { live: address !== undefined && hasPassword, earlierStays: !admitted, write }, seen, context)
  const subject = user === undefined ? {} : { subject: { kind: 'user', id: user.id }, orgId: user.orgId }
  context.log.info('recovery_started', { clientId: visit.client.clientId })
  await context.audit({ type: 'recovery_started', ...clientOf(visit), ...subject, ...remoteAddressOf(context) })
}

/** Only a verified address may set a password. */
function addressOf(user: User, context: RecoveryContext): string | undefined {
  return user.email?.verified === true ? reachableAddress(user, context) : undefined
}

function recoverable(user: User | undefined): User | undefined {
  return user?.state === 'active' && user.orgActive ? user : undefined
}
