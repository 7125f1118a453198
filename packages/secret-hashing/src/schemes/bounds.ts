// The range of a parameter that is accepted.

/** Both ends are included. */
export interface Bounds {
  readonly least: number
  readonly most: number
}

/** Whether the value is an integer within the bounds. */
export function isWithin(value: number, { least, most }: Bounds): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
