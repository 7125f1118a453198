// Bounds on what is held in memory at once, whatever the file says.

export interface InputLimits {
  /** The largest single value: one entry of a list, one text, one policy. In bytes of the input. */
  readonly maxValueBytes: number
  /** What may wait because another member has to be known first. In bytes of the input, for each org. */
  readonly maxHeldBytes: number
}

export const defaultLimits: InputLimits = {
  maxValueBytes: 64 * 1024 * 1024,
  maxHeldBytes: 16 * 1024 * 1024,
}
