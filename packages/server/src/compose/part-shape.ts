// The members that every part of a kind has, checked at run time, for callers without types: a part without one would fail at a request.
import { isObject, similarName, storeNames } from '@symbolon/core-protocol'
import type { AnyPart, PartKind, RequestContent } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/** What a member has to be: a check, and what the message calls it. */
interface Form {
  readonly is: (value: unknown) => boolean
  readonly says: string
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isListOf = (is: (entry: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every((entry) => is(entry))
const methods: ReadonlySet<unknown> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

const isCarrying = (value: unknown): boolean => value === 'query' || value === 'fragment' || value === 'form_post'
const namesModes = (value: unknown, modes: Readonly<Record<string, unknown>>): boolean =>
  isObject(value) && [value['query'], value['fragment']].every((name) => typeof name === 'string' && isCarrying(modes[name]))

const isString = (value: unknown): boolean => typeof value === 'string'

// Claims and scopes have their own rules, with separate codes.
const claimNames: Form = { is: isListOf(isString), says: 'a list of texts' }
const scopeName: Form = { is: isString, says: 'a text' }
const text: Form = { is: isText, says: 'a text' }
const texts: Form = { is: isListOf(isText), says: 'a list of texts' }
const objects: Form = { is: isListOf(isObject), says: 'a list of objects' }
const object: Form = { is: isObject, says: 'an object' }
const method: Form = { is: (value) => typeof value === 'function', says: 'a function' }
const path: Form = { is: (value) => typeof value === 'string' && value.startsWith('/'), says: 'a path that begins with /' }
const httpMethods: Form = {
  is: (value) => Array.isArray(value) && value.length > 0 && value.every((entry) => methods.has(entry)),
  says: 'a list of HTTP methods, such as GET',
}
const requestContents: ReadonlySet<unknown> = new Set<RequestContent>([
  'client_authentication',
  'bearer_token',
  'browser',
  'form',
  'nothing',
])
const requestContent: Form = { is: (value) => requestContents.has(value), says: `one of ${[...requestContents].join(', ')}` }
const sourceParameter: Form = { is: (value) => value === 'request' || value === 'request_uri', says: 'request or request_uri' }
const responseModes: Form = {
  is: (value) => isObject(value) && Object.values(value).every((mode) => isCarrying(mode) || namesModes(mode, value)),
  says: 'an object whose members are query, fragment or form_post, or name such members as { query, fragment }',
}
const mediaType: Form = {
  is: (value) => typeof value === 'string' && /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(value) && value !== 'application/json',
  says: 'a media type in lower case without parameters, other than application/json',
}
const ownStores: Form = {
  is: isListOf((entry) => isObject(entry) && isText(entry['name']) && isObject(entry['forms'])),
  says: 'a list of stores with name and forms',
}
const milliseconds: Form = { is: (value) => typeof value === 'number' && value > 0, says: 'a number of milliseconds above 0' }

const ofEach: Readonly<Record<string, Form>> = { name: text, stores: texts }
const optionalOfEach: Readonly<Record<string, Form>> = {
  metadata: object,
  metrics: objects,
  feature: text,
  brings: ownStores,
  clientMetadata: object,
  auditEvents: object,
}

const ofKind: { readonly [K in PartKind]: { readonly [M in keyof Extract<AnyPart, { kind: K }>]?: Form } } = {
  endpoint: { path, methods: httpMethods, takes: requestContent, handle: method },
  grant: { grantType: text, clientAuthenticationMethods: texts, parameters: object, authorize: method },
  front_channel_grant: { responseTypes: objects },
  login: { endpoints: objects, path, due: method },
  limit: { guard: method },
  audit: { record: method },
  task: { run: method },
  repeated_task: { interval: milliseconds, repeat: method },
  client: { clientId: method, client: method },
  client_source: { find: method, hasOrigin: method },
  users: { find: method, findByLoginName: method },
  claims: { claims: claimNames, scopes: claimNames, places: claimNames, read: method },
  scope: { scope: scopeName, admits: method },
  request_source: { parameter: sourceParameter, read: method },
  response_mode: { modes: responseModes, encode: method },
  introspection_format: { mediaType, encode: method },
  documents: { apply: method, applyAs: method },
}
const optionalOfKind: { readonly [K in PartKind]?: Readonly<Record<string, Form>> } = {
  grant: { responseTypes: objects, tokenKinds: objects, tokenOrigin: object, clientKinds: texts, repeatable: texts },
  request_source: { use: method, isRequiredOf: method },
}

/**
 * Checks the members of a part.
 * @param place where it stands, such as `grants[0]`
 * @param brought the names of the stores that parts bring along
 * @throws CompositionError invalid_part, unknown_store
 */
export function checkShape(part: Readonly<Record<string, unknown>>, kind: PartKind, place: string, brought: readonly string[]): void {
  const label = isText(part['name']) ? `${place} ('${String(part['name'])}')` : place
  const check = (forms: Readonly<Record<string, Form | undefined>>, isRequired: boolean): void => {
    for (const [member, form] of Object.entries(forms)) {
      const value = part[member]
      if (form === undefined || form.is(value) || (!isRequired && value === undefined)) continue
      throw new CompositionError('invalid_part', `The member ${member} of ${label} must be ${form.says}.`)
    }
  }
  check({ ...ofEach, ...ofKind[kind] }, true)
  check({ ...optionalOfEach, ...optionalOfKind[kind] }, false)
  const known: readonly string[] = [...storeNames(), ...brought]
  const stores = part['stores'] as readonly string[]
  const unknown = stores.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const similar = similarName(unknown, known)
  const advice = similar === undefined ? `The known ones are ${known.join(', ')}.` : `Did you mean '${similar}'?`
  throw new CompositionError('unknown_store', `${label} declares the store '${unknown}', which does not exist. ${advice}`)
}
