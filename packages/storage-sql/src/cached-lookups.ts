// Answers of lookups that are asked again and again, kept until anything that they could depend on has changed. What decides once
// (tokens, codes, sessions, tries), and what an answer's time decides, is always asked of the database.
import type { Stores } from '@symbolon/core-protocol'
import type { Generation } from './sql/generation.ts'

/** Of each lookup: some megabytes at most. */
const keptAnswers = 4096

/** The stores with lookups that remember. */
export function keepLookups({
  clients, features, memberships, policies, signingKeys, userGrants, userMetadata, users, ...others
}: Partial<Stores>, generation: Generation): Partial<Stores> {
  const keep = <Args extends readonly unknown[], Answer>(look: (...args: Args) => Promise<Answer>): (...args: Args) => Promise<Answer> => (
    kept(generation, look)
  )
  return {
    ...others,
    ...(clients === undefined ? {} : { clients: {
      ...clients,
      find: keep(clients.find),
      listClientIds: keep(clients.listClientIds),
      hasProject: keep(clients.hasProject),
      admits: keep(clients.admits),
      hasOrigin: keep(clients.hasOrigin),
    } }),
    ...(features === undefined ? {} : { features: { ...features, get: keep(features.get) } }),
    ...(memberships === undefined ? {} : { memberships: { ...memberships, list: keep(memberships.list) } }),
    ...(policies === undefined ? {} : { policies: {
      ...policies,
      findLoginPolicy: keep(policies.findLoginPolicy),
      findSecurityPolicy: keep(policies.findSecurityPolicy),
    } }),
    ...(signingKeys === undefined ? {} : { signingKeys: { ...signingKeys, list: keep(signingKeys.list) } }),
    ...(userGrants === undefined ? {} : { userGrants: { ...userGrants, listRoles: keep(userGrants.listRoles) } }),
    ...(userMetadata === undefined ? {} : { userMetadata: { ...userMetadata, list: kept(generation, userMetadata.list, isSmall) } }),
    ...(users === undefined ? {} : { users: { ...users, find: keep(users.find), findActive: keep(users.findActive) } }),
  }
}

/** Characters: a document may give each user megabytes of metadata. */
const longestKeptMetadata = 2048

function isSmall(metadata: readonly { readonly value: string }[]): boolean {
  return metadata.reduce((sum, { value }) => sum + value.length, 0) <= longestKeptMetadata
}

/**
 * `look`, which answers from memory as long as the generation is the one in which it was asked.
 * @param mayKeep whether memory is the place for an answer
 */
export function kept<Args extends readonly unknown[], Answer>(
  generation: Generation,
  look: (...args: Args) => Promise<Answer>,
  mayKeep: (answer: Answer) => boolean = () => true,
): (...args: Args) => Promise<Answer> {
  const answers = new Map<string, Answer>()
  let keptIn = generation.number
  return async (...args) => {
    const asked = generation.number
    if (asked !== keptIn) {
      answers.clear()
      keptIn = asked
    }
    const key = keyOf(args)
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = await look(...args)
    // An answer that a change has overtaken is right for whoever asked before the change, and for nobody else. That there is no such
    // thing is not kept: strangers could ask for any number of them.
    if (answer !== undefined && answer !== false && generation.number === asked && mayKeep(answer)) {
      answers.set(key, answer)
      if (answers.size > keptAnswers) forgetOldest(answers)
    }
    return answer
  }
}

function keyOf(args: readonly unknown[]): string {
  const [only] = args
  return args.length === 1 && typeof only === 'string' && !only.startsWith('[') ? only : JSON.stringify(args)
}

function forgetOldest(answers: Map<string, unknown>): void {
  const [oldest] = answers.keys()
  if (oldest !== undefined) answers.delete(oldest)
}
