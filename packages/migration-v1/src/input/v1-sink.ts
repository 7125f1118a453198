// What a reader tells about a file, whether it reads bytes or a value that somebody has parsed: org by org, entry by entry.

import type { Path } from '@symbolon/json-stream'

export interface Found {
  readonly value: unknown
  /** In bytes of the input; 0 when it was parsed before. */
  readonly size: number
}

export interface V1Sink {
  beginOrg(place: Path): void
  /** A member of the org that is no list; `name` as it is spelled. */
  member(name: string, found: Found): void
  beginList(name: string): void
  /** An entry of the list that was begun last. */
  entry(index: number, found: Found): void
  endOrg(): void
  /** An empty place in the list of orgs. */
  emptyOrg(place: Path): void
  /** Beside the orgs: what is no part of the export. */
  outside(place: Path, value: unknown): void
}
