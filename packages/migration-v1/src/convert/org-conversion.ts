// Converts one organization. Entries are converted as they come. Members that depend on other members wait for the end of the organization.

import type { Path } from '@symbolon/json-stream'
import { DocumentError, documentOrgSchema, membersWithoutEffect, orgEffects, readValue, weakMembersOf } from '@symbolon/schema-v2'
import type { DocumentOrg, DomainPolicy, Effects, MemberPath, Weakness } from '@symbolon/schema-v2'
import type { Found } from '../input/envelope.ts'
import type { V1InputErrorCode } from '../input/v1-input-error.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReasonCode } from '../ledger/reasons.ts'
import { convertApiApp, convertOidcApp } from './apps.ts'
import { convertDomainPolicy } from './domain-policy.ts'
import type { DomainPolicyDefaults } from './domain-policy.ts'
import { entries } from './entries.ts'
import type { ConvertEntry } from './entries.ts'
import { convertLoginPolicy } from './login-policy.ts'
import type { Placed } from './login-policy.ts'
import { isEmptyPlace, isList, memberName, memberOf } from './member-names.ts'
import type { OrgContext } from './org-context.ts'
import { createOrgNotes } from './org-notes.ts'
import { createPieceBuffer } from './piece-buffer.ts'
import { projectMemberConverter } from './project-members.ts'
import type { ForeignMembers } from './project-members.ts'
import { readEntry } from './read-entry.ts'
import type { OrgHead } from './read-org-heads.ts'
import { placeOfMember } from './spelled-path.ts'

/** The conversion of one organization. */
export interface OrgConversion {
  member(name: string, found: Found): void
  beginList(name: string): void
  entry(index: number, found: Found): void
  /** False for an empty place, which has no members. */
  end(): boolean
}

/** The place of the organization, and the receiver of its pieces. */
export interface OrgConversionOptions {
  readonly place: Path
  readonly head: OrgHead | undefined
  readonly ledger: Ledger
  readonly foreignMembers: ForeignMembers
  readonly domainPolicyDefaults: DomainPolicyDefaults | undefined
  readonly skipKeys: boolean
  readonly maxHeldBytes: number
  readonly emit: (piece: DocumentOrg) => void
  /** Called for each object that is not an empty place; `kept` when it is in the output. */
  readonly count: (name: string, kept: boolean) => void
  readonly fail: (code: V1InputErrorCode, path: Path, problem: string) => never
}

const { fields } = documentOrgSchema

/** @throws V1InputError, through `options.fail` */
export function createOrgConversion(options: OrgConversionOptions): OrgConversion {
  const { place, head, ledger, count, fail } = options
  const notes = createOrgNotes(place, ledger)
  const context: OrgContext = { ledger, notes, skipKeys: options.skipKeys }
  const pieces = createPieceBuffer({
    head,
    maxHeldBytes: options.maxHeldBytes,
    emit: options.emit,
    fail: (problem) => fail('members_out_of_order', place, problem),
  })
  const convertProjectMember = projectMemberConverter(notes.ownProjects, options.foreignMembers, ledger)
  const seen = new Map<string, string>()
  const held = new Map<string, Placed<unknown>[]>()
  const policies = new Map<string, { readonly raw: unknown; readonly place: Path; readonly read: object }>()
  let heldBytes = 0
  let loginPolicy: Placed<unknown> | undefined
  let iamPolicy: Placed<unknown> | undefined
  let domainPolicy: DomainPolicy | undefined
  let orgId: string | undefined
  let list: { readonly spelling: string; readonly name: string | undefined } | undefined

  /** The canonical name of the member. A member in both spellings is the same member twice. */
  function recognize(spelling: string): string | undefined {
    const name = memberName(spelling)
    const earlier = name === undefined ? undefined : seen.get(name)
    if (earlier !== undefined) fail('duplicate_member', [...place, spelling], `occurs as ${earlier} too; keep one of them`)
    if (name !== undefined) seen.set(name, spelling)
    return name
  }

  function readOrgId(value: unknown, at: Path): string {
    try {
      const id = readValue(fields.orgId.required, value, at).value
      if (head !== undefined && head.orgId !== id)
        fail('changed_between_passes', at, 'differs from the first reading of the file; convert a file that does not change')
      return id
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      return fail('wrong_type', at, 'must be a string of 1 to 200 characters without control characters')
    }
  }

  /** An organization with an unknown state becomes inactive, so that its users cannot sign in. */
  function readState(value: unknown, at: Path): string {
    try {
      return readValue(fields.orgState, value, at).value
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      ledger.add('stricter-value', at)
      return 'ORG_STATE_INACTIVE'
    }
  }

  function hold(name: string, value: unknown, at: Path, size: number): void {
    heldBytes += size
    if (heldBytes > options.maxHeldBytes)
      fail('too_large', at, `and the members that wait for it are more than ${options.maxHeldBytes} bytes; put orgId and org first`)
    const waiting = held.get(name)
    if (waiting === undefined) held.set(name, [{ value, place: at }])
    else waiting.push({ value, place: at })
  }

  function convertHeld(name: string, convert: ConvertEntry): void {
    for (const { value, place: at } of held.get(name) ?? []) write(name, value, at, convert(value, at, context), 0)
  }

  function write(name: string, raw: unknown, at: Path, entry: object | undefined, size: number): void {
    if (isEmptyPlace(raw)) return
    count(name, entry !== undefined)
    if (entry === undefined) return
    pieces.add(name, entry, size)
    for (const member of withoutEffect(name, entry)) ledger.gather('no-effect', at, placeOfMember(raw, member, at))
  }

  function setSingle(name: string, raw: unknown, at: Path, read: object, size: number): void {
    pieces.set(name, read, size)
    policies.set(name, { raw, place: at, read })
    for (const member of withoutEffect(name, read)) {
      const [first = ''] = member
      if (member.length === 0 || memberOf(raw, String(first)) !== undefined) ledger.add('no-effect', placeOfMember(raw, member, at))
      // In v1, factors and identity providers are not members of the policy. Members that the input does not have keep their defaults.
      else if (held.has(String(first))) ledger.add('no-effect', [...place, first])
    }
  }

  /** An empty policy still counts as set. */
  function readSingle(name: keyof typeof singles, value: unknown, at: Path): object | undefined {
    if (!isEmptyPlace(value)) return readEntry(singles[name], value, at, ledger)
    if (name !== 'org') return {}
    ledger.add('invalid-entry', at, 'The organization has no name.')
    return undefined
  }

  function takeMember(name: string, spelling: string, { value, size }: Found): void {
    const at = [...place, spelling]
    if (name === 'orgId') {
      orgId = readOrgId(value, at)
      pieces.set(name, orgId, size)
    } else if (name === 'orgState') {
      const state = readState(value, at)
      if (state !== 'ORG_STATE_UNSPECIFIED') pieces.set(name, state, size)
    } else if (name === 'loginPolicy') {
      loginPolicy = { value, place: at }
    } else if (name === 'iamPolicy') {
      iamPolicy = { value, place: at }
    } else if (isSingle(name)) {
      const read = readSingle(name, value, at)
      count(name, read !== undefined)
      if (name === 'domainPolicy') domainPolicy = read
      else if (read !== undefined) setSingle(name, value, at, read, size)
    }
  }

  function reportWeakMembers(): void {
    for (const { policy, member, weakness } of weakMembersOf(Object.fromEntries([...policies].map(([name, { read }]) => [name, read])))) {
      const { raw, place: at = place } = policies.get(policy) ?? {}
      ledger.add(weaknesses[weakness], placeOfMember(raw, [member], at))
    }
  }

  return {
    member(spelling, { value, size }) {
      if (value === null || value === undefined) return
      const at = [...place, spelling]
      const name = recognize(spelling)
      if (name === undefined) return ledger.add('unknown-member', at)
      if (name === 'secondFactors' || name === 'multiFactors') return hold(name, value, at, size)
      if (isList(name)) return ledger.add('invalid-member', at, 'It must be a list.')
      takeMember(name, spelling, { value, size })
    },
    beginList(spelling) {
      const name = recognize(spelling)
      if (name === undefined) ledger.add('unknown-member', [...place, spelling])
      list = { spelling, name: name !== undefined && isList(name) ? name : undefined }
      if (name !== undefined && !isList(name)) takeMember(name, spelling, { value: [], size: 0 })
    },
    entry(index, { value, size }) {
      if (list?.name === undefined) return
      const { name } = list
      const at = [...place, list.spelling, index]
      const convert = name === 'projectMembers' && seen.has('projects') ? convertProjectMember : entries.get(name)
      if (convert === undefined) return hold(name, value, at, size)
      const entry = convert(value, at, context)
      if (entry !== undefined) notes.keeps(name, at)
      write(name, value, at, entry, size)
    },
    end() {
      if (seen.size === 0) return false
      if (orgId === undefined)
        return fail('org_without_id', place, 'has no orgId, so its users could become users of another organization; add the orgId')
      const domains = convertDomainPolicy(iamPolicy, domainPolicy, options.domainPolicyDefaults, ledger)
      if (iamPolicy !== undefined) count('iamPolicy', domains !== undefined)
      if (domains !== undefined)
        setSingle(
          'domainPolicy',
          domainPolicy ?? iamPolicy?.value,
          domainPolicy === undefined && iamPolicy !== undefined ? iamPolicy.place : [...place, seen.get('domainPolicy') ?? 'domainPolicy'],
          domains,
          0,
        )
      const login = convertLoginPolicy(
        {
          loginPolicy,
          secondFactors: held.get('secondFactors') ?? [],
          multiFactors: held.get('multiFactors') ?? [],
          idps: held.get('idps') ?? [],
        },
        ledger,
        notes,
      )
      if (loginPolicy !== undefined) count('loginPolicy', login !== undefined)
      if (login !== undefined) setSingle('loginPolicy', loginPolicy?.value, loginPolicy?.place ?? place, login, 0)
      convertHeld('oidcApps', (raw, at) => convertOidcApp(raw, at, ledger, notes.clientIds))
      convertHeld('apiApps', (raw, at) => convertApiApp(raw, at, ledger, notes.clientIds))
      convertHeld('projectMembers', convertProjectMember)
      reportWeakMembers()
      pieces.end()
      notes.write()
      ledger.flush()
      return true
    },
  }
}

const singles = {
  org: fields.org,
  domainPolicy: fields.domainPolicy,
  labelPolicy: fields.labelPolicy,
  lockoutPolicy: fields.lockoutPolicy,
  passwordComplexityPolicy: fields.passwordComplexityPolicy,
  privacyPolicy: fields.privacyPolicy,
} as const

const weaknesses: Readonly<Record<Weakness, ReasonCode>> = { short_passwords: 'short-passwords', unlimited_attempts: 'unlimited-attempts' }

/** The table stands for every member of an organization. */
function withoutEffect(name: string, value: object): readonly MemberPath[] {
  const effects: Effects = (orgEffects as Readonly<Record<string, Effects>>)[name] ?? 'acts'
  return membersWithoutEffect(value, effects)
}

function isSingle(name: string): name is keyof typeof singles {
  return Object.hasOwn(singles, name)
}
