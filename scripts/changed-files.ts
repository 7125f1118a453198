// The files that differ between the working tree and the last commit.
import { execFileSync } from 'node:child_process'

/** @returns changed and new files, relative to the repository, without removed ones */
export function changedFiles(root: string): readonly string[] {
  const lines = (args: readonly string[]): readonly string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '')
  return [...lines(['diff', '--name-only', '--diff-filter=d', 'HEAD']), ...lines(['ls-files', '--others', '--exclude-standard'])]
}
