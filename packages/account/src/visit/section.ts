// What a part of the account page declares: a section of the overview, and its pages and forms. The parts do not know each other.
import type { AnyEndpoint, RequestContext, StoreName } from '@symbolon/core-protocol'
import type { OverviewSection } from '../ui/overview.ts'
import type { AccountEndpoints } from './endpoints.ts'
import type { Visitor, VisitorStore } from './visitor.ts'

/** A part of the account page. */
export interface AccountSection<S extends StoreName = never> {
  readonly name: string
  /** The stores that `section` uses in addition to those of every page. */
  readonly stores: readonly S[]
  /** Its section of the overview; undefined when it has nothing to show to this user. */
  readonly section: (visitor: Visitor, context: RequestContext<VisitorStore | NoInfer<S>>) => Promise<OverviewSection | undefined>
  /** Its pages and forms, below `/ui/account`. */
  readonly endpoints: (make: AccountEndpoints) => readonly AnyEndpoint[]
}

/** A part of the account page with any stores. */
export type AnyAccountSection = AccountSection<StoreName>

/** Declares a part of the account page: checks that `section` uses the stores that it names. */
export function defineAccountSection<const S extends StoreName = never>(section: AccountSection<S>): AnyAccountSection {
  return section
}
