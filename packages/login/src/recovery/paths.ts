// The paths of the flows that end in a password.
import type { FlowKind } from '../mail/code-flow.ts'
import { invitationPath, recoveryPath } from '../visit/paths.ts'
import type { PasswordFlow, PasswordFlowState } from './flow.ts'

/** The page and the form of the mailed code. */
export const recoveryCodePath: string = `${recoveryPath}/code`

const bases: Readonly<Record<PasswordFlowPurpose, string>> = { recovery: recoveryPath, invitation: invitationPath }

/** The two flows. */
export type PasswordFlowPurpose = 'recovery' | 'invitation'

/** @throws TypeError for a flow that does not end in a password */
export function purposeOf({ purpose }: FlowKind<PasswordFlowState>): PasswordFlowPurpose {
  if (purpose === 'recovery' || purpose === 'invitation') return purpose
  throw new TypeError(`The flow ${purpose} does not end in a password.`)
}

/** The purpose that the pages state: a link that replaces a password is not an invitation, even if an administrator issued it. */
export function shownPurposeOf(
  kind: FlowKind<PasswordFlowState>,
  { state: { wasSet, removesFactors } }: PasswordFlow,
): PasswordFlowPurpose {
  return wasSet === true || removesFactors === true ? 'recovery' : purposeOf(kind)
}

/** The mailed link, and the form of its page. */
export function linkPathOf(kind: FlowKind<PasswordFlowState>): string {
  return `${bases[purposeOf(kind)]}/link`
}

/** The page and the form of the password. */
export function firstPasswordPathOf(kind: FlowKind<PasswordFlowState>): string {
  return `${bases[purposeOf(kind)]}/password`
}

/** The form of a passkey in place of the first password. */
export const invitedPasskeyPath: string = `${invitationPath}/passkey`

/** The page and the form of the second factor. */
export function secondFactorPathOf(kind: FlowKind<PasswordFlowState>): string {
  return `${bases[purposeOf(kind)]}/second-factor`
}

/** The address of the link in a mail. */
export function mailedLink(kind: FlowKind<PasswordFlowState>, issuer: string, flow: string, code: string): string {
  return `${issuer}${linkPathOf(kind)}?flow=${encodeURIComponent(flow)}&code=${encodeURIComponent(code)}`
}
