// The authenticator for recovery codes: each replaces a second factor once, for a user who does not have it at hand.
import { checkPartOptions, secondFactor } from '@symbolon/core-protocol'
import type { RequestContext } from '@symbolon/core-protocol'
import { noticeStoresOf, notifyUser } from '../mail/login-mail.ts'
import type { FactorNotices, messageStores } from '../mail/login-mail.ts'
import { defineAuthenticator } from '../steps/contract.ts'
import type { AnyAuthenticator, FactorCheck, FactorSubject } from '../steps/contract.ts'
import { refusedTooEarly } from '../steps/second-factors.ts'
import { recoveryCodePath } from '../visit/paths.ts'
import type { LoginStore } from '../visit/visit.ts'
import { readRecoveryCode } from './code-format.ts'
import { useRecoveryCode } from './code-set.ts'

/**
 * Creates the authenticator for recovery codes. It performs the step `second_factor`, together with the factors that the codes replace.
 *
 * @param options `mail` notifies users by mail of a code that was used
 */
export function recoveryCodes(options: FactorNotices = {}): AnyAuthenticator {
  checkPartOptions('recoveryCodes', options, { mail: 'optional' })
  const { mail } = options
  return defineAuthenticator({
    name: 'recovery_codes',
    step: secondFactor,
    stores: ['recoveryCodes', ...noticeStoresOf(mail)],
    async enrolled({ id }, { stores }) {
      const codes = await stores.recoveryCodes.find(id)
      return codes === undefined || codes.left === 0 ? [] : [{ method: 'recovery', since: codes.confirmedAt }]
    },
    secondFactor: {
      factor: 'recovery_code',
      method: 'recovery_code',
      path: recoveryCodePath,
      page: async (shown) => ({ ...shown, kind: 'recovery_code' }),
      check: async (fields, subject, context) => await takeRecoveryCode(fields, subject, mail, context),
    },
  })
}

async function takeRecoveryCode(
  { code: typed = '' }: Readonly<Record<string, string>>,
  { user, visit }: FactorSubject,
  mail: FactorNotices['mail'],
  context: RequestContext<LoginStore | 'recoveryCodes' | (typeof messageStores)[number]>,
): Promise<FactorCheck> {
  if (typed.trim() === '') return { kind: 'refused', refusal: { error: 'missing_recovery_code' } }
  const code = readRecoveryCode(typed)
  // Text that is not a code does not count as an attempt.
  if (code === undefined) return { kind: 'refused', refusal: { error: 'invalid_recovery_code' } }
  const attempt = await useRecoveryCode(code, user, visit.request, context)
  if (attempt.kind === 'too_early') return refusedTooEarly(attempt, context)
  if (attempt.kind === 'wrong') {
    const failure = { reason: 'wrong_code', ...(attempt.blocks ? { blocks: true } : {}) }
    return { kind: 'refused', refusal: { error: 'invalid_recovery_code' }, failure }
  }
  const left = (await context.stores.recoveryCodes.find(user.id))?.left ?? 0
  await notifyUser('recovery_code_used', user, mail, context)
  return { kind: 'right', method: 'recovery', details: { left } }
}
