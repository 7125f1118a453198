// JSON Merge Patch. Members of entries have no meaning for null beside absence, which is what a merge patch needs.
// https://www.rfc-editor.org/rfc/rfc7396#section-2
import { isJsonObject } from '@symbolon/schema-v2'

/** @returns the target with the members of the patch; null removes a member, a list replaces a list */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}
