// The mails that a provider would send now.
import { mailDelivery } from '@symbolon/login'
import type { Mail } from '@symbolon/login'
import { sealingOf } from './provider.ts'
import type { TestProvider } from './provider.ts'

/** Takes the mails that wait in the outbox, as the task that sends them does. */
export async function takeMails(provider: TestProvider): Promise<readonly Mail[]> {
  const { clock, storage } = provider
  const mails: Mail[] = []
  const delivery = mailDelivery({
    send: async (mail) => {
      mails.push(mail)
      return 'accepted'
    },
  })
  const silent = (): void => undefined
  const context = {
    now: clock.now,
    sealing: await sealingOf(provider),
    stores: storage.stores,
    log: { info: silent, warn: silent, error: silent },
  }
  await delivery.repeat(context as unknown as Parameters<typeof delivery.repeat>[0], new AbortController().signal)
  return mails
}
