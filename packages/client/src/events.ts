// The audit trail, of the instance or of one organization.
import { listAt } from './send.ts'
import type { Send } from './send.ts'

/** An event of the audit trail. */
export interface TrailEvent {
  /** The position in the trail. */
  readonly id: string
  /** RFC 3339 in UTC. */
  readonly at: string
  readonly type: string
  /** The user who acted. */
  readonly actorId?: string
  readonly clientId?: string
  readonly subject?: { readonly kind: string; readonly id: string }
  readonly orgId?: string
  readonly remoteAddress?: string
  readonly details?: Readonly<Record<string, string | number | boolean>>
  /** The names of what it mentions, for a query with `names`, as far as there are some. */
  readonly names?: { readonly actor?: string; readonly subject?: string; readonly client?: string; readonly org?: string }
}

/** Which events are read. */
export interface EventQuery {
  /** The number of events of a page, 1 to 200; 50 by default. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly before?: string
  readonly actorId?: string
  /** Together with `subjectId`. */
  readonly subjectKind?: string
  readonly subjectId?: string
  readonly type?: string
  /** Times such as 2026-01-31T08:00:00Z, or dates: from this one on, and before this one. */
  readonly from?: string
  readonly to?: string
  /** Returns names together with the ids. */
  readonly names?: boolean
}

/** A page of the audit trail, the newest event first. */
export interface EventPage {
  readonly items: readonly TrailEvent[]
  /** The `before` of the next page; absent at the end. */
  readonly next?: string
}

/** The sign-ins of one day. No day is counted beyond 500. */
export interface SignInDay {
  /** In UTC, e.g. `2026-01-31`. */
  readonly date: string
  readonly succeeded: number
  readonly failed: number
}

/** The audit trail. */
export interface Trail {
  list(query?: EventQuery): Promise<EventPage>
  /** Reads page after page. */
  pages(query?: EventQuery): AsyncGenerator<EventPage, void>
  /**
   * Counts the sign-ins of the last days, the present one included, the oldest day first.
   * @param days 1 to 90; 30 by default
   */
  signIns(days?: number): Promise<readonly SignInDay[]>
  /**
   * Waits for events without end. Leave the loop over it with `break`.
   * @param every milliseconds between two requests, 2000 by default
   * @returns the events since the last request, the oldest first
   */
  follow(query?: Omit<EventQuery, 'before' | 'from' | 'to'>, every?: number): AsyncGenerator<readonly TrailEvent[], void>
}

/** Milliseconds. Events of several processes and of long transactions are out of order by less than this. */
const overlap = 10_000

/**
 * @param base the path before `/events` and `/signIns`
 * @returns the audit trail there
 */
export function trail(send: Send, base: string): Trail {
  const path = `${base}/events`
  const list: Trail['list'] = async (query) => (await send({ method: 'GET', path, query: { ...query } })).body as EventPage
  async function* pages(query?: EventQuery): AsyncGenerator<EventPage, void> {
    for (let page = await list(query); ; page = await list({ ...query, before: page.next })) {
      yield page
      if (page.next === undefined) return
    }
  }
  return {
    list,
    pages,
    signIns: async (days) => await listAt(send, `${base}/signIns`, days === undefined ? {} : { days }),
    async *follow(query, every = 2000) {
      let [newest] = (await list({ ...query, limit: 1 })).items
      let seen: ReadonlySet<string> | undefined
      for (;;) {
        const from = newest === undefined ? {} : { from: new Date(Date.parse(newest.at) - overlap).toISOString() }
        const items: TrailEvent[] = []
        for await (const page of pages({ ...query, ...from })) items.push(...page.items)
        // The events of the first request are not new.
        if (seen !== undefined || newest === undefined) yield items.filter(({ id }) => seen?.has(id) !== true).toReversed()
        seen = new Set(items.map(({ id }) => id))
        newest = items[0] ?? newest
        await new Promise((resolve) => setTimeout(resolve, every))
      }
    },
  }
}
