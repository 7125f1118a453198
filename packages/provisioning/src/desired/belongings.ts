// The objects of an organization, or of the instance, for its pages and for sign-ins from other systems: identity providers, texts, actions
// and triggers. The client secret of an identity provider is moved out of the content here.
import { textListMembers } from '@symbolon/schema-v2'
import type { InstanceSettings, OidcIdp } from '@symbolon/schema-v2'
import { identifierProblem } from '../validate/identifier.ts'
import { desiredResource, orgReference } from './desired-resource.ts'
import type { DesiredResource } from './desired-resource.ts'
import { entriesOf } from './document-piece.ts'
import type { DocumentPiece } from './document-piece.ts'

/** @returns the identity providers of a piece */
export function identityProvidersOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return [
    ...entriesOf(piece, 'oidcIdps').map(({ item, ...place }) =>
      oidcIdpOf({ kind: 'oidcIdp', orgId, references: [orgReference(orgId)], ...place }, item),
    ),
    ...entriesOf(piece, 'jwtIdps').map(({ item: { idpId, idp, state }, path, origin }) =>
      desiredResource(
        {
          kind: 'jwtIdp',
          key: [idpId],
          path,
          origin,
          orgId,
          content: { idpId, idp },
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId)],
        },
        identifierProblem([idpId]),
      ),
    ),
  ]
}

function oidcIdpOf(
  of: Pick<DesiredResource, 'path'> & Partial<DesiredResource> & { readonly kind: 'oidcIdp' | 'instanceOidcIdp' },
  { idpId, idp: { clientSecret, ...idp }, state }: OidcIdp,
): DesiredResource {
  return desiredResource(
    {
      ...of,
      key: [idpId],
      content: { idpId, idp },
      secrets: clientSecret === undefined ? {} : { idpSecret: clientSecret },
      removed: state === 'STATE_REMOVED',
      notices: [{ reason: 'redirect_uri_to_register', once: true }],
    },
    identifierProblem([idpId]),
  )
}

/** @returns the texts of pages and messages of a piece */
export function textsOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return textListMembers.flatMap((member) =>
    entriesOf(piece, member).map(({ item: { state, ...text }, path, origin }) =>
      desiredResource(
        {
          kind: 'orgText',
          key: [orgId, member, text.language],
          path,
          origin,
          orgId,
          content: text,
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId)],
        },
        identifierProblem([text.language]),
      ),
    ),
  )
}

/** @returns the identity providers and the texts of the instance */
export function instanceListsOf(instance: InstanceSettings): readonly DesiredResource[] {
  return [
    ...(instance.oidcIdps ?? []).map((item, index) => oidcIdpOf({ kind: 'instanceOidcIdp', path: `instance.oidcIdps[${index}]` }, item)),
    ...textListMembers.flatMap((member) =>
      (instance[member] ?? []).map(({ state, ...text }, index) =>
        desiredResource(
          {
            kind: 'instanceText',
            key: [member, text.language],
            path: `instance.${member}[${index}]`,
            content: text,
            removed: state === 'STATE_REMOVED',
          },
          identifierProblem([text.language]),
        ),
      ),
    ),
  ]
}

/** @returns the actions of a piece, and their triggers */
export function actionsOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return [
    ...entriesOf(piece, 'actions').map(({ item: { state, ...action }, path, origin }) =>
      desiredResource(
        {
          kind: 'action',
          key: [action.actionId],
          path,
          origin,
          orgId,
          content: action,
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId)],
        },
        identifierProblem([action.actionId]),
      ),
    ),
    // No script runs here. A trigger is therefore kept unchanged, also if it names an action of the instance or no action.
    ...entriesOf(piece, 'triggerActions').map(({ item: { state, ...trigger }, path, origin }) =>
      desiredResource(
        {
          kind: 'triggerActions',
          key: [orgId, trigger.flowType, trigger.triggerType],
          path,
          origin,
          orgId,
          content: trigger,
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId)],
        },
        identifierProblem([trigger.flowType, trigger.triggerType]),
      ),
    ),
  ]
}
