// Hands the live tokens to the generator in a file, because they are too many for a line.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Announcement } from '../announcement.ts'
import { users } from '../credentials.ts'

/** @param subjects to whom the tokens belong in turn */
export function writeTokens(directory: string, tokens: readonly string[], subjects: readonly string[] = users): Announcement['tokens'] {
  if (tokens.length === 0) return undefined
  const file = join(directory, 'tokens')
  writeFileSync(file, tokens.join('\n'))
  return { file, subjects: [...subjects] }
}
