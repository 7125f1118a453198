// Mails of a login in tests: templates that show what they are given, and a reader of the outbox.
import type { LoginMail, MailTemplates, Message } from '../src/index.ts'
import { loginMail } from '../src/index.ts'
import { openMail } from '../src/mail/outbox.ts'
import type { Provider } from './provider.ts'

/** Writes the message itself as the text. */
const templates: MailTemplates = {
  locales: ['en', 'de'],
  write: (message, locale) => ({ subject: message.kind, text: JSON.stringify({ message, locale }), html: '<p></p>' }),
}

export const mail: LoginMail = loginMail({
  changeReports: true,
  templates,
  mailer: {
    send: async () => {
      throw new Error('The tests read the outbox')
    },
  },
})

export interface ReadMail {
  readonly to: string
  readonly message: Message
  readonly locale: string
}

/** Takes all mails that wait, except mails without a recipient. */
export async function takeMails({ context, stores: { mailOutbox } }: Provider): Promise<readonly ReadMail[]> {
  const claimed = await mailOutbox.claim(context.now(), context.now() + 1, 10_000)
  const mails = await Promise.all(
    claimed.map(async ({ id, sealed, tries }) => {
      await mailOutbox.remove({ id, tries })
      return await openMail(id, sealed, context)
    }),
  )
  return mails.flatMap((each) => (each === undefined ? [] : [{ to: each.mail.to.address, ...JSON.parse(each.mail.text) }]))
}
