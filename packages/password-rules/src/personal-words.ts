// Words that an attacker tries first against one user: names, addresses, the organization, the service.

import { plainForm } from './fold.ts'

/** The known names of the user, and of the service that the password is for. */
export interface PersonalNames {
  readonly loginName?: string | undefined
  readonly userName?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly nickName?: string | undefined
  readonly displayName?: string | undefined
  readonly email?: { readonly address: string } | undefined
  readonly orgName?: string | undefined
  readonly primaryDomain?: string | undefined
  /** The host of the issuer. */
  readonly host?: string | undefined
  /** How the service calls itself. */
  readonly product?: string | undefined
}

/** Shorter words are part of many others. */
const shortestWord = 3

/** @returns the words in plain form, those of several parts also as a whole */
export function personalWords(names: PersonalNames): readonly string[] {
  // Named one by one: the caller may give a whole user.
  const { loginName, userName, email, primaryDomain, host, firstName, lastName, nickName, displayName, orgName, product } = names
  const others = [firstName, lastName, nickName, displayName, orgName, product]
  const addresses = [loginName, userName, email?.address].filter((name) => name !== undefined)
  const locals = addresses.map((address) => address.split('@', 1)[0] ?? '')
  const domains = [...addresses.flatMap((address) => address.split('@').slice(1)), primaryDomain, host].filter((name) => name !== undefined)
  const texts = [...locals, ...others.filter((name) => name !== undefined)]
  // The last label, such as `com`, is not personal, but part of many words.
  const labels = domains.flatMap((domain) => domain.split('.').slice(0, -1))
  const words = [...texts, ...labels].flatMap(partsOf)
  return [...new Set(words)].filter((word) => [...word].length >= shortestWord)
}

function partsOf(text: string): readonly string[] {
  const parts = plainForm(text).split(/[^\p{L}\p{N}]+/u)
  return [...parts, parts.join('')]
}
