// What tokens give to applications of other organizations. Roles and the audience of a project are for the organization that owns the project and
// for those that it has granted the project to, for the users of the two, metadata of a user for the organization of the user, and everything for organizations that the
// instance trusts. Decided from the state of now, at each issue and at each use. https://www.rfc-editor.org/rfc/rfc9700#section-2.3
import { allKnown, whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { Client } from '../ports/client.ts'
import type { Stores } from '../ports/stores.ts'
import type { User } from '../ports/user.ts'
import { apiAudience, isUrn, readReservedScope } from '../scope/reserved-scope.ts'

/** The client that receives something. */
export type Receiver = Pick<Client, 'clientId' | 'kind' | 'managementAccess' | 'orgId' | 'projectId'>

/** The user that it is about. */
type Owner = Pick<User, 'id' | 'orgId'>

interface Granted {
  readonly scope: readonly string[]
  readonly audience: readonly string[]
}

interface ClientsContext {
  readonly stores: Pick<Stores, 'clients'>
}

interface BoundaryContext {
  readonly vendor: string
  readonly stores: Pick<Stores, 'clients' | 'userGrants'>
}

/**
 * @param user is read only where something depends on the user
 * @returns the grant without what the client may not have: the audience of our API, projects of other organizations, and metadata of
 *   their users, in scope and audience; the same object if that is nothing
 */
export function withinBoundary<G extends Granted>(
  granted: G,
  client: Receiver,
  user: () => Awaitable<Owner>,
  context: BoundaryContext,
): Awaitable<G> {
  const own = withoutForbiddenApi(granted, client, context.vendor)
  const foreign = foreignAudience(own.audience, client, context.vendor)
  const asksForMetadata = own.scope.some((each) => readReservedScope(each, context.vendor)?.kind === 'metadata')
  // Most tokens are for the project of their client alone.
  if (client.orgId === '' || (foreign.length === 0 && !asksForMetadata)) return own
  return whenKnown(isTrusted(client, context), (trusted) => {
    if (trusted) return own
    const shared = foreign.length === 0 ? foreign : whenKnown(user(), (known) => sharedAudience(foreign, client, known, context))
    const related = asksForMetadata ? whenKnown(user(), (known) => isOfRelated(client, known, context)) : true
    return whenKnown(allKnown([shared, related]), ([kept, mayRead]) => {
      const refused = foreign.filter((each) => !kept.includes(each))
      return refused.length === 0 && mayRead ? own : without(own, new Set(refused), mayRead, context.vendor)
    })
  })
}

/**
 * Whether the client may have metadata of the user, and may be answered without a page: it is of the organization of the user, of one to which
 * that organization has granted a project, or of one that the instance trusts. Clients that are parts of the provider are the host's own.
 */
export function isRelated(client: Pick<Client, 'orgId'>, user: Owner, context: ClientsContext): Awaitable<boolean> {
  if (client.orgId === '' || client.orgId === user.orgId) return true
  return whenKnown(isTrusted(client, context), (trusted) => trusted || isOfRelated(client, user, context))
}

/** Whether a browser in which the user is signed in answers requests of the client without a page. Otherwise the user sees one, once. */
export function mayAnswerSilently(client: Pick<Client, 'clientId' | 'orgId'>, user: Owner, context: ClientsContext): Awaitable<boolean> {
  return whenKnown(
    isRelated(client, user, context),
    (related) => related || context.stores.clients.hasShownSignIn(client.clientId, user.id),
  )
}

/**
 * Whether the pages of a sign-in to the client may show an organization: it is the client's, one of the two has granted a project to the other
 * one, or the instance trusts the client.
 */
export function mayShowOrganization(client: Pick<Client, 'orgId'>, orgId: string, context: ClientsContext): Awaitable<boolean> {
  return whenKnown(
    isRelated(client, { id: '', orgId }, context),
    (related) => related || context.stores.clients.hasGrantFrom(client.orgId, orgId),
  )
}

function isOfRelated({ orgId }: Pick<Client, 'orgId'>, user: Owner, { stores }: ClientsContext): Awaitable<boolean> {
  // Users of the host belong to no organization.
  return orgId === user.orgId || user.orgId === '' || stores.clients.hasGrantFrom(user.orgId, orgId)
}

function isTrusted({ orgId }: Pick<Client, 'orgId'>, { stores }: ClientsContext): Awaitable<boolean> {
  return whenKnown(stores.clients.findBoundary(), ({ isOpen, trustedOrgIds }) => isOpen || trustedOrgIds.includes(orgId))
}

/** What is neither the client, nor its project, nor our own API. */
function foreignAudience(audience: readonly string[], { clientId, projectId }: Receiver, vendor: string): readonly string[] {
  return audience.filter((each) => each !== clientId && each !== projectId && each !== apiAudience(vendor))
}

/**
 * Of these members those that the organization of the client may have for the user. A service user may also have projects in which it has a role.
 * Two organizations with a grant of the same project have not agreed on anything: the one gets no tokens for users of the other one.
 */
function sharedAudience(
  ids: readonly string[],
  client: Receiver,
  { orgId: userOrgId }: Owner,
  { stores }: BoundaryContext,
): Awaitable<readonly string[]> {
  const shares = userOrgId === '' ? stores.clients.listShared(ids, client.orgId) : stores.clients.listShared(ids, client.orgId, userOrgId)
  return whenKnown(shares, (shared) => {
    const others = ids.filter((each) => !shared.includes(each))
    if (client.kind !== 'service_user' || others.length === 0) return shared
    return whenKnown(stores.userGrants.listRoles(client.clientId, others), (roles) => [
      ...shared,
      ...new Set(roles.map(({ projectId }) => projectId)),
    ])
  })
}

function without<G extends Granted>(granted: G, refused: ReadonlySet<string>, mayReadMetadata: boolean, vendor: string): G {
  return {
    ...granted,
    scope: granted.scope.filter((each) => {
      const reserved = readReservedScope(each, vendor)
      if (reserved?.kind === 'metadata') return mayReadMetadata
      return reserved?.kind !== 'audience' || !refused.has(reserved.audience)
    }),
    audience: granted.audience.filter((each) => !refused.has(each)),
  }
}

/**
 * The audience of the provider's own API is granted to service users and to apps that are registered for it: any other app would control the
 * instance as soon as an owner signs in to it.
 */
function withoutForbiddenApi<G extends Granted>(granted: G, client: Pick<Client, 'managementAccess'>, vendor: string): G {
  // The audience and the scope that asks for it are URNs, which few tokens have.
  if (client.managementAccess || !(granted.audience.some(isUrn) || granted.scope.some(isUrn))) return granted
  const api = apiAudience(vendor)
  return granted.audience.includes(api) || granted.scope.includes(apiScope(vendor))
    ? without(granted, new Set([api]), true, vendor)
    : granted
}

function apiScope(vendor: string): string {
  return `urn:${vendor}:iam:org:project:id:${vendor}:aud`
}
