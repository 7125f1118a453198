// The policies that hold, with where they come from.
import { listAt } from './send.ts'
import type { Send } from './send.ts'

/** A policy as it is at its source. */
export interface SourcedPolicy {
  readonly from: 'organization' | 'instance' | 'built_in'
  /** As an entry of the policy's name. */
  readonly entry: object
}

/** The policy that holds. */
export interface EffectivePolicy<Name extends string = string> extends SourcedPolicy {
  readonly policy: Name
  /** The value without it; absent for the built-in policy. */
  readonly inherited?: SourcedPolicy
}

/** @returns a function that reads the effective policies of an organization or the instance */
export function effectivePolicies(send: Send, path: string): () => Promise<readonly EffectivePolicy[]> {
  return async () => await listAt(send, path)
}
