// Names the members in which two contents differ. Only names: values may be personal data.
import { canonicalJson, isJsonObject } from '@symbolon/schema-v2'
import type { Content } from '../desired/desired-resource.ts'

/**
 * @param prefix of the names, for members of members
 * @returns the names of the members that differ, sorted, as `app.name`
 */
export function changedMembers(before: Content, after: Content, prefix: string = ''): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name) => {
    const [old, next] = [before[name], after[name]]
    if (isJsonObject(old) && isJsonObject(next)) return changedMembers(old, next, `${prefix}${name}.`)
    return canonicalJson([old ?? null]) === canonicalJson([next ?? null]) ? [] : [`${prefix}${name}`]
  })
}
