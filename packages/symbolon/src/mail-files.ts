// Mails as files, for development: without a mail server one can read the code of a mail. The files hold codes, so only their owner may read
// them. Nothing of a mail is ever logged.
import type { Mailer, MailImage } from '@symbolon/login'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the mails of a service on this machine go. */
export const mailDirectory = '.symbolon/mail'

/**
 * Creates a mailer that writes each mail to two files, `<time>-<purpose>-<id>.txt` and `.html`.
 * @param now milliseconds since the epoch
 */
export function mailFiles(directory: string, now: () => number = Date.now): Mailer {
  return {
    async send({ id, to, subject, text, html, images, purpose }) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const name = `${new Date(now()).toISOString().replaceAll(':', '-')}-${purpose}-${id.slice(0, 8)}`
      await write(join(directory, `${name}.txt`), `To: ${to.name} <${to.address}>\nSubject: ${subject}\n\n${text}\n`)
      await write(join(directory, `${name}.html`), images.reduce(withImage, html))
      return 'accepted'
    },
  }
}

/** A browser shows an image of a mail only from a `data:` address. */
function withImage(html: string, { contentId, contentType, bytes }: MailImage): string {
  return html.replaceAll(`cid:${contentId}`, `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`)
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 })
}
