// The texts of the first pages: how much there is, what is to do, and how many signed in.

/** What is set up first. */
export type SetupStep = 'application' | 'colleague' | 'domain' | 'instanceOwner' | 'organization' | 'owner'

/** The texts of the first pages in one language. */
export interface FactsTexts {
  readonly users: string
  readonly machines: string
  readonly projects: string
  readonly applications: string
  readonly organizations: string
  readonly signIns: string
  readonly failures: string
  readonly signInChart: (days: string) => string
  /** What stands at a bar. */
  readonly signInsOfDay: (day: string, succeeded: string, failed: string) => string
  /** How much the highest bar stands for. */
  readonly highest: (count: string) => string
  readonly signInTable: string
  /** In which zone days are, and how they are bounded. */
  readonly signInsCaption: (limit: string) => string
  readonly day: string
  /** A count that reached its bound. */
  readonly atLeast: (count: string) => string
  readonly toDo: string
  readonly nothingToDo: string
  /** What is set up first, in this order: what is to do, and that it is done. */
  readonly steps: Readonly<Record<SetupStep, { readonly open: string; readonly done: string }>>
  readonly noRedirectUri: (app: string) => string
  readonly devMode: (app: string) => string
}
