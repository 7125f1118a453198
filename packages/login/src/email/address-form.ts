// The form of an email address, and the page and form of the code that is mailed to it. An address of another account gets the same
// pages, and the mail to it says so, because no page may reveal who has an account.
import type { Answer, AnyEndpoint, DueStep, RequestContext, User } from '@symbolon/core-protocol'
import { canonicalLoginName, readableAddress, typedMailAddress } from '@symbolon/core-protocol'
import { codeFlowStores, sendFlowCode } from '../mail/code-flow.ts'
import type { CodeFlow, CodeFlowContext, FlowKind } from '../mail/code-flow.ts'
import { mailLocale, notifyUser, writeMessage } from '../mail/login-mail.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { admitAccount, admitMail } from '../mail/mail-limits.ts'
import type { OutgoingMail } from '../mail/outbox.ts'
import { answerCodeRequest, codeStep } from '../mailed-code/code-step.ts'
import { takenBackOf } from '../factors/taken-back.ts'
import { completeStep } from '../steps/complete-step.ts'
import { clientOf, continueSignIn, remoteAddressOf } from '../steps/continue-sign-in.ts'
import { begunSubject, dueSubject } from '../steps/due-subject.ts'
import { keepSession } from '../steps/session.ts'
import { defineFormStep, redirectToDispatcher, refuseForm } from '../steps/step.ts'
import { loginPath } from '../ui/ui.ts'
import type { KnownSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import { withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import { emailFlowId } from './flow.ts'
import type { EmailState } from './flow.ts'

/** The stores of the steps about an email address. */
export const emailStores: readonly ((typeof codeFlowStores)[number] | 'userAccounts')[] = [...codeFlowStores, 'userAccounts']

type EmailContext = CodeFlowContext & RequestContext<LoginStore | (typeof emailStores)[number]>

/** A step about an email address. */
export interface EmailStep {
  readonly step: DueStep
  /** The path of the form. That of the code starts with it. */
  readonly path: string
  readonly kind: FlowKind<EmailState>
  readonly mail: LoginMail
  /** Whether the user may prove an address other than that of the account. */
  readonly mayChange: (subject: KnownSubject, now: number) => boolean
}

/** The form of the address, and the page and form of the code. */
export function emailEndpoints(pages: Pages, step: EmailStep): readonly AnyEndpoint[] {
  const { path, kind } = step
  const name = `login_${step.step}`
  return [
    defineFormStep(pages, {
      name,
      path,
      stores: emailStores,
      async handle(request, context) {
        const { visit, fields } = await openForm(request, context)
        const due = dueSubject(visit, step.step)
        return due === undefined ? redirectToDispatcher(visit) : await takeAddress(fields, due.subject, visit, step, context)
      },
    }),
    codeStep(pages, {
      name: `${name}_code`,
      path: codePathOf(step),
      kind,
      next: {
        stores: emailStores,
        complete: async (flow, visit, context) => await storeAddress(flow, visit, pages, step, context),
      },
      shown: ({ address }, { pending }) => ({
        sentTo: readableAddress(address),
        resend: { action: path, fields: { email: address, resend: 'on' } },
        back: { path: withRequest(loginPath, pending.id) },
      }),
    }),
  ]
}

function codePathOf({ path }: EmailStep): string {
  return `${path}/code`
}

async function takeAddress(
  fields: Readonly<Record<string, string>>,
  subject: KnownSubject,
  visit: Visit,
  step: EmailStep,
  context: EmailContext,
): Promise<Answer> {
  const { user } = subject
  const typed = typedMailAddress(fields['email'] ?? '')
  if (typed === undefined) return refuseForm(visit, { error: 'invalid_email' })
  const isOwn = user.email !== undefined && isSame(user.email.address, typed)
  if (isOwn && user.email.verified) return refuseForm(visit, { error: 'email_unchanged' })
  // The page shows no field for another address.
  if (!isOwn && !step.mayChange(subject, context.now())) return redirectToDispatcher(visit)
  const address = isOwn ? user.email.address : typed
  const id = emailFlowId(step.kind, user, context)
  const codeRequest = {
    kind: step.kind,
    id,
    startPath: loginPath,
    codePath: codePathOf(step),
    fields,
    isSame: isFlowOf(address, visit),
    admit: async () => await admitMail(user, user.loginName, visit.request, context),
  }
  return await answerCodeRequest(codeRequest, visit, context, async (seen) => {
    await sendCode(address, user, seen, visit, step, context)
  })
}

/** Whether a flow is about the address, and was asked for in this sign-in. */
function isFlowOf(address: string, { pending }: Visit): (state: EmailState) => boolean {
  return (state) => state.address === address && state.requestId === pending.id
}

async function sendCode(
  address: string,
  user: User,
  seen: CodeFlow<EmailState> | undefined,
  visit: Visit,
  { step, kind, mail }: EmailStep,
  context: EmailContext,
): Promise<void> {
  const id = emailFlowId(kind, user, context)
  const isOwn = user.email?.address === address
  const matches = await context.stores.users.findByLoginName(canonicalLoginName(address), visit.pending.request.organization)
  // The user's address is accepted where another user has proven it; a new one also where another user has it unproven, or as a user name.
  const isFree = matches.every((match) => match.user.id === user.id || (isOwn && !hasProven(match.user, address)))
  const locale = mailLocale(visit, mail)
  // Mails to an address that is not the user's count like mails that any visitor may request. That limit is not shown: it would reveal
  // whether the address has an account.
  const owner = matches.map((match) => match.user).find((other) => hasProven(other, address))
  const admitted = isOwn || (await admitAccount(owner, address, visit.request, context))
  const to = admitted ? address : undefined
  // The placeholders name the address that the code proves, and not the old one.
  const addressee = { user: { ...user, email: { address, verified: false } }, address: to, locale }
  const write = async (code: string): Promise<OutgoingMail> =>
    isFree
      ? await writeMessage('email_verification', addressee, { code, applicationName: visit.client.name }, mail, context)
      : await writeMessage('email_in_use', { user: undefined, address: to, locale }, {}, mail, context)
  // The request with the last code failed before it stored the address.
  if (seen?.proven === true) await context.stores.mailedCodes.remove(id)
  const state: EmailState = {
    userId: user.id,
    address,
    ...(user.email === undefined ? {} : { seen: user.email }),
    requestId: visit.pending.id,
  }
  const earlierStays = !admitted && seen !== undefined && isFlowOf(address, visit)(seen.state)
  await sendFlowCode(kind, id, state, { live: admitted && isFree, earlierStays, write }, seen?.proven === true ? undefined : seen, context)
  context.log.info('email_code_sent', { userId: user.id, step, ...clientOf(visit) })
}

/**
 * Stores the proven address, unless the address of the account was changed, everything of the user was revoked, or another account has got the
 * new address since.
 */
async function storeAddress(
  { id, state: { userId, address, seen } }: CodeFlow<EmailState>,
  visit: Visit,
  pages: Pages,
  { step, mail }: EmailStep,
  context: EmailContext,
): Promise<Answer> {
  const { stores, now } = context
  await stores.mailedCodes.remove(id)
  // A mail may arrive after the proof expired. The form that requested the code was accepted with a proof.
  const due = begunSubject(visit, step)
  if (due === undefined || due.subject.user.id !== userId) return redirectToDispatcher(visit)
  const { user, session } = due.subject
  const isChange = seen?.address !== address
  const change = {
    email: { address, verified: true },
    unique: [isChange ? 'email' : 'provenEmail'],
    uniqueInOrganization: visit.pending.request.organization !== undefined,
  } as const
  const at = now()
  const outcome = await stores.userAccounts.change(
    userId,
    { email: seen, createdAt: user.createdAt, timesEnded: user.timesEnded },
    change,
    at,
  )
  if (outcome.kind === 'refused') return refuseForm(visit, { error: outcome.reason === 'email_taken' ? 'email_taken' : 'setup_expired' })
  const event = isChange ? 'email_changed' : 'email_verified'
  context.log.info(event, { userId, ...clientOf(visit) })
  await context.audit({
    type: 'resource_changed',
    actorId: userId,
    ...clientOf(visit),
    subject: { kind: 'user', id: userId },
    orgId: user.orgId,
    ...remoteAddressOf(context),
    details: { members: 'email', event },
  })
  if (isChange) {
    // Notices of factors that are added from now on go to the new address alone.
    const takesBack = { address: true, connectedSince: at, ...(await takenBackOf(session, user, mail, context)) } as const
    await notifyUser('email_changed', user, mail, context, takesBack)
    await notifyUser('email_changed', outcome.user, mail, context)
  }
  const completed = await completeStep(visit, step, context)
  if (!due.required) return redirectToDispatcher(completed)
  const kept = await keepSession(session, outcome.user, visit.userAgent.digest, context)
  // The session has ended since the page was shown: the dispatcher starts over.
  return kept === undefined ? redirectToDispatcher(completed) : await continueSignIn(outcome.user, kept, completed, pages, context)
}

function hasProven({ email }: User, address: string): boolean {
  return email?.verified === true && isSame(email.address, address)
}

/** Whether two addresses are the same to the service, which compares them as login names. */
function isSame(one: string, other: string): boolean {
  return canonicalLoginName(one) === canonicalLoginName(other)
}
