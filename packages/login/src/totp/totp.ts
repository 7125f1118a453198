// The authenticator for codes of an authenticator app (TOTP). https://www.rfc-editor.org/rfc/rfc6238
import { checkNoOptions, secondFactor } from '@symbolon/core-protocol'
import type { NoOptions, RequestContext } from '@symbolon/core-protocol'
import { defineAuthenticator } from '../steps/contract.ts'
import type { AnyAuthenticator, FactorCheck, FactorSubject } from '../steps/contract.ts'
import { refusedTooEarly } from '../steps/second-factors.ts'
import { totpPath } from '../visit/paths.ts'
import type { LoginStore } from '../visit/visit.ts'
import { checkCode } from './check-code.ts'
import { readCode } from './time-step.ts'

/** Creates the authenticator for codes of authenticator apps. It performs the step `second_factor`. */
export function totp(...none: NoOptions): AnyAuthenticator {
  checkNoOptions('totp', none)
  return defineAuthenticator({
    name: 'totp',
    step: secondFactor,
    stores: ['oneTimeCodes'],
    async enrolled({ id, secondFactors }, { stores }) {
      if (!secondFactors.includes('otp')) return []
      const since = (await stores.oneTimeCodes.find(id))?.enrolledAt
      return [{ method: 'otp', ...(since === undefined ? {} : { since }) }]
    },
    secondFactor: {
      factor: 'one_time_code',
      method: 'otp',
      path: totpPath,
      page: async (shown) => ({ ...shown, kind: 'one_time_code' }),
      check: takeCode,
    },
  })
}

async function takeCode(
  { code: typed = '' }: Readonly<Record<string, string>>,
  { user, visit }: FactorSubject,
  context: RequestContext<LoginStore | 'oneTimeCodes'>,
): Promise<FactorCheck> {
  if (typed.trim() === '') return { kind: 'refused', refusal: { error: 'missing_code' } }
  const code = readCode(typed)
  // Text that is not a code does not count as an attempt.
  if (code === undefined) return { kind: 'refused', refusal: { error: 'invalid_code' } }
  const outcome = await checkCode(code, user, visit.request, context)
  switch (outcome.kind) {
    case 'right':
      return { ...outcome, method: 'otp' }
    case 'absent':
      return outcome
    case 'too_early':
      return refusedTooEarly(outcome, context)
    case 'refused': {
      const { reason, blocks } = outcome
      return { kind: 'refused', refusal: { error: 'invalid_code' }, failure: { reason, ...(blocks ? { blocks } : {}) } }
    }
  }
}
