// The page for an account that no user is connected to: it creates a user, or leads to a sign-in that connects the account.
import type { Answer, AnyEndpoint } from '@symbolon/core-protocol'
import {
  beginInternalSignIn,
  defineStep,
  formOf,
  freshness,
  openForm,
  openPage,
  otherUserPath,
  readFormError,
  redirectToDispatcher,
  refuseForm,
  storablePersonName,
  withRequest,
} from '@symbolon/login'
import type { ExternalAccountPage, Visit } from '@symbolon/login'
import { readQuery } from '@symbolon/core-protocol'
import type { ExternalDecision } from '../decide/decide-external.ts'
import { withBelievedAddress } from '../identity/believed-address.ts'
import type { ExternalIdentity } from '../identity/external-identity.ts'
import { decide, refuse, signInAs } from './complete.ts'
import { createAccount, suggestedNames } from './create-account.ts'
import type { NewUserOrganization } from './new-user-organization.ts'
import { findStartable } from './start.ts'
import { accountPath, externalStores, linkPath, proofPath, refusedPage } from './surroundings.ts'
import type { ExternalContext, ProvenIdentity, Surroundings } from './surroundings.ts'
import { dropIdentity, findIdentity } from './waiting-identity.ts'

/** The page and its form, and the link to the proof of a user. */
export function accountEndpoints(surroundings: Surroundings): readonly AnyEndpoint[] {
  const { pages } = surroundings
  return [
    defineStep(pages, {
      name: 'login_external_account',
      path: accountPath,
      methods: ['GET', 'POST'],
      stores: externalStores,
      async handle(request, context) {
        if (request.method !== 'POST') {
          const visit = await openPage(request, context)
          const proven = await findProven(visit, surroundings, context)
          if (proven === undefined) return redirectToDispatcher(visit)
          const { decision, organization } = await decide(proven, undefined, surroundings, context)
          if (decision.kind !== 'ask' && decision.kind !== 'create') return redirectToDispatcher(visit)
          const page = accountPageOf(proven, decision, organization)
          return pages.form({ ...page, ...readFormError(page.kind, readQuery(request).parameters, visit.now) }, visit)
        }
        const { visit, fields } = await openForm(request, context)
        const proven = await findProven(visit, surroundings, context)
        if (proven === undefined) return redirectToDispatcher(visit)
        return await register(fields, proven, surroundings, context)
      },
    }),
    defineStep(pages, {
      name: 'login_external_proof',
      path: proofPath,
      methods: ['GET'],
      stores: externalStores,
      async handle(request, context) {
        const visit = await openPage(request, context)
        const proven = await findProven(visit, surroundings, context)
        if (proven === undefined) return redirectToDispatcher(visit)
        const { decision } = await decide(proven, undefined, surroundings, context)
        if (decision.kind !== 'ask' || !decision.connect) throw refusedPage('external_not_linked', visit)
        const { organization, subject, uiLocales } = visit.pending.request
        return await beginInternalSignIn(
          {
            returnTo: withRequest(linkPath, visit.pending.id),
            // Another person may be signed in to this browser.
            prompt: ['login'],
            maxAge: freshness,
            uiLocales,
            ...(organization === undefined ? {} : { organization }),
            ...(subject === undefined ? {} : { subject }),
          },
          request,
          context,
        )
      },
    }),
  ]

  async function register(
    fields: Readonly<Record<string, string>>,
    proven: ProvenIdentity,
    given: Surroundings,
    context: ExternalContext,
  ): Promise<Answer> {
    const { visit } = proven
    const { decision } = await decide(proven, undefined, given, context)
    const mayRegister = decision.kind === 'create' || (decision.kind === 'ask' && decision.register)
    if (!mayRegister) return decision.kind === 'refuse' ? await refuse(decision.reason, proven, context) : redirectToDispatcher(visit)
    const names = {
      userName: (fields['userName'] ?? '').trim(),
      firstName: storablePersonName(fields['firstName']),
      lastName: storablePersonName(fields['lastName']),
    }
    const outcome = await createAccount(proven, given, context, names)
    switch (outcome.kind) {
      case 'done':
        await dropIdentity(visit, context)
        return await signInAs(outcome.user, proven, given, context)
      case 'incomplete':
        return refuseForm(visit, { error: outcome.reason }, accountPath)
      case 'refused':
        if (outcome.reason === 'user_name_taken') return refuseForm(visit, { error: 'user_name_taken' }, accountPath)
        // Another user has proven the address meanwhile.
        if (outcome.reason === 'email_taken') throw refusedPage('registration_taken', visit, 409)
        if (outcome.reason === 'organization_full') throw refusedPage('registration_closed', visit)
        // The account was connected by a parallel request, or the organization was switched off.
        throw refusedPage(outcome.reason === 'identity_taken' ? 'external_not_linked' : 'external_not_allowed', visit)
    }
  }
}

/** The identity that waits, with its provider, if that is still allowed. */
export async function findProven(
  visit: Visit,
  surroundings: Surroundings,
  context: ExternalContext,
): Promise<(ProvenIdentity & { readonly at: number; readonly userId?: string }) | undefined> {
  const kept = await findIdentity(visit, context)
  if (kept === undefined) return undefined
  const provider = await findStartable(kept.identity.idpId, kept.userId, visit, surroundings, context)
  if (provider === undefined) throw refusedPage('external_not_allowed', visit)
  // The domain may have been taken from the organization while the identity waited.
  return { ...kept, identity: await withBelievedAddress(kept.identity, provider, context), provider, visit }
}

function accountPageOf(
  { identity, provider, visit }: ProvenIdentity,
  decision: ExternalDecision,
  organization: NewUserOrganization | undefined,
): ExternalAccountPage {
  const { externalName } = identity
  const register = decision.kind === 'create' || (decision.kind === 'ask' && decision.register)
  const connect = decision.kind === 'ask' && decision.connect
  return {
    ...formOf(visit),
    kind: 'external_account',
    action: accountPath,
    providerName: provider.name,
    ...(externalName === undefined ? {} : { externalName }),
    ...(register && organization !== undefined ? { registration: registrationOf(identity, organization) } : {}),
    ...(connect ? { connectPath: withRequest(proofPath, visit.pending.id) } : {}),
    otherUserPath: withRequest(otherUserPath, visit.pending.id),
  }
}

function registrationOf(identity: ExternalIdentity, { names }: NewUserOrganization): NonNullable<ExternalAccountPage['registration']> {
  const { userName, firstName, lastName } = suggestedNames(identity, names)
  return { userName, firstName, lastName, ...(names.email === undefined ? {} : { email: names.email }) }
}
