// The roles that other organizations offer to the caller.
import { listAt, pathOf } from './send.ts'
import type { Send } from './send.ts'

/** Roles that an organization offers to the caller, or that are suspended. */
export interface Invitation {
  readonly of: 'organization' | 'project' | 'project_grant'
  /** The id of the organization, the project or the project grant. */
  readonly id: string
  /** The organization that grants the roles. */
  readonly givenBy?: string
  readonly orgName: string
  readonly projectName?: string
  readonly roles: readonly string[]
  readonly pending: 'invited' | 'suspended'
}

/** Lists, accepts and declines invitations. A caller needs no role. */
export interface Invitations {
  list(): Promise<readonly Invitation[]>
  accept(invitation: Pick<Invitation, 'of' | 'id'>): Promise<void>
  decline(invitation: Pick<Invitation, 'of' | 'id'>): Promise<void>
}

/** @returns the operations on the invitations of the caller */
export function invitations(send: Send): Invitations {
  const path = '/me/invitations'
  const at = ({ of, id }: Pick<Invitation, 'of' | 'id'>): string => path + pathOf(of) + pathOf(id)
  return {
    list: async () => await listAt(send, path),
    accept: async (invitation) => void (await send({ method: 'POST', path: at(invitation) })),
    decline: async (invitation) => void (await send({ method: 'DELETE', path: at(invitation) })),
  }
}
