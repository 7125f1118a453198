// What the working tree changes against the last commit.
import { execFileSync } from 'node:child_process'

/** @returns changed and new files, seen from the repository; removed ones are left out */
export function changedFiles(root: string): readonly string[] {
  const lines = (args: readonly string[]): readonly string[] => (
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter((line) => line !== '')
  )
  return [...lines(['diff', '--name-only', '--diff-filter=d', 'HEAD']), ...lines(['ls-files', '--others', '--exclude-standard'])]
}
