// Names that people and service users sign in with (UN-01). Whether a name is free, only the storage can say.
import { userNameProblem } from '@symbolon/core-protocol'
import type { Problem } from '../report/reason.ts'

export function userNameProblemOf(userName: string): Problem | undefined {
  const problem = userNameProblem(userName)
  return problem === undefined ? undefined : { reason: `user_name_${problem}`, member: 'user.userName' }
}
