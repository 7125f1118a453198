// The texts of signing keys and features.
import type { FeatureName, SigningKeyState } from '@symbolon/core-protocol'

/** The texts of the signing keys in one language. */
export interface KeysTexts {
  readonly heading: string
  readonly intro: string
  readonly kid: string
  readonly algorithm: string
  readonly allAlgorithms: string
  readonly state: string
  readonly states: Readonly<Record<SigningKeyState, string>>
  readonly dates: string
  readonly created: string
  readonly signsFrom: string
  readonly publishedUntil: string
  readonly retired: string
  readonly revoked: string
  readonly rotate: string
  readonly rotateHelp: string
  readonly rotateDone: string
  readonly rotatedOne: (algorithm: string) => string
  readonly revoke: string
  readonly revokeHelp: string
  readonly typeKid: (kid: string) => string
  readonly wrongKid: string
}

/** The texts of the features in one language. */
export interface FeaturesTexts {
  readonly heading: string
  readonly intro: string
  readonly names: Readonly<Record<FeatureName, string>>
  readonly sentences: Readonly<Record<FeatureName, string>>
  readonly on: string
  readonly off: string
  readonly switchOn: (name: string) => string
  readonly switchOff: (name: string) => string
  readonly empty: string
}
