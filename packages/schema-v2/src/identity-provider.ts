// Identity providers of an org, and the links of its users to them. The schema is laxer than the format's own checks: real files hold OIDC
// providers without a client secret, and `idpType` of a link is an internal number that no importer acts on.

import type * as v from 'valibot'
import { IDP_TYPE, OIDC_MAPPING_FIELD, STYLING_TYPE } from './enums.ts'
import { enumeration, lenientEnumeration } from './json/enumeration.ts'
import { writeOnly } from './json/leaf.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { bool } from './json/scalars.ts'
import { filledText, identifier, lookedUp, text } from './json/text.ts'
import { presence } from './state.ts'

/** An OpenID Connect identity provider. */
export const oidcIdpSchema = message({
  idpId: required(identifier()),
  idp: required(
    message({
      name: required(filledText(200)),
      stylingType: enumeration(STYLING_TYPE),
      clientId: required(filledText(200)),
      clientSecret: writeOnly(text(200)),
      issuer: required(filledText(200)),
      scopes: list(identifier()),
      displayNameMapping: enumeration(OIDC_MAPPING_FIELD),
      usernameMapping: enumeration(OIDC_MAPPING_FIELD),
      autoRegister: bool(),
    }),
  ),
  state: presence(),
})
/** What `oidcIdpSchema` reads. */
export type OidcIdp = v.InferOutput<typeof oidcIdpSchema>

/** An identity provider that sends JWTs. */
export const jwtIdpSchema = message({
  idpId: required(identifier()),
  idp: required(
    message({
      name: required(filledText(200)),
      stylingType: enumeration(STYLING_TYPE),
      jwtEndpoint: required(filledText(200)),
      issuer: required(filledText(200)),
      keysEndpoint: required(filledText(200)),
      headerName: required(filledText(200)),
      autoRegister: bool(),
    }),
  ),
  state: presence(),
})
/** What `jwtIdpSchema` reads. */
export type JwtIdp = v.InferOutput<typeof jwtIdpSchema>

/** The link of a person to an account at an identity provider. */
export const userLinkSchema = message({
  userId: required(identifier()),
  idpId: required(identifier()),
  idpName: text(),
  /** The issuer of the identity provider, under which the id is unique. Without it, that of the identity provider at the import. */
  issuer: text(),
  /** The id of the user at the identity provider. A sign-in is matched by it. */
  providedUserId: required(lookedUp(filledText(1000))),
  providedUserName: text(),
  idpType: lenientEnumeration(IDP_TYPE),
  state: presence(),
})
/** What `userLinkSchema` reads. */
export type UserLink = v.InferOutput<typeof userLinkSchema>
