// The least and the most that is accepted of a number, both included.

export interface Bounds {
  readonly least: number
  readonly most: number
}

export function isWithin(value: number, { least, most }: Bounds): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
