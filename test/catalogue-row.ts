// A row of the catalogue of attacks and faults: what shows it, or what it waits for.

interface Tested {
  readonly id: string
  /** `npm test`, or `npm run test:long` where a row needs time or many processes. */
  readonly tier: 'test' | 'long'
  readonly files: readonly string[]
  /** What of the row is not shown yet. */
  readonly open?: string
}

interface Waiting {
  readonly id: string
  readonly tier: 'later'
  readonly reason: string
}

export type CatalogueRow = Tested | Waiting
