// The words by which administrators search for organizations, users, projects and applications. Each is stored once, in the order in which
// the words of an organization are read, so that a page of results is read without sorting, and without reading what is not on the page.
import { foldName, readableAddress } from '@symbolon/core-protocol'
import type { Resource, ResourceKind } from '@symbolon/core-protocol'
import { wireUserState } from '@symbolon/schema-v2'
import { textAt } from '../../documents/content.ts'
import { shownName } from './searched-names.ts'

/** A name of a resource from one of its words on, folded: `ann miller`, and `miller`. */
export interface SearchedWordsTable {
  /** The organization of the resource; of an organization, itself. */
  readonly org_id: string
  readonly resource_kind: ResourceKind
  readonly word: string
  /** The key of the resource. */
  readonly id: string
  /** The word finds the resource for texts of so many characters or more. For shorter ones another word does, which comes before this one. */
  readonly least_length: number
  /** The state of a user who is not active; otherwise null. */
  readonly state: string | null
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

/** @returns the folded form of a name, or of what is searched for, as far as it is compared */
export function comparedWord(text: string): string {
  return comparedPart(foldName(text))
}

function comparedPart(folded: string): string {
  return folded.length <= comparedLength ? folded : [...folded].slice(0, comparedLength).join('')
}

/** @returns the words of the resource: its id and the words of its name, of a user also the user name and the email address */
export function searchedWords({ kind, key, orgId, content }: Omit<Resource, 'secrets'>): readonly SearchedWord[] {
  const id = key[0] ?? ''
  const [table] = searchedTables[kind] ?? []
  if (table === undefined) return []
  const words = wordsOf(shownName[table](content) ?? '')
  for (const whole of [id, textAt(content, 'user', 'userName'), textAt(content, 'user', 'email', 'email')]) {
    if (whole === undefined) continue
    const folded = foldName(whole)
    words.push(comparedPart(folded))
    // A search finds the letters of a domain as well as its ASCII form.
    if (folded.includes('@') && folded.includes('xn--')) words.push(comparedPart(readableAddress(folded)))
  }
  words.sort()
  const owner = kind === 'org' ? id : (orgId ?? '')
  const userState = table === 'users' ? wireUserState(textAt(content, 'state')) : 'active'
  const state = userState === 'active' ? null : userState
  const found: SearchedWord[] = []
  let before: string | undefined
  words.forEach((word, index) => {
    // What another word begins with is found by that one.
    if (word === '' || words[index + 1]?.startsWith(word) === true) return
    const length = before === undefined ? 0 : sharedLength(before, word) + 1
    found.push({ org_id: owner, resource_kind: kind, word, id, least_length: length, state })
    before = word
  })
  return found
}

/** Where words begin in a folded name. Without categories of Unicode it takes a fraction of the time. */
const beginning = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu
const asciiBeginning = /(?<![a-z0-9])[a-z0-9]/g
const printableAscii = /^[ -~]*$/

/** The name from its beginning and from each of its words on. */
function wordsOf(name: string): string[] {
  const folded = foldName(name)
  const words = [comparedPart(folded)]
  const pattern = printableAscii.test(folded) ? asciiBeginning : beginning
  pattern.lastIndex = 0
  for (let match = pattern.exec(folded); match !== null && words.length < mostWords; match = pattern.exec(folded)) {
    if (match.index > 0) words.push(comparedPart(folded.slice(match.index)))
  }
  return words
}

/** How many characters two words have in common at their beginning. */
function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
