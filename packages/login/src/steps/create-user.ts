// Creates users without an administrator: by a registration, or with an account at an identity provider.
import type { AccountOutcome, NewUserAccount, RequestContext } from '@symbolon/core-protocol'
import type { Visit } from '../visit/visit.ts'
import { clientOf, remoteAddressOf } from './continue-sign-in.ts'

/**
 * Creates a user and records it.
 *
 * @param details what the event in the audit trail records about the origin of the user
 */
export async function createUser(
  account: Omit<NewUserAccount, 'state' | 'userId'>,
  details: Readonly<Record<string, string>>,
  visit: Visit,
  context: RequestContext<'userAccounts'>,
): Promise<AccountOutcome> {
  // A person may have an account in each of several organizations, where the request says which one it is for.
  const uniqueInOrganization = visit.pending.request.organization !== undefined
  const outcome = await context.stores.userAccounts.create(
    { ...account, uniqueInOrganization, userId: context.randomToken(), state: 'active' },
    context.now(),
  )
  if (outcome.kind === 'refused') return outcome
  const { id, orgId } = outcome.user
  context.log.info('user_created', { userId: id, orgId, ...details, ...clientOf(visit) })
  await context.audit({
    type: 'resource_created',
    actorId: id,
    ...clientOf(visit),
    subject: { kind: 'humanUser', id },
    orgId,
    ...remoteAddressOf(context),
    details,
  })
  return outcome
}

/** The longest name of the document format, in UTF-16 code units. */
const longestName = 200

/** A typed first or last name, without what some databases cannot store, in the length of the document format. */
export function storablePersonName(typed = ''): string {
  return typed
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, longestName)
}
