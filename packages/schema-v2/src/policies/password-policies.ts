// What a new password must hold, how old one may grow, and how many failures lock a user.

import type * as v from 'valibot'
import { message } from '../json/message.ts'
import { bool, uint32, uint64 } from '../json/scalars.ts'

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

/** 0 means never lock. */
export const lockoutPolicySchema = message({
  maxPasswordAttempts: uint32(),
  maxOtpAttempts: uint32(),
})
export type LockoutPolicy = v.InferOutput<typeof lockoutPolicySchema>
