// Rows in the order of the document, however their objects were applied: organization by organization, list by list, entry by entry;
// the instance after them, and rows that stand for no object last.
import type { ApplyEntry } from './apply-report.ts'

/** In which order the rows of one organization are read best: what others hang on comes first. */
const members = [
  'domains', 'loginPolicy', 'lockoutPolicy', 'passwordComplexityPolicy', 'domainPolicy', 'privacyPolicy', 'labelPolicy', 'oidcIdps',
  'jwtIdps', 'loginTexts', 'initMessages', 'passwordResetMessages', 'verifyEmailMessages', 'verifyPhoneMessages', 'verifySmsOtpMessages',
  'verifyEmailOtpMessages', 'domainClaimedMessages', 'passwordlessRegistrationMessages', 'inviteUserMessages', 'projects', 'projectRoles',
  'humanUsers', 'machineUsers', 'oidcApps', 'apiApps', 'appKeys', 'machineKeys', 'userMetadata', 'personalAccessTokens', 'userLinks',
  'actions', 'triggerActions', 'projectGrants', 'userGrants', 'orgMembers', 'projectMembers', 'projectGrantMembers',
]

const ranks: ReadonlyMap<string, number> = new Map(members.map((member, index) => [member, index]))

export function inDocumentOrder(entries: readonly ApplyEntry[]): readonly ApplyEntry[] {
  const placed = entries.map((entry) => ({ entry, place: placeOf(entry) }))
  placed.sort((a, b) => {
    const different = a.place.findIndex((rank, level) => rank !== b.place[level])
    return different === -1 ? 0 : (a.place[different] ?? 0) - (b.place[different] ?? 0)
  })
  return placed.map(({ entry }) => entry)
}

/** Object or not, organization, list, entry. */
function placeOf({ kind, path }: ApplyEntry): readonly [number, number, number, number] {
  const [, org, member, index] = /^orgs\[([0-9]+)\](?:\.([A-Za-z]+)(?:\[([0-9]+)\])?)?/.exec(path) ?? []
  const organization = org === undefined ? Number.MAX_SAFE_INTEGER : Number(org)
  if (kind === 'member') return [1, organization, 0, 0]
  return [
    0,
    organization,
    member === undefined ? -1 : ranks.get(member) ?? members.length,
    Number(index ?? -1),
  ]
}
