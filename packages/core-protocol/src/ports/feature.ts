// The runtime flags of an instance. A part that carries one is there only while the flag is on.

/** In the spelling of the feature API. */
export type FeatureName = 'oidcTokenExchange'
