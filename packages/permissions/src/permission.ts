// The permissions, and the operations that they allow. A permission always holds at a place (`place.ts`).

/** The subject of a permission. */
export type Area =
  /** Default policies, features, signing keys and the other settings of the instance. */
  | 'instance'
  | 'instance.member'
  /** The audit trail. */
  | 'events'
  /** Organizations and their domains. */
  | 'org'
  | 'org.member'
  /** Policies, branding, texts and identity providers of an organization. */
  | 'policy'
  | 'user'
  /** The factors of other people. */
  | 'user.credential'
  /** The passkeys of other people. */
  | 'user.passkey'
  /** Roles of projects that are granted to users. */
  | 'user.grant'
  /** The user of the caller. */
  | 'user.self'
  | 'project'
  | 'project.role'
  /** Applications and their keys. */
  | 'project.app'
  | 'project.member'
  | 'project.grant'
  | 'project.grant.member'
  | 'session'

/** `search` finds objects by their exact names alone, `link` joins a session with a request of an application. */
export type Operation = 'create' | 'delete' | 'link' | 'read' | 'search' | 'verify' | 'write'

/** E.g. `user.write`. */
export type Permission = `${Area}.${Operation}`

/** The letters of the table of roles. */
const operationLetters: ReadonlyMap<string, Operation> = new Map([
  ['c', 'create'],
  ['d', 'delete'],
  ['l', 'link'],
  ['r', 'read'],
  ['s', 'search'],
  ['v', 'verify'],
  ['w', 'write'],
])

/** Operations as letters, for each area. The permission to read an area includes searching it. */
export type Letters = Readonly<Partial<Record<Area, string>>>

/**
 * @returns the permissions that the letters denote
 * @throws TypeError for an unknown letter
 */
export function permissionsOf(letters: Letters): readonly Permission[] {
  return Object.entries(letters).flatMap(([area, operations]) =>
    [...new Set(operations.replace('r', 'rs'))].map((letter): Permission => {
      const operation = operationLetters.get(letter)
      if (operation === undefined) throw new TypeError(`${letter} stands for no operation`)
      return `${area as Area}.${operation}`
    }),
  )
}
