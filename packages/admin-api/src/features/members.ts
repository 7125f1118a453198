// The members of the feature API, in the order in which existing clients know them. Most stand for parts that are not here: they can
// be read, and be set to what they are anyway.

import { isJsonObject } from '@symbolon/schema-v2'

/** What a value asks for: `false` nothing, `true` something; undefined for what is no value of the member. */
export type ReadMember = (value: unknown) => boolean | undefined

const flag: ReadMember = (value) => typeof value === 'boolean' ? value : undefined

const executionPaths: ReadMember = (value) => (
  Array.isArray(value) && value.every((path) => typeof path === 'string' && /^IMPROVED_PERFORMANCE_[A-Z_]{1,50}$/.test(path)) ? value.length > 0 : undefined
)

const login: ReadMember = (value) => {
  if (!isJsonObject(value)) return undefined
  const { required, baseUri, base_uri: sameBaseUri, ...others } = value
  const uri = baseUri ?? sameBaseUri ?? ''
  const fits = Object.keys(others).length === 0 && typeof (required ?? false) === 'boolean' && typeof uri === 'string'
  return fits ? required === true || uri !== '' : undefined
}

export const featureMembers: ReadonlyMap<string, ReadMember> = new Map(Object.entries({
  loginDefaultOrg: flag,
  userSchema: flag,
  oidcTokenExchange: flag,
  improvedPerformance: executionPaths,
  debugOidcParentError: flag,
  oidcSingleV1SessionTermination: flag,
  disableUserTokenEvent: flag,
  enableBackChannelLogout: flag,
  loginV2: login,
  permissionCheckV2: flag,
  consoleUseV2UserApi: flag,
}))
