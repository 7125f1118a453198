// Reads an identity from the claims of an identity provider. Claims are untrusted text: each is checked by itself, and one that is
// malformed is left out. https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
import type { IdentityProviderMapping } from '@symbolon/core-protocol'
import * as v from 'valibot'
import type { ExternalEmail, ExternalIdentity } from './external-identity.ts'

/** Claims as an identity provider sent them. */
export type Claims = Readonly<Record<string, unknown>>

/** How the claims of an identity provider are read. */
export interface ClaimRules {
  readonly idpId: string
  readonly idpName: string
  readonly displayNameMapping?: IdentityProviderMapping
  readonly usernameMapping?: IdentityProviderMapping
  /** Whether the claims prove the address. Default: the claim `email_verified` is true. */
  readonly isEmailVerified?: (claims: Claims) => boolean
}

/** Text of one line, in the length that the document format allows. */
function line(longest: number): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
        .trim(),
    ),
    v.minLength(1),
    v.maxLength(longest),
  )
}

const name = line(200)
/** As in the document format: something, an at sign, and a domain without spaces. */
const emailAddress = v.pipe(line(200), v.regex(/^[^\s@]+@[^\s@]+$/))
const language = v.pipe(line(35), v.regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/))
const pictureUrl = v.pipe(line(200), v.regex(/^https:\/\//))

/**
 * Reads an identity.
 *
 * @param externalId the id of the account, of which the caller made sure
 */
export function identityFromClaims(externalId: string, claims: Claims, rules: ClaimRules): ExternalIdentity {
  const email = emailOf(claims, rules)
  const preferredUserName = read(name, claims['preferred_username'])
  const mapped = (mapping: IdentityProviderMapping | undefined): string | undefined =>
    mapping === 'email' ? email?.address : mapping === 'preferred_username' ? preferredUserName : undefined
  return present({
    idpId: rules.idpId,
    idpName: rules.idpName,
    externalId,
    externalName: preferredUserName ?? email?.address ?? read(name, claims['name']),
    userName: mapped(rules.usernameMapping) ?? preferredUserName ?? email?.address,
    email,
    firstName: read(name, claims['given_name']),
    lastName: read(name, claims['family_name']),
    displayName: mapped(rules.displayNameMapping) ?? read(name, claims['name']),
    nickName: read(name, claims['nickname']),
    preferredLanguage: read(language, claims['locale']),
    pictureUrl: read(pictureUrl, claims['picture']),
  })
}

function emailOf(claims: Claims, { isEmailVerified = saysVerified }: ClaimRules): ExternalEmail | undefined {
  const address = read(emailAddress, claims['email'])
  return address === undefined ? undefined : { address, verified: isEmailVerified(claims) }
}

/** The claim `email_verified`. Amazon Cognito, Apple and others send it as text, which their clients read as the boolean. */
function saysVerified({ email_verified: verified }: Claims): boolean {
  return verified === true || verified === 'true'
}

function read(schema: v.GenericSchema<unknown, string>, value: unknown): string | undefined {
  const result = v.safeParse(schema, value)
  return result.success ? result.output : undefined
}

function present(identity: { readonly [K in keyof ExternalIdentity]: ExternalIdentity[K] | undefined }): ExternalIdentity
function present(identity: object): object {
  return Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== undefined))
}
