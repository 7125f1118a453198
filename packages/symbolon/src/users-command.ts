// `symbolon users invite|reset LOGIN`: on the database itself when no server holds it, or through a running server. Where a mail server is
// configured, the user gets a link by mail as well: a running service sends it, or the next start.
import { userLinkPath, userLinkRefusals } from '@symbolon/admin-api'
import { recordAuditEvents } from '@symbolon/core-protocol'
import { issueUserLink, loginMail, userLinkStores } from '@symbolon/login'
import type { UserLinkKind } from '@symbolon/login'
import { mailTemplates } from '@symbolon/ui-templates'
import * as v from 'valibot'
import { connect, notOurs } from './at-server.ts'
import type { Configuration } from './configuration.ts'
import { onDatabase, requireDatabase } from './on-database.ts'
import { StartError } from './start-error.ts'
import { mailerOf } from './start.ts'

/** The arguments of `symbolon users`. */
export interface UsersCommand {
  readonly kind: UserLinkKind
  readonly loginName: string
  /** Of a reset: whether the new password removes every other factor of the user. */
  readonly withoutFactors?: true
}

const linkSchema = v.object({
  loginName: v.string(),
  link: v.string(),
  expiresAt: v.string(),
  mailedTo: v.exactOptional(v.string()),
})

/** A link for a user, as the server returns it. */
export type PrintedLink = v.InferOutput<typeof linkSchema>

/** @throws StartError token_missing, server_unreachable, server_refused */
export async function linkAtServer(command: UsersCommand, server: string, configuration: Configuration): Promise<PrintedLink> {
  const answer = await connect(server, configuration)({ path: userLinkPath, method: 'POST', body: JSON.stringify(command) })
  const { success, output } = v.safeParse(linkSchema, answer)
  if (!success) throw notOurs(server)
  return output
}

/** @throws StartError, StorageStartError when nothing could be done */
export async function linkHere(command: UsersCommand, configuration: Configuration): Promise<PrintedLink> {
  requireDatabase(configuration)
  const mailer = await mailerOf(configuration)
  const mail = mailer === undefined ? undefined : loginMail({ mailer, templates: mailTemplates() })
  return await onDatabase(configuration, [...userLinkStores, 'auditEvents'], async (opened) => {
    const issued = await issueUserLink(command, mail, { ...opened, issuer: configuration.issuer })
    if (issued.kind === 'refused') throw new StartError(issued.reason, userLinkRefusals[issued.reason])
    const { kind: _, userId, expiresAt, ...link } = issued
    const { loginName: __, ...asked } = command
    const details = { ...asked, mailed: link.mailedTo !== undefined }
    await recordAuditEvents([{ type: 'user_link_issued', subject: { kind: 'user', id: userId }, details }], opened)
    return { ...link, expiresAt: new Date(expiresAt).toISOString() }
  })
}

/** What a person reads on the terminal. */
export function formatUserLink({ loginName, link, expiresAt, mailedTo }: PrintedLink): string {
  const sent = mailedTo === undefined ? '' : `\nAnother link goes to ${mailedTo} by mail.\n`
  return `Give this link to ${loginName} only. It works once, until ${expiresAt}:\n\n  ${link}\n${sent}`
}
