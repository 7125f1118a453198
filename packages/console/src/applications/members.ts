// The members of an application as fields of a form, and the entry that the fields give. One table, so that both agree.
import type { FieldViolation } from '@symbolon/rest'
import type { JsonObject } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { checkField, choiceGroup, linesField, readLines, selectField } from '../html/controls.ts'
import type { Choice } from '../html/controls.ts'
import { textField } from '../html/form.ts'
import type { Markup } from '../html/markup.ts'
import { objectAt, textIn, textsIn } from '../resource/resources.ts'
import type { ApplicationTexts } from '../texts/en/applications.ts'

/** One member: its path in the entry, and how it is shown and read. */
interface Member {
  readonly name: string
  readonly label: (texts: ApplicationTexts) => string
  readonly help?: (texts: ApplicationTexts) => string
  readonly type: 'text' | 'url' | 'seconds' | 'uris' | 'check' | 'choice' | 'choices'
  readonly choices?: (texts: ApplicationTexts) => readonly Choice[]
  readonly required?: boolean
}

const algorithms = ({ members }: ApplicationTexts): readonly Choice[] => [
  { value: '', label: members.usual('RS256') },
  { value: 'ES256', label: 'ES256' },
  { value: 'EdDSA', label: 'EdDSA' },
]

const name: Member = { name: 'app.name', label: (texts) => texts.name, type: 'text', required: true }

const state: Member = {
  name: 'state',
  label: (texts) => texts.state,
  type: 'choice',
  choices: ({ active, inactive }) => [
    { value: '', label: active },
    { value: 'STATE_INACTIVE', label: inactive },
  ],
}

/** A group of members with its heading. */
interface Group {
  readonly heading: (texts: ApplicationTexts) => string
  readonly members: readonly Member[]
}

const oidcGroups: readonly Group[] = [
  {
    heading: ({ members }) => members.addresses,
    members: [
      name,
      lines('redirectUris', ({ members }) => members.redirectUrisHelp),
      lines('postLogoutRedirectUris', ({ members }) => members.postLogoutRedirectUrisHelp),
      lines('additionalOrigins', ({ members }) => members.additionalOriginsHelp),
      {
        name: 'app.backChannelLogoutUri',
        label: ({ members }) => members.backChannelLogoutUri,
        help: ({ members }) => members.backChannelLogoutUriHelp,
        type: 'url',
      },
      { name: 'app.devMode', label: ({ members }) => members.devMode, help: ({ members }) => members.devModeHelp, type: 'check' },
    ],
  },
  {
    heading: ({ members }) => members.protocol,
    members: [
      {
        name: 'app.appType',
        label: ({ members }) => members.appType,
        type: 'choice',
        choices: ({ kinds }) => [
          { value: '', label: kinds.web.name },
          { value: 'OIDC_APP_TYPE_USER_AGENT', label: kinds.spa.name },
          { value: 'OIDC_APP_TYPE_NATIVE', label: kinds.native.name },
        ],
      },
      {
        name: 'app.authMethodType',
        label: ({ members }) => members.method,
        type: 'choice',
        choices: ({ methods }) => [
          { value: '', label: methods.client_secret_basic },
          { value: 'OIDC_AUTH_METHOD_TYPE_POST', label: methods.client_secret_post },
          { value: 'OIDC_AUTH_METHOD_TYPE_NONE', label: methods.none },
          { value: 'OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT', label: methods.private_key_jwt },
        ],
      },
      {
        name: 'app.responseTypes',
        label: ({ members }) => members.responseTypes,
        help: ({ members }) => members.responseTypesHelp,
        type: 'choices',
        choices: ({ members }) => [
          { value: 'OIDC_RESPONSE_TYPE_CODE', label: members.code },
          { value: 'OIDC_RESPONSE_TYPE_ID_TOKEN', label: members.idToken },
          { value: 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN', label: members.idTokenToken },
        ],
      },
      {
        name: 'app.grantTypes',
        label: ({ members }) => members.grantTypes,
        type: 'choices',
        choices: ({ members: { grants } }) => [
          { value: 'OIDC_GRANT_TYPE_AUTHORIZATION_CODE', label: grants.code },
          { value: 'OIDC_GRANT_TYPE_REFRESH_TOKEN', label: grants.refresh },
          { value: 'OIDC_GRANT_TYPE_IMPLICIT', label: grants.front },
          { value: 'OIDC_GRANT_TYPE_TOKEN_EXCHANGE', label: grants.exchange },
          { value: 'OIDC_GRANT_TYPE_DEVICE_CODE', label: grants.device },
        ],
      },
    ],
  },
  {
    heading: ({ members }) => members.tokens,
    members: [
      {
        name: 'app.accessTokenType',
        label: ({ members }) => members.accessTokenType,
        type: 'choice',
        choices: ({ members }) => [
          { value: '', label: members.opaque },
          { value: 'OIDC_TOKEN_TYPE_JWT', label: members.jwt },
        ],
      },
      {
        name: 'app.idTokenUserinfoAssertion',
        label: ({ members }) => members.idTokenUserinfoAssertion,
        help: ({ members }) => members.idTokenUserinfoAssertionHelp,
        type: 'check',
      },
      { name: 'app.idTokenRoleAssertion', label: ({ members }) => members.idTokenRoleAssertion, type: 'check' },
      { name: 'app.accessTokenRoleAssertion', label: ({ members }) => members.accessTokenRoleAssertion, type: 'check' },
      {
        name: 'app.clockSkew',
        label: ({ members }) => members.clockSkew,
        help: ({ members }) => members.clockSkewHelp,
        type: 'seconds',
      },
      { name: 'idTokenSigningAlg', label: ({ members }) => members.idTokenSigningAlg, type: 'choice', choices: algorithms },
      { name: 'accessTokenSigningAlg', label: ({ members }) => members.accessTokenSigningAlg, type: 'choice', choices: algorithms },
      {
        name: 'accessTokenTyp',
        label: ({ members }) => members.accessTokenTyp,
        help: ({ members }) => members.accessTokenTypHelp,
        type: 'choice',
        choices: ({ members }) => [
          { value: '', label: members.usual('at+jwt') },
          { value: 'JWT', label: 'JWT' },
        ],
      },
    ],
  },
  { heading: (texts) => texts.state, members: [state] },
]

const apiGroups: readonly Group[] = [
  {
    heading: ({ members }) => members.protocol,
    members: [
      name,
      {
        name: 'app.authMethodType',
        label: ({ members }) => members.method,
        type: 'choice',
        choices: ({ methods }) => [
          { value: '', label: methods.client_secret_basic },
          { value: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT', label: methods.private_key_jwt },
        ],
      },
      state,
    ],
  },
]

function lines(member: 'redirectUris' | 'postLogoutRedirectUris' | 'additionalOrigins', help: NonNullable<Member['help']>): Member {
  return { name: `app.${member}`, label: ({ members }) => members[member], help, type: 'uris' }
}

/** The groups of a kind of stored application. */
function groupsOf(kind: string): readonly Group[] {
  return kind === 'apiApp' ? apiGroups : oidcGroups
}

/** @returns the object that has the member, and the name of the member in it */
function placeOf(entry: JsonObject, path: string): readonly [JsonObject, string] {
  const [first = '', second] = path.split('.')
  return second === undefined ? [entry, first] : [objectAt({ content: entry }, first), second]
}

/** @returns the fields, in their groups */
export function memberFields(kind: string, entry: JsonObject, errors: readonly FieldViolation[], texts: ApplicationTexts): Markup {
  return html`${groupsOf(kind).map(
    ({ heading, members }) => html`<section class="fields"><h2>${heading(texts)}</h2>
${members.map((member) => fieldOf(member, entry, errors, texts))}</section>`,
  )}`
}

function fieldOf(member: Member, entry: JsonObject, errors: readonly FieldViolation[], texts: ApplicationTexts): Markup {
  const { name: path, label, help, type, choices, required = false } = member
  const [object, last] = placeOf(entry, path)
  const common = { name: path, label: label(texts), errors, ...(help === undefined ? {} : { help: help(texts) }) }
  const offered = choices?.(texts) ?? []
  const text = textIn(object, last)
  switch (type) {
    case 'uris':
      return linesField({ ...common, value: textsIn(object, last), checked: true })
    case 'check':
      return checkField({ ...common, checked: object[last] === true })
    case 'choice':
      return selectField({ ...common, value: text, choices: offered })
    case 'choices': {
      const values = textsIn(object, last)
      // Stored values that are not offered stay, such as a grant type that was added to the server.
      const others = values.filter((value) => !offered.some((each) => each.value === value)).map((value) => ({ value, label: value }))
      return choiceGroup({ ...common, values, choices: [...offered, ...others], several: true })
    }
    case 'seconds':
      return textField({ ...common, type: 'number', value: text.replace(/s$/, '') })
    default:
      return textField({ ...common, type, value: text, required })
  }
}

/** @returns the entry with the values of the form; members without a field stay as they are */
export function entryFrom(kind: string, stored: JsonObject, fields: URLSearchParams): JsonObject {
  const members = groupsOf(kind).flatMap((group) => group.members)
  const read = (prefix: string): JsonObject =>
    Object.fromEntries(
      members.flatMap((member) => {
        const [object, last] = placeOf(stored, member.name)
        const inApp = member.name.startsWith('app.')
        return inApp === (prefix === 'app') ? [[last, valueFrom(member, fields, object[last])]] : []
      }),
    )
  return withoutAbsent({ ...stored, ...read(''), app: withoutAbsent({ ...objectAt({ content: stored }, 'app'), ...read('app') }) })
}

function valueFrom({ name: path, type }: Member, fields: URLSearchParams, stored: unknown): unknown {
  switch (type) {
    case 'uris':
      return readLines(fields, path)
    case 'check':
      return fields.get(path) === 'true'
    case 'choices': {
      const chosen = fields.getAll(path)
      // The order has no meaning. Keeping it changes nothing where nothing was changed.
      const before = Array.isArray(stored) ? stored.filter((value) => chosen.includes(value)) : []
      return [...before, ...chosen.filter((value) => !before.includes(value))]
    }
    case 'seconds': {
      const seconds = (fields.get(path) ?? '').trim()
      return seconds === '' ? undefined : `${seconds}s`
    }
    default: {
      const text = (fields.get(path) ?? '').trim()
      return text === '' ? undefined : text
    }
  }
}

function withoutAbsent(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
