// What a new password must hold, how old one may grow, and how many failures lock a user.

import type * as v from 'valibot'
import { message } from '../json/message.ts'
import { bool, uint32, uint64 } from '../json/scalars.ts'
import { stricter } from '../json/leaf.ts'

export const passwordComplexityPolicySchema = message({
  /** A decimal string, as every uint64 of the format. */
  minLength: uint64(),
  hasUppercase: bool(),
  hasLowercase: bool(),
  hasNumber: bool(),
  hasSymbol: bool(),
})
export type PasswordComplexityPolicy = v.InferOutput<typeof passwordComplexityPolicySchema>

/** Of the instance only; 0 means never. */
export const passwordAgePolicySchema = message({
  expireWarnDays: uint32(),
  maxAgeDays: uint32(),
})
export type PasswordAgePolicy = v.InferOutput<typeof passwordAgePolicySchema>

/** What holds where no policy says otherwise: a number that cannot be read must not mean never. */
const DEFAULT_ATTEMPTS = 10

/** 0 means never lock. */
export const lockoutPolicySchema = message({
  maxPasswordAttempts: stricter(uint32(), DEFAULT_ATTEMPTS),
  maxOtpAttempts: stricter(uint32(), DEFAULT_ATTEMPTS),
})
export type LockoutPolicy = v.InferOutput<typeof lockoutPolicySchema>
