// Keeps an identity while its user decides what to do with it. It is sealed, and bound to the authorization request and the browser.
import { equalDigests } from '@symbolon/core-protocol'
import type { Visit } from '@symbolon/login'
import * as v from 'valibot'
import type { ExternalIdentity } from '../identity/external-identity.ts'
import { signInLifetime } from './surroundings.ts'
import type { ExternalContext } from './surroundings.ts'

/** An identity that waits. */
export interface KeptIdentity {
  readonly identity: ExternalIdentity
  /** Milliseconds since the epoch: when it was proven. */
  readonly at: number
  /** The user who links it; absent before a user is signed in. */
  readonly userId?: string
}

const optionalText = v.exactOptional(v.string())
const keptSchema = v.object({
  identity: v.object({
    idpId: v.string(),
    idpName: v.string(),
    externalId: v.string(),
    externalName: optionalText,
    userName: optionalText,
    email: v.exactOptional(v.object({ address: v.string(), verified: v.boolean() })),
    firstName: optionalText,
    lastName: optionalText,
    displayName: optionalText,
    nickName: optionalText,
    preferredLanguage: optionalText,
    pictureUrl: optionalText,
    authenticatedAt: v.exactOptional(v.number()),
  }),
  at: v.number(),
  userId: optionalText,
})

/** Keeps the identity for ten minutes. */
export async function keepIdentity(kept: KeptIdentity, { pending }: Visit, { stores, sealing, now }: ExternalContext): Promise<void> {
  await stores.externalSignIns.keepIdentity({
    requestId: pending.id,
    browser: pending.browser ?? '',
    sealedIdentity: await sealing.seal(JSON.stringify(kept), purposeOf(pending.id)),
    expiresAt: now() + signInLifetime,
  })
}

/** Finds the identity that waits for this authorization request. */
export async function findIdentity({ pending }: Visit, { stores, sealing, now }: ExternalContext): Promise<KeptIdentity | undefined> {
  const waiting = await stores.externalSignIns.findIdentity(pending.id, now())
  if (waiting === undefined || !equalDigests(waiting.browser, pending.browser ?? '')) return undefined
  return v.parse(keptSchema, JSON.parse(await sealing.open(waiting.sealedIdentity, purposeOf(pending.id))))
}

/** Removes the identity. @returns whether this call did it */
export async function dropIdentity({ pending }: Visit, { stores, now }: ExternalContext): Promise<boolean> {
  return (await stores.externalSignIns.takeIdentity(pending.id, now())) !== undefined
}

function purposeOf(requestId: string): string {
  return `external identity ${requestId}`
}
