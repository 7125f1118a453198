// What a report of an added factor takes back.
import type { Context, Session, User } from '@symbolon/core-protocol'
import type { TakenBack } from '../mail/change-report.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { passwordSuffices } from '../visit/due-of-session.ts'

/**
 * Decides it before the factor is added: an attacker who took over an account without a second factor must not lock its owner out by adding one.
 *
 * @throws TypeError outside a composed login
 */
export async function takenBackOf(
  session: Session,
  user: User,
  mail: LoginMail | undefined,
  context: Pick<Context<never>, 'now' | 'registry'>,
): Promise<TakenBack> {
  return mail?.changeReports === true && (await passwordSuffices(session, user, context)) ? { factors: true } : {}
}
