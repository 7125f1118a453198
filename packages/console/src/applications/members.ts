// The members of an application as fields of its form, in groups.
import { choicesOf } from '../html/controls.ts'
import type { FormField } from '../html/fields.ts'
import type { ApplicationTexts } from '../texts/en/applications.ts'

/** A group of fields with its heading. */
export interface FieldGroup {
  readonly heading: string
  readonly fields: readonly FormField[]
}

/** @returns the groups of a kind of stored application */
export function applicationForm(kind: string, texts: ApplicationTexts): readonly FieldGroup[] {
  return kind === 'apiApp' ? apiGroups(texts) : oidcGroups(texts)
}

function nameField({ name }: ApplicationTexts): FormField {
  return { name: 'app.name', label: name, required: true }
}

function stateField({ state, active, inactive }: ApplicationTexts): FormField {
  const choices = [
    { value: '', label: active },
    { value: 'STATE_INACTIVE', label: inactive },
  ]
  return { name: 'state', label: state, kind: 'select', choices }
}

function apiGroups(texts: ApplicationTexts): readonly FieldGroup[] {
  const { members, methods } = texts
  const choices = [
    { value: '', label: methods.client_secret_basic },
    { value: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT', label: methods.private_key_jwt },
  ]
  const method: FormField = { name: 'app.authMethodType', label: members.method, kind: 'select', choices }
  return [{ heading: members.protocol, fields: [nameField(texts), method, stateField(texts)] }]
}

function oidcGroups(texts: ApplicationTexts): readonly FieldGroup[] {
  const { members } = texts
  return [
    { heading: members.addresses, fields: [nameField(texts), ...addressFields(texts)] },
    { heading: members.protocol, fields: protocolFields(texts) },
    { heading: members.tokens, fields: tokenFields(texts) },
    { heading: texts.state, fields: [stateField(texts)] },
  ]
}

function addressFields(texts: ApplicationTexts): readonly FormField[] {
  const { members } = texts
  return [
    addressesField('redirectUris', texts),
    addressesField('postLogoutRedirectUris', texts),
    addressesField('additionalOrigins', texts),
    { name: 'app.backChannelLogoutUri', label: members.backChannelLogoutUri, help: members.backChannelLogoutUriHelp, kind: 'url' },
    devModeField(texts),
  ]
}

/** @returns the field of a list of addresses, which is checked while the user types */
export function addressesField(
  name: 'redirectUris' | 'postLogoutRedirectUris' | 'additionalOrigins',
  { members }: ApplicationTexts,
): FormField {
  return { name: `app.${name}`, label: members[name], help: members[`${name}Help`], kind: 'lines', checked: true }
}

/** @returns the field that allows redirect URIs of a developer's machine */
export function devModeField({ members }: ApplicationTexts): FormField {
  return { name: 'app.devMode', label: members.devMode, help: members.devModeHelp, kind: 'check' }
}

function protocolFields({ kinds, members, methods }: ApplicationTexts): readonly FormField[] {
  const { grants } = members
  return [
    {
      name: 'app.appType',
      label: members.appType,
      kind: 'select',
      choices: choicesOf({
        '': kinds.web.name,
        OIDC_APP_TYPE_USER_AGENT: kinds.spa.name,
        OIDC_APP_TYPE_NATIVE: kinds.native.name,
      }),
    },
    {
      name: 'app.authMethodType',
      label: members.method,
      kind: 'select',
      choices: choicesOf({
        '': methods.client_secret_basic,
        OIDC_AUTH_METHOD_TYPE_POST: methods.client_secret_post,
        OIDC_AUTH_METHOD_TYPE_NONE: methods.none,
        OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT: methods.private_key_jwt,
      }),
    },
    {
      name: 'app.responseTypes',
      label: members.responseTypes,
      help: members.responseTypesHelp,
      kind: 'checks',
      choices: choicesOf({
        OIDC_RESPONSE_TYPE_CODE: members.code,
        OIDC_RESPONSE_TYPE_ID_TOKEN: members.idToken,
        OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN: members.idTokenToken,
      }),
    },
    {
      name: 'app.grantTypes',
      label: members.grantTypes,
      kind: 'checks',
      choices: choicesOf({
        OIDC_GRANT_TYPE_AUTHORIZATION_CODE: grants.code,
        OIDC_GRANT_TYPE_REFRESH_TOKEN: grants.refresh,
        OIDC_GRANT_TYPE_IMPLICIT: grants.front,
        OIDC_GRANT_TYPE_TOKEN_EXCHANGE: grants.exchange,
        OIDC_GRANT_TYPE_DEVICE_CODE: grants.device,
      }),
    },
  ]
}

function tokenFields({ members }: ApplicationTexts): readonly FormField[] {
  const algorithms = { kind: 'select', choices: choicesOf({ '': members.usual('RS256'), ES256: 'ES256', EdDSA: 'EdDSA' }) } as const
  return [
    {
      name: 'app.accessTokenType',
      label: members.accessTokenType,
      kind: 'select',
      choices: choicesOf({ '': members.opaque, OIDC_TOKEN_TYPE_JWT: members.jwt }),
    },
    {
      name: 'app.idTokenUserinfoAssertion',
      label: members.idTokenUserinfoAssertion,
      help: members.idTokenUserinfoAssertionHelp,
      kind: 'check',
    },
    { name: 'app.idTokenRoleAssertion', label: members.idTokenRoleAssertion, kind: 'check' },
    { name: 'app.accessTokenRoleAssertion', label: members.accessTokenRoleAssertion, kind: 'check' },
    {
      name: 'app.clockSkew',
      label: members.clockSkew,
      help: members.clockSkewHelp,
      kind: 'number',
      toMember: (seconds) => (seconds === '' ? undefined : `${seconds}s`),
      fromMember: (duration) => duration.replace(/s$/, ''),
    },
    { name: 'idTokenSigningAlg', label: members.idTokenSigningAlg, ...algorithms },
    { name: 'accessTokenSigningAlg', label: members.accessTokenSigningAlg, ...algorithms },
    {
      name: 'accessTokenTyp',
      label: members.accessTokenTyp,
      help: members.accessTokenTypHelp,
      kind: 'select',
      choices: choicesOf({ '': members.usual('at+jwt'), JWT: 'JWT' }),
    },
  ]
}
