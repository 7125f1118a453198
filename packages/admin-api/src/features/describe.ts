// Features as existing clients read them: every member that there is, whether it is on, and whether the instance was told so.
import type { FeatureSettings } from '@symbolon/core-protocol'
import { featureMembers } from './members.ts'

/** `sequence` is a decimal string, as all 64-bit numbers of protobuf JSON. */
export interface ObjectDetails {
  readonly sequence?: string
  readonly changeDate?: string
}

/** What is not set, or has no part here, is off. */
export function describeFeatures({ flags, ...settings }: FeatureSettings, carried: readonly string[]): Readonly<Record<string, unknown>> {
  const members = [...featureMembers.keys()].map((name) => {
    const source = flags[name] === undefined ? 'SOURCE_UNSPECIFIED' : 'SOURCE_INSTANCE'
    return [name, { ...described(name, flags[name] === true && carried.includes(name)), source }] as const
  })
  return { details: describeDetails(settings), ...Object.fromEntries(members) }
}

export function describeDetails({ sequence, changedAt }: Omit<FeatureSettings, 'flags'>): ObjectDetails {
  return { sequence: String(sequence), ...(changedAt === undefined ? {} : { changeDate: new Date(changedAt).toISOString() }) }
}

function described(name: string, enabled: boolean): Readonly<Record<string, unknown>> {
  if (name === 'improvedPerformance') return { executionPaths: [] }
  return name === 'loginV2' ? { required: enabled } : { enabled }
}
