// A passkey or a security key as second factor. It comes after the first factor, so the options may name the user's passkeys.
import { secondFactor } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, LoginPolicy, Passkey } from '@symbolon/core-protocol'
import {
  clientOf,
  continueSignIn,
  defineFormStep,
  dueSubject,
  loginPath,
  openForm,
  redirectToDispatcher,
  remoteAddressOf,
  strengthenSession,
} from '@symbolon/login'
import type { KnownSubject, PageRequest, Pages, PasskeyPage, SecondFactorLink, Visit } from '@symbolon/login'
import { acceptAssertion, passkeyStores, requireRelyingParty } from './accept-assertion.ts'
import type { PasskeyContext } from './accept-assertion.ts'
import type { PasskeyOptions } from './options.ts'
import { bindingOf, refuseCeremony } from './visit-binding.ts'
import { requestOptions } from './webauthn/ceremonies.ts'
import type { Authentication } from './webauthn/ceremonies.ts'
import { createChallenge } from './webauthn/challenge.ts'

/** The form of a passkey as second factor. */
export const secondFactorPath: string = `${loginPath}/passkey-factor`

/** Where the policy does not accept a key that has not verified its user, the verification is required. */
function ceremonyOf({ forceMfa, forceMfaLocalOnly, secondFactors }: LoginPolicy): Authentication {
  return (forceMfa || forceMfaLocalOnly) && !secondFactors.includes('pop') ? 'verified_second_factor' : 'second_factor'
}

/** The page that asks for the second factor. */
export async function secondFactorPage(
  request: PageRequest & { readonly subject: KnownSubject; readonly otherFactors?: readonly SecondFactorLink[] },
  options: PasskeyOptions,
  context: PasskeyContext,
): Promise<PasskeyPage> {
  const { form, visit, subject, otherUserPath, otherFactors } = request
  const { user, loginName } = subject
  const passkeys = await context.stores.passkeys.list(user.id)
  const ceremony = ceremonyOf(await context.stores.policies.findLoginPolicy(user.orgId))
  const challenge = createChallenge(ceremony, bindingOf(visit, user.id), context)
  const asked = requestOptions(ceremony, challenge, requireRelyingParty(context.issuer, options), passkeys)
  return {
    ...form,
    kind: 'passkey',
    action: secondFactorPath,
    loginName,
    passkey: { action: secondFactorPath, ceremony: 'get', options: JSON.stringify(asked) },
    ...(otherUserPath === undefined ? {} : { otherUserPath }),
    ...(otherFactors === undefined ? {} : { otherFactors }),
  }
}

/** The endpoint that takes the answer. */
export function passkeySecondFactor(pages: Pages, options: PasskeyOptions): AnyEndpoint {
  return defineFormStep(pages, {
    name: 'login_passkey_factor',
    path: secondFactorPath,
    stores: passkeyStores,
    async handle(request, context) {
      const { visit, fields } = await openForm(request, context)
      const due = dueSubject(visit, secondFactor)
      // The second factor is not due: the first one is, or the form was posted twice.
      if (due === undefined) return redirectToDispatcher(visit)
      return await takeSecondFactor(fields['credential'] ?? '', due.subject, visit, options, pages, context)
    },
  })
}

async function takeSecondFactor(
  field: string,
  { user, session }: KnownSubject,
  visit: Visit,
  options: PasskeyOptions,
  pages: Pages,
  context: PasskeyContext,
): Promise<Answer> {
  const ceremony = ceremonyOf(await context.stores.policies.findLoginPolicy(user.orgId))
  // The verification of a key that was registered without one counts once it comes together with a first factor.
  const confirms = session.factors.some(({ method, at }) => method === 'pwd' && at >= visit.pending.createdAt)
  const admit = (_: Passkey): void => undefined
  let method: 'user' | 'pop'
  try {
    const binding = bindingOf(visit, user.id)
    const { userVerified } = await acceptAssertion(field, { ceremony, binding, options, admit, confirms }, context)
    method = userVerified ? 'user' : 'pop'
  } catch (error) {
    return await refuseCeremony(error, { visit, error: 'passkey_refused', event: 'second_factor_failed', user, factor: 'passkey' }, context)
  }
  const established = await strengthenSession(session, method, visit, context)
  // The session ended meanwhile: the dispatcher asks for the first factor again.
  if (established === undefined) return redirectToDispatcher(visit)
  context.log.info('second_factor_checked', { userId: user.id, sessionId: established.session.id, clientId: visit.client.clientId })
  await context.audit({
    type: 'second_factor_checked',
    actorId: user.id,
    ...clientOf(visit),
    orgId: user.orgId,
    ...remoteAddressOf(context),
    details: { method: 'passkey' },
  })
  return await continueSignIn(user, established, visit, pages, context)
}
