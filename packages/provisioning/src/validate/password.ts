// Bounds of a password in clear. The upper one is that of hashing: what is longer would only cost time.
import type { Problem } from '../report/reason.ts'

const longestPassword = 1024

export function passwordProblem(password: string | undefined): Problem | undefined {
  if (password === undefined) return undefined
  if (password === '') return { reason: 'password_empty', member: 'user.password' }
  return password.length > longestPassword || new TextEncoder().encode(password).length > longestPassword
    ? { reason: 'password_too_long', member: 'user.password' }
    : undefined
}
