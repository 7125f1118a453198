// What a person reads on the terminal after a start.
import type { RunningSymbolon } from './start.ts'

export function startText({ issuer, administrator, reports, notices }: RunningSymbolon): string {
  const lines = ['', `  Symbolon runs at ${issuer}`, '']
  if (administrator !== undefined) {
    lines.push(
      '  An administrator was created. The password is shown this once:',
      '',
      `    login name   ${administrator.loginName}`,
      `    password     ${administrator.password}`,
      '',
    )
  }
  return `${[...lines, ...notices.map((notice) => `  Note: ${notice}\n`), ...reports].join('\n')}\n`
}
