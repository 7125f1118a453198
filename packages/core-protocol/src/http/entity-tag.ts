// Conditional requests. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2

/** Whether what the client holds is still what it would get. @param ifNoneMatch the header's value: `*`, or a list of entity tags */
export function matchesEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  // Compared weakly: a proxy that compresses turns our tag into a weak one. #section-8.8.3.2
  return ifNoneMatch.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
}
