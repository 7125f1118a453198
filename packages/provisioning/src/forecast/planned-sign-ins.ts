// What a run knows of sign-ins that the storage does not: in a dry run everything that the document would change, otherwise the passwords that
// were refused. The memory of a dry run grows with the users of its document, as its other memory does.
import { isSoleFactor, nameOfResource } from '@symbolon/core-protocol'
import type { PersonCredentials, Resource, UserState } from '@symbolon/core-protocol'
import type { PlannedResource } from '../plan/planned-resource.ts'

/** What a document changes of one person. A member that it does not change is absent. */
export interface PlannedPerson {
  readonly removed?: boolean
  readonly state?: UserState
  readonly password?: boolean
  readonly passkey?: boolean
  readonly links?: PersonCredentials['links']
}

/** An object that a dry run would have stored; null: it would have been removed. */
export type PlannedObject = Pick<Resource, 'kind' | 'key' | 'orgId' | 'content'> & { readonly hasSecret: boolean }

/** The most people whose refused passwords are remembered. Beyond, the forecast counts them as people without credentials. */
const mostRefused = 100_000

const passwordMembers: ReadonlySet<string | undefined> = new Set(['user.password', 'user.hashedPassword'])

const states: Readonly<Record<string, UserState>> = {
  USER_STATE_UNSPECIFIED: 'active',
  USER_STATE_ACTIVE: 'active',
  USER_STATE_INACTIVE: 'inactive',
  USER_STATE_LOCKED: 'locked',
  USER_STATE_INITIAL: 'initial',
  USER_STATE_SUSPEND: 'suspended',
}

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

  learn(rows: readonly PlannedResource[]): void {
    for (const row of rows) {
      const { prepared, action } = row
      const { desired, ignored } = prepared
      const isRefused = [...ignored, ...(desired.dropped ?? [])].some(({ member }) => passwordMembers.has(member))
      if (desired.kind === 'humanUser' && isRefused && this.#refused.size < mostRefused) this.#refused.add(desired.key[0] ?? '')
      if (this.#dryRun && (action === 'create' || action === 'update' || action === 'remove')) this.#learnChange(row)
    }
  }

  /** What the document changes of the people of an organization. */
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

  #learnChange({ prepared: { desired, content, secrets, changed }, action }: PlannedResource): void {
    const { kind, key, orgId } = desired
    const [id = ''] = key
    const isRemoved = action === 'remove'
    switch (kind) {
      case 'humanUser': {
        const hasPassword = changed.includes('user.password') || changed.includes('user.hashedPassword')
        const person: PlannedPerson = isRemoved
          ? { removed: true }
          : { state: stateOf(content), ...(hasPassword ? { password: true } : {}) }
        return this.#change(orgId, id, () => person)
      }
      case 'userLink': {
        const { idpId, issuer } = content
        if (isRemoved || typeof idpId !== 'string') return
        const link = { idpId, ...(typeof issuer === 'string' ? { issuer } : {}) }
        return this.#change(orgId, id, ({ links = [] }) => ({ links: [...links, link] }))
      }
      case 'passkey': {
        const { userId } = content
        if (isRemoved || typeof userId !== 'string' || !isSole(content)) return
        return this.#change(orgId, userId, () => ({ passkey: true }))
      }
      case 'org':
      case 'oidcIdp':
      case 'jwtIdp':
      case 'instanceOidcIdp':
      case 'orgPolicy': {
        const object = { kind, key, content, ...(orgId === undefined ? {} : { orgId }), hasSecret: secrets.sealedIdpSecret !== undefined }
        this.#objects.set(nameOfResource(desired), isRemoved ? null : object)
        return
      }
      default:
    }
  }

  #change(orgId: string = '', userId: string, changeOf: (before: PlannedPerson) => PlannedPerson): void {
    const people = this.#people.get(orgId) ?? new Map<string, PlannedPerson>()
    const before = people.get(userId) ?? {}
    people.set(userId, { ...before, ...changeOf(before) })
    this.#people.set(orgId, people)
  }
}

/** A state that is absent is active. */
function stateOf({ state }: Resource['content']): UserState {
  return typeof state === 'string' ? (states[state] ?? 'inactive') : 'active'
}

function isSole({ discoverable, uvInitialized, createdBy }: Resource['content']): boolean {
  const maker = createdBy === 'conditional' ? 'conditional' : 'user'
  return isSoleFactor({ discoverable: discoverable === true, uvInitialized: uvInitialized === true, createdBy: maker })
}
