// The facts about sign-ins that a run knows and the storage does not: in a dry run everything that the document would change, otherwise the
// refused passwords. The memory of a dry run grows with the users of its document, as its other memory does.
import { isSoleFactor, nameOfResource } from '@symbolon/core-protocol'
import type { PersonLink, Resource } from '@symbolon/core-protocol'
import { wireUserState } from '@symbolon/schema-v2'
import type { UserState } from '@symbolon/schema-v2'
import type { PlannedResource } from '../plan/planned-resource.ts'

/** The changes of a document to one user. An unchanged member is absent. */
export interface PlannedPerson {
  readonly removed?: boolean
  readonly state?: UserState
  readonly password?: boolean
  /** Passkeys that the document stores or removes, in its order. `isSole`: whether one begins a sign-in afterwards. */
  readonly passkeys?: readonly { readonly credentialId: string; readonly isSole: boolean }[]
  /** Links that the document stores or removes, in its order. */
  readonly links?: readonly (PersonLink & { readonly isRemoved?: true })[]
}

/** An object that a dry run would have stored; null: it would have been removed. */
export type PlannedObject = Pick<Resource, 'kind' | 'key' | 'orgId' | 'content'> & { readonly hasSecret: boolean }

/** Something that a run learns, as data: what a transaction adds to its memory. */
export type SignInEvent =
  | { readonly refusedPassword: string }
  | { readonly person: string; readonly orgId: string; readonly change: PlannedPerson }
  | { readonly name: string; readonly object: PlannedObject | null }

/** The most people whose refused passwords are remembered. Beyond, the forecast counts them as people without credentials. */
const mostRefused = 100_000

const passwordMembers: ReadonlySet<string | undefined> = new Set(['user.password', 'user.hashedPassword'])

/** Learns from the rows of a run. */
export class PlannedSignIns {
  readonly #dryRun: boolean
  /** By organization and by user. */
  readonly #people = new Map<string, Map<string, PlannedPerson>>()
  /** Organizations, login policies and identity providers, by name (`nameOfResource`); null: removed. */
  readonly #objects = new Map<string, PlannedObject | null>()
  readonly #refused = new Set<string>()

  constructor(dryRun: boolean) {
    this.#dryRun = dryRun
  }

  /** @returns what the rows of a transaction add */
  eventsOf(rows: readonly PlannedResource[]): readonly SignInEvent[] {
    return rows.flatMap((row) => {
      const {
        prepared: { desired, ignored },
        action,
      } = row
      const isRefused = [...ignored, ...(desired.dropped ?? [])].some(({ member }) => passwordMembers.has(member))
      const refused = desired.kind === 'humanUser' && isRefused ? [{ refusedPassword: desired.key[0] ?? '' }] : []
      const isChange = this.#dryRun && (action === 'create' || action === 'update' || action === 'remove')
      return isChange ? [...refused, ...changesOf(row)] : refused
    })
  }

  learn(events: readonly SignInEvent[]): void {
    for (const event of events) {
      if ('refusedPassword' in event) {
        if (this.#refused.size < mostRefused) this.#refused.add(event.refusedPassword)
      } else if ('person' in event) this.#change(event.orgId, event.person, event.change)
      else this.#objects.set(event.name, event.object)
    }
  }

  /** The changes of the document to the users of an organization. */
  peopleOf(orgId: string): ReadonlyMap<string, PlannedPerson> {
    return this.#people.get(orgId) ?? new Map()
  }

  /** @returns undefined where the run does not change the object, null where it removes it */
  object(name: string): PlannedObject | null | undefined {
    return this.#objects.get(name)
  }

  isPasswordRefused(userId: string): boolean {
    return this.#refused.has(userId)
  }

  #change(orgId: string, userId: string, change: PlannedPerson): void {
    const people = this.#people.get(orgId) ?? new Map<string, PlannedPerson>()
    const before = people.get(userId) ?? {}
    const links = change.links === undefined ? {} : { links: [...(before.links ?? []), ...change.links] }
    const passkeys = change.passkeys === undefined ? {} : { passkeys: [...(before.passkeys ?? []), ...change.passkeys] }
    people.set(userId, { ...before, ...change, ...links, ...passkeys })
    this.#people.set(orgId, people)
  }
}

function changesOf({ prepared: { desired, content, secrets, changed }, action }: PlannedResource): readonly SignInEvent[] {
  const { kind, key, orgId = '' } = desired
  const [id = ''] = key
  const isRemoved = action === 'remove'
  const personal = (person: unknown, change: PlannedPerson): readonly SignInEvent[] =>
    typeof person === 'string' ? [{ person, orgId, change }] : []
  switch (kind) {
    case 'humanUser': {
      const hasPassword = changed.includes('user.password') || changed.includes('user.hashedPassword')
      return personal(
        id,
        isRemoved
          ? { removed: true }
          : {
              state: wireUserState(typeof content['state'] === 'string' ? content['state'] : undefined),
              ...(hasPassword ? { password: true } : {}),
            },
      )
    }
    case 'userLink': {
      const [, idpId = '', providedUserId = ''] = key
      const { issuer } = content
      const link = { idpId, providedUserId, ...(typeof issuer === 'string' ? { issuer } : {}) }
      return personal(id, { links: [isRemoved ? { ...link, isRemoved } : link] })
    }
    case 'passkey':
      return personal(content['userId'], { passkeys: [{ credentialId: id, isSole: !isRemoved && isSole(content) }] })
    case 'org':
    case 'oidcIdp':
    case 'jwtIdp':
    case 'instanceOidcIdp':
    case 'orgPolicy': {
      const object = { kind, key, content, orgId, hasSecret: secrets.sealedIdpSecret !== undefined }
      return [{ name: nameOfResource(desired), object: isRemoved ? null : object }]
    }
    default:
      return []
  }
}

function isSole({ discoverable, uvInitialized, createdBy }: Resource['content']): boolean {
  const maker = createdBy === 'conditional' ? 'conditional' : 'user'
  return isSoleFactor({ discoverable: discoverable === true, uvInitialized: uvInitialized === true, createdBy: maker })
}
