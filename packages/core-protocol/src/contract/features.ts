// The flags of the instance as the parts of one process see them. No part asks whether a flag is on: a part whose flag is off is
// not there to ask.
import type { FeatureName } from '../ports/feature.ts'

export interface ProviderFeatures {
  /** The flags that composed parts hang on; setting another has no effect. */
  readonly carried: readonly FeatureName[]
  /** Reads the flags anew: what was changed through this process acts on it at once. */
  refresh(): Promise<void>
}
