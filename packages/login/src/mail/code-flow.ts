// Flows that wait for a mailed code. The code is bound to the purpose and the flow by a keyed digest, and works once. A flow without a user has
// a digest that no code has, and takes the same writes, so that no response reveals whether a mail was sent.
import type { Context, MailedCodePurpose } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { sealMail } from './outbox.ts'
import type { OutgoingMail } from './outbox.ts'

/** The stores of a flow. */
export const codeFlowStores = ['mailedCodes', 'mailOutbox', 'messageTexts', 'policies'] as const

/** The context of a flow. */
export type CodeFlowContext = Pick<Context<(typeof codeFlowStores)[number]>, 'issuer' | 'now' | 'randomToken' | 'sealing' | 'stores'>

/** What reading and proving a flow needs. */
type FlowContext = Pick<Context<'mailedCodes'>, 'now' | 'sealing' | 'stores'>

/** One kind of flow. */
export interface FlowKind<State> {
  readonly purpose: MailedCodePurpose
  /** Milliseconds. */
  readonly lifetime: number
  readonly state: v.GenericSchema<unknown, State>
}

/** A flow. */
export interface CodeFlow<State> {
  readonly id: string
  readonly state: State
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly expiresAt: number
  /** Whether the right code was typed. */
  readonly proven: boolean
}

/** Without 0 and O, 1 and I, which look alike. 32 characters, so that five random bits choose one. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 6

/** Draws a code: six characters, 30 random bits. */
function drawCode({ randomToken }: Pick<CodeFlowContext, 'randomToken'>): string {
  const bytes = Uint8Array.from(atob(randomToken().slice(0, 8).replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  return [...bytes].map((byte) => alphabet[byte & 31]).join('')
}

/** Reads a typed code: in any case, with spaces and hyphens. @returns undefined for text that is not a code */
function readMailedCode(typed: string): string | undefined {
  const folded = typed
    .slice(0, 100)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, '')
  return folded.length === codeLength && [...folded].every((character) => alphabet.includes(character)) ? folded : undefined
}

/** Draws the id of a new flow. */
export function drawFlowId({ randomToken }: Pick<CodeFlowContext, 'randomToken'>): string {
  return randomToken()
}

/** Whether the text has the form of the id of a flow. Other text is not looked up. */
export function isFlowId(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** What a flow sends. */
export interface FlowMail {
  /** Whether the code works. In a flow without a user it never does. */
  readonly live: boolean
  /**
   * Whether the previous code stays valid, because the limit of mails allows no further mail. The same rows are written, so that the response
   * does not reveal it. Default: false.
   */
  readonly earlierStays?: boolean
  /** A new flow replaces the flow that was started with this value before. */
  readonly newestOf?: string
  readonly write: (code: string) => Promise<OutgoingMail>
}

/**
 * Begins a flow, or sends the next code of one: the code and its mail are stored in one transaction.
 *
 * @param id random, or derived from what identifies the flow
 * @param seen the flow as read before; undefined for a new one
 * @returns false when another request was first
 */
export async function sendFlowCode<State>(
  kind: FlowKind<State>,
  id: string,
  state: State,
  { live, earlierStays = false, newestOf, write }: FlowMail,
  seen: CodeFlow<State> | undefined,
  context: CodeFlowContext,
): Promise<boolean> {
  const now = context.now()
  const expiresAt = now + kind.lifetime
  const code = drawCode(context)
  const mail = await sealMail(await write(code), { codeId: id, expiresAt }, context)
  const works = digestOf(kind, id, code, context)
  // Computed in both cases: neither takes longer.
  const fails = digestOf(kind, id, context.randomToken(), context)
  const sealed = await sealState(id, state, context)
  return await context.stores.mailedCodes.issue(
    {
      id,
      purpose: kind.purpose,
      digest: live ? works : fails,
      sealed,
      sentAt: now,
      expiresAt,
      ...(newestOf === undefined ? {} : { newestOf }),
    },
    mail,
    seen === undefined ? undefined : { sentAt: seen.sentAt, codeStays: earlierStays },
  )
}

/** Finds a flow of this kind that has not expired. */
export async function findFlow<State>(
  kind: FlowKind<State>,
  id: string | undefined,
  context: FlowContext,
): Promise<CodeFlow<State> | undefined> {
  if (!isFlowId(id)) return undefined
  const stored = await context.stores.mailedCodes.find(id, context.now())
  if (stored === undefined || stored.purpose !== kind.purpose) return undefined
  const state = v.parse(kind.state, JSON.parse(await context.sealing.open(stored.sealed, purposeOf(id))))
  return { id, state, sentAt: stored.sentAt, expiresAt: stored.expiresAt, proven: stored.provenAt !== undefined }
}

/**
 * Verifies a code. Text that is not a code does not count as an attempt.
 *
 * @param next what the flow is about from then on, such as the browser that proved it
 * @returns whether it was right
 */
export async function proveFlow<State>(
  kind: FlowKind<State>,
  { id }: CodeFlow<State>,
  typed: string,
  next: State,
  context: FlowContext,
): Promise<boolean> {
  const code = readMailedCode(typed)
  if (code === undefined) return false
  const { mailedCodes } = context.stores
  if ((await mailedCodes.attempt(id, digestOf(kind, id, code, context), context.now())) !== 'right') return false
  return await mailedCodes.update(id, await sealState(id, next, context), context.now())
}

/** Replaces what a proven flow is about. @returns false when the flow is gone */
export async function updateFlow<State>({ id }: CodeFlow<State>, state: State, context: FlowContext): Promise<boolean> {
  return await context.stores.mailedCodes.update(id, await sealState(id, state, context), context.now())
}

async function sealState(id: string, state: unknown, { sealing }: Pick<CodeFlowContext, 'sealing'>): Promise<string> {
  return await sealing.seal(JSON.stringify(state), purposeOf(id))
}

function digestOf<State>({ purpose }: FlowKind<State>, id: string, code: string, { sealing }: Pick<CodeFlowContext, 'sealing'>): string {
  return sealing.derive('mailed code', `${purpose} ${id} ${code}`)
}

function purposeOf(id: string): string {
  return `mailed code ${id}`
}
