// Which texts the pages about projects and their roles have.

/** The texts of the pages about projects. */
export interface ProjectTexts {
  readonly heading: string
  readonly empty: string
  readonly add: string
  readonly create: string
  readonly name: string
  readonly id: string
  readonly state: string
  readonly active: string
  readonly inactive: string
  readonly settings: string
  readonly save: string
  readonly roleAssertion: string
  readonly roleAssertionHelp: string
  readonly roleCheck: string
  readonly roleCheckHelp: string
  readonly projectCheck: string
  readonly projectCheckHelp: string
  readonly labeling: string
  readonly labelingDefault: string
  readonly labelingOwner: string
  readonly labelingUser: string
  readonly applications: string
  readonly remove: string
  readonly removal: string
  readonly role: {
    readonly heading: string
    readonly empty: string
    readonly add: string
    readonly key: string
    readonly keyHelp: string
    readonly taken: string
    readonly displayName: string
    readonly group: string
    readonly groupHelp: string
    readonly create: string
    readonly remove: string
    readonly removal: string
  }
}
