// Facts about the instance as a whole, by name, and its feature flags. A part that depends on a flag is composed only while the flag is on.

/** Stores facts about the instance, by name. */
export interface InstanceStore {
  get(name: string): Promise<string | undefined>
  /** Stores the value unless there is one. @returns the stored value */
  setIfAbsent(name: string, value: string): Promise<string>
  /** Stores the value if the stored one is as expected. Of parallel calls with one expectation, one succeeds. @returns whether it did */
  replace(name: string, expected: string, value: string): Promise<boolean>
  /** Stores a time, milliseconds since the epoch, unless there is a later one. Of parallel calls the latest time is stored. */
  raise(name: string, time: number): Promise<void>
}

/** The feature flags, in the spelling of the feature API. A package that can be switched off adds its flag by declaration merging. */
export interface FeatureNames {
  readonly oidcTokenExchange: true
}

/** The name of a feature flag. */
export type FeatureName = keyof FeatureNames

/** Flags that were set, by name; names of flags that no part carries among them. */
export type FeatureFlags = Readonly<Record<string, boolean>>

/** The feature flags, and how often they were changed. */
export interface FeatureSettings {
  readonly flags: FeatureFlags
  /** Counts the changes; 0 while nothing was ever set. */
  readonly sequence: number
  /** Milliseconds since the epoch, of the last change. */
  readonly changedAt?: number
}

/** The flags before and after a change. */
export interface FeatureChange {
  readonly before: FeatureSettings
  /** The same as before where nothing had to be changed. */
  readonly after: FeatureSettings
}

/** Stores the feature flags. */
export interface FeatureStore {
  get(): Promise<FeatureSettings>
  /** Sets these flags all at once and leaves the others. Of changes that come together, each sees what the one before it left. */
  set(flags: FeatureFlags, at: number): Promise<FeatureChange>
  /** Forgets every flag. */
  reset(at: number): Promise<FeatureChange>
}
