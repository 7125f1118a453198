// Names the members in which two contents differ. Values are left out, because they may be personal data.
import { canonicalJson, isJsonObject } from '@symbolon/schema-v2'
import type { Content } from '../desired/desired-resource.ts'

/**
 * @param prefix of the names, for nested members
 * @returns the sorted names of the members that differ, e.g. `app.name`
 */
export function changedMembers(before: Content, after: Content, prefix: string = ''): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name) => {
    const [old, next] = [ownMember(before, name), ownMember(after, name)]
    if (isJsonObject(old) && isJsonObject(next)) return changedMembers(old, next, `${prefix}${name}.`)
    return canonicalJson([old ?? null]) === canonicalJson([next ?? null]) ? [] : [`${prefix}${name}`]
  })
}

/** Names of client metadata are free, so they can be names of `Object.prototype`. */
function ownMember(content: Content, name: string): unknown {
  return Object.hasOwn(content, name) ? content[name] : undefined
}
