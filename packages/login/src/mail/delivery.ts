// Sends the mails of the outbox. A mail that the mail server refuses permanently is dropped and recorded in the audit trail; after any other failure
// it is sent again, later and later, until it expires.
import { define } from '@symbolon/core-protocol'
import type { AnyRepeatedTask, ClaimedMail, Context } from '@symbolon/core-protocol'
import type { Mail, Mailer, MailImage } from './mailer.ts'
import { logoContentId, openMail } from './outbox.ts'
import type { MailedUser, OpenedMail } from './outbox.ts'

type DeliveryContext = Context<'mailOutbox' | 'policies'>

/** Milliseconds between two polls of the outbox. */
const interval = 1000
/** How many mails one process sends at the same time. */
const batch = 5
/** How long a process may take to send a mail before another process sends it, milliseconds. Longer than the time limits of a mailer. */
const lease = 300_000
/** How long a closing provider waits for the mails in progress, milliseconds. */
const shutdownGrace = 500
const firstDelay = 60_000
const longestDelay = 3_600_000

/**
 * Creates the task that sends the mails of the outbox.
 *
 * @example createProvider({ tasks: [mailDelivery(mailSmtp({ url, from }))], … })
 */
export function mailDelivery(mailer: Mailer): AnyRepeatedTask {
  return define({
    kind: 'repeated_task',
    name: 'mail_delivery',
    stores: ['mailOutbox', 'policies'],
    interval,
    async repeat(context: DeliveryContext, stopping) {
      const { signal: end, release } = later(stopping, shutdownGrace)
      try {
        for (;;) {
          const now = context.now()
          const claimed = stopping.aborted ? [] : await context.stores.mailOutbox.claim(now, now + lease, batch)
          await Promise.all(claimed.map((mail) => deliver(mail, mailer, end, context)))
          if (claimed.length < batch) return
        }
      } finally {
        release()
      }
    },
  })
}

/** A signal that aborts a number of milliseconds after the given signal. @returns the signal, and the function that clears its timer */
function later(signal: AbortSignal, milliseconds: number): { readonly signal: AbortSignal; readonly release: () => void } {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = (): void => {
    timer = setTimeout(() => end.abort(), milliseconds)
  }
  signal.addEventListener('abort', begin, { once: true })
  return {
    signal: end.signal,
    release() {
      signal.removeEventListener('abort', begin)
      clearTimeout(timer)
    },
  }
}

async function deliver(claimed: ClaimedMail, mailer: Mailer, end: AbortSignal, context: DeliveryContext): Promise<void> {
  const { id, sealed, tries } = claimed
  const { stores, log } = context
  try {
    const opened = await openMail(id, sealed, context)
    if (opened !== undefined) {
      const { mail, recipient } = opened
      const outcome = await mailer.send({ ...mail, images: await imagesOf(opened, context) }, end)
      log.info(outcome === 'accepted' ? 'mail_sent' : 'mail_refused', { purpose: mail.purpose, tries })
      if (outcome === 'refused') await recordRefusal(mail, recipient, context)
    }
    await stores.mailOutbox.remove(claimed)
  } catch (error) {
    log.warn('mail_not_sent', { tries, reason: end.aborted ? 'stopping' : reasonOf(error) })
    // A mail that was broken off is due at once: the next process sends it.
    await stores.mailOutbox.postpone(claimed, context.now() + (end.aborted ? 0 : delayAfter(tries)))
  }
}

/** A logo that was replaced since the mail was written is left out. */
async function imagesOf({ logo }: OpenedMail, { stores, issuer }: DeliveryContext): Promise<readonly MailImage[]> {
  const image = logo === undefined ? undefined : await stores.policies.findBrandImage(logo)
  if (image === undefined) return []
  const { contentType, bytes } = image
  return contentType === 'image/png' || contentType === 'image/jpeg' ? [{ contentId: logoContentId(issuer), contentType, bytes }] : []
}

/** A mail to an address without a user records no event: any visitor may type such addresses. */
async function recordRefusal(
  { purpose }: Pick<Mail, 'purpose'>,
  recipient: MailedUser | undefined,
  context: DeliveryContext,
): Promise<void> {
  if (recipient === undefined) return
  const { userId, orgId } = recipient
  await context.audit({ type: 'mail_refused', subject: { kind: 'user', id: userId }, orgId, details: { purpose } })
}

/** @returns milliseconds: one minute after the first try, doubled with each further one, at most one hour */
export function delayAfter(tries: number): number {
  return Math.min(firstDelay * 2 ** (tries - 1), longestDelay)
}

/** The name and the code of the error. Its message may hold an address, which does not belong into a log. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
