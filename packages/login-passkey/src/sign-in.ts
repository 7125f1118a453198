// The sign-in with a passkey alone. The user is not known yet, and the options name no passkey, so the page is the same for every visitor.
import { canonicalLoginName, domainOfName, firstFactor, isSoleFactor, mayAnswer } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, LoginPolicy, Passkey, RequestContext, User } from '@symbolon/core-protocol'
import {
  clientOf,
  continueSignIn,
  defineFormStep,
  establishSession,
  loginPath,
  nextStepOf,
  openForm,
  otherUserPath,
  refuseForm,
  remoteAddressOf,
} from '@symbolon/login'
import type { FormRefusal, LoginStore, Pages, SignInWays, Visit } from '@symbolon/login'
import { acceptAssertion, passkeyStores } from './accept-assertion.ts'
import type { PasskeyContext } from './accept-assertion.ts'
import { relyingParty } from './options.ts'
import type { PasskeyOptions } from './options.ts'
import { bindingOf, refuseCeremony } from './visit-binding.ts'
import { requestOptions } from './webauthn/ceremonies.ts'
import { createChallenge } from './webauthn/challenge.ts'
import { CeremonyRefused } from './webauthn/refusal.ts'

/** The form of a sign-in with a passkey. */
const passkeySignInPath: string = `${loginPath}/passkey`

/**
 * The form of a sign-in with a passkey, next to the field of a page. The policy is that of the organization that the request demands, else of
 * the organization that holds the domain of the typed name, else of the instance: it does not depend on whether a user has that name.
 */
export async function passkeyWays(
  visit: Visit,
  loginName: string | undefined,
  options: PasskeyOptions,
  context: RequestContext<LoginStore>,
): Promise<SignInWays> {
  const rp = relyingParty(context.issuer, options)
  if (rp === undefined || !(await policyOfPage(visit, loginName, context)).allowPasskey) return {}
  const json = JSON.stringify(requestOptions('sign_in', createChallenge('sign_in', bindingOf(visit), context), rp, undefined))
  return {
    passkey: {
      action: passkeySignInPath,
      ceremony: 'get',
      options: json,
      ...(loginName === undefined ? { conditionalOptions: json } : {}),
    },
  }
}

async function policyOfPage(
  { pending: { request } }: Visit,
  loginName: string | undefined,
  { stores: { policies } }: RequestContext<LoginStore>,
): Promise<LoginPolicy> {
  const [orgId] = request.organization?.ids ?? []
  if (orgId !== undefined) return await policies.findLoginPolicy(orgId)
  const name = canonicalLoginName(loginName ?? '')
  return name.includes('@') ? await policies.findLoginPolicyOfDomain(domainOfName(name)) : await policies.findLoginPolicy(undefined)
}

/** The endpoint that takes the response. */
export function passkeySignIn(pages: Pages, options: PasskeyOptions): AnyEndpoint {
  return defineFormStep(pages, {
    name: 'login_passkey',
    path: passkeySignInPath,
    stores: passkeyStores,
    async handle(request, context) {
      const { visit, fields } = await openForm(request, context)
      return await takePasskey(fields['credential'] ?? '', visit, options, pages, context)
    },
  })
}

async function takePasskey(field: string, visit: Visit, options: PasskeyOptions, pages: Pages, context: PasskeyContext): Promise<Answer> {
  const { users, policies } = context.stores
  let owner: User | undefined
  try {
    const binding = bindingOf(visit)
    const admit = async (passkey: Passkey): Promise<void> => {
      owner = await users.find(passkey.userId)
      const isAdmitted = owner !== undefined && isSoleFactor(passkey) && (await policies.findLoginPolicy(owner.orgId)).allowPasskey
      if (!isAdmitted) throw new CeremonyRefused('not_sole_factor')
    }
    await acceptAssertion(field, { ceremony: 'sign_in', binding, options, admit, confirms: false }, context)
  } catch (error) {
    const path = pathOfPage(visit)
    return await refuseCeremony(error, { visit, error: 'passkey_refused', path, ...(owner === undefined ? {} : { user: owner }) }, context)
  }
  if (owner === undefined) throw new TypeError('A passkey without a user was accepted.')
  if (owner.state !== 'active' || !owner.orgActive) return await refuseUser('not_active', 'user_not_active', owner, visit, context)
  if (!mayAnswer(owner, visit.pending.request)) return await refuseUser('wrong_user', 'wrong_user', owner, visit, context)
  return await continueSignIn(owner, await establishSession(owner, 'user', visit, context), visit, pages, context)
}

/** The user has authenticated, so the page may state that they cannot sign in. */
async function refuseUser(
  reason: 'not_active' | 'wrong_user',
  error: FormRefusal['error'],
  user: User,
  visit: Visit,
  context: PasskeyContext,
): Promise<Answer> {
  context.log.info('login_failed', { reason, method: 'passkey', userId: user.id, clientId: visit.client.clientId })
  await context.audit({
    type: 'login_failed',
    ...clientOf(visit),
    subject: { kind: 'user', id: user.id },
    orgId: user.orgId,
    ...remoteAddressOf(context),
    details: { method: 'passkey', reason },
  })
  return refuseForm(visit, { error })
}

/** The page with the form: the dispatcher's, or that of another user. */
function pathOfPage(visit: Visit): string {
  const next = nextStepOf(visit)
  const isShown = next.kind === 'login_name' || (next.kind === 'authenticate' && next.step === firstFactor)
  return isShown ? loginPath : otherUserPath
}
