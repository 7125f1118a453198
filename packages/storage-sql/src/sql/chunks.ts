// Large statements are cut into chunks.

/** Rows of one statement: their values stay far below what a database can bind (32 766 for SQLite). */
export const chunkSize = 500

/** Rows of one statement that is kept: few enough that the driver keeps it prepared and that the event loop is not blocked. */
export const batchSize = 100

/** Cuts the values into arrays of at most `size`, in their order. */
export function chunks<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size))
}
