// The audit trail, of the instance or of one organization.
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
}

/** A page of the audit trail, the newest event first. */
export interface EventPage {
  readonly items: readonly TrailEvent[]
  /** The `before` of the next page; absent at the end. */
  readonly next?: string
}

/** The audit trail. */
export interface Trail {
  list(query?: EventQuery): Promise<EventPage>
  /** Reads page after page. */
  pages(query?: EventQuery): AsyncGenerator<EventPage, void>
}

/** @returns the audit trail at a path */
export function trail(send: Send, path: string): Trail {
  const list: Trail['list'] = async (query) => (await send({ method: 'GET', path, query: { ...query } })).body as EventPage
  return {
    list,
    async *pages(query) {
      for (let page = await list(query); ; page = await list({ ...query, before: page.next })) {
        yield page
        if (page.next === undefined) return
      }
    },
  }
}
