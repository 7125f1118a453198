// The words by which administrators search for organizations, users, projects and applications. Each is stored once, in the order in which
// the words of an organization are read, so that a page of results is read without sorting, and without reading what is not on the page.
import { canonicalLoginName } from '@symbolon/core-protocol'
import type { Resource, ResourceKind } from '@symbolon/core-protocol'
import { textAt } from '../../documents/content.ts'
import { shownName } from './searched-names.ts'

/** A name of a resource from one of its words on, in canonical form: `ann miller`, and `miller`. */
export interface SearchedWordsTable {
  /** The organization of the resource; of an organization, itself. */
  readonly org_id: string
  readonly resource_kind: ResourceKind
  readonly word: string
  /** The key of the resource. */
  readonly id: string
  /** The word finds the resource for texts of so many characters or more. For shorter ones another word does, which comes before this one. */
  readonly least_length: number
  /** Whether the word is in the index of the instance. */
  readonly listed: number
}

/** An organization that has so many words of a kind that further ones are not in the index of the instance. */
export interface LargeOrganizationsTable {
  readonly resource_kind: ResourceKind
  readonly org_id: string
}

/** The tables of this file. */
export interface SearchedWordTables {
  readonly searched_words: SearchedWordsTable
  readonly large_organizations: LargeOrganizationsTable
}

/** A word of a resource. */
export type SearchedWord = Omit<SearchedWordsTable, 'listed'>

/** Where the resources of a kind are stored: the table, the column of its key, and the value of `kind` where two kinds share a table. */
export const searchedTables: Readonly<Partial<Record<ResourceKind, readonly [table: keyof typeof shownName, key: string, kind?: string]>>> =
  {
    org: ['orgs', 'org_id'],
    humanUser: ['users', 'user_id', 'human'],
    machineUser: ['users', 'user_id', 'machine'],
    project: ['projects', 'project_id'],
    oidcApp: ['applications', 'app_id', 'oidc'],
    apiApp: ['applications', 'app_id', 'api'],
  }

/** Characters of a word that are compared. No database indexes long values. */
const comparedLength = 100
/** At most this many words of a name are found. */
const mostWords = 8

/** @returns the canonical form of a name, or of what is searched for, as far as it is compared */
export function comparedWord(text: string): string {
  const canonical = canonicalLoginName(text)
  return canonical.length <= comparedLength ? canonical : [...canonical].slice(0, comparedLength).join('')
}

/** @returns the words of the resource: its id and the words of its name, of a user also the user name and the email address */
export function searchedWords({ kind, key: [id = ''], orgId, content }: Omit<Resource, 'secrets'>): readonly SearchedWord[] {
  const [table] = searchedTables[kind] ?? []
  if (table === undefined) return []
  const whole = [id, textAt(content, 'user', 'userName') ?? '', textAt(content, 'user', 'email', 'email') ?? ''].map(comparedWord)
  // What another word begins with is found by that one.
  const words = [...whole, ...wordsOf(shownName[table](content) ?? '')]
    .toSorted()
    .filter((word, index, sorted) => word !== '' && sorted[index + 1]?.startsWith(word) !== true)
  const org = kind === 'org' ? id : (orgId ?? '')
  return words.map((word, index) => {
    const before = words[index - 1]
    return { org_id: org, resource_kind: kind, word, id, least_length: before === undefined ? 0 : sharedLength(before, word) + 1 }
  })
}

/** The name from its beginning and from each of its words on. */
function wordsOf(name: string): readonly string[] {
  const canonical = canonicalLoginName(name)
  const beginnings = [...canonical.matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index)
  return [...new Set([0, ...beginnings])].slice(0, mostWords).map((index) => comparedWord(canonical.slice(index)))
}

/** How many characters two words have in common at their beginning. */
function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
