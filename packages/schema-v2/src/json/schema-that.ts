// Schemas of valibot that read a value in one pass. A pipe would build an object at each of its steps, which is most of the time that reading
// a large document takes.
import * as v from 'valibot'

type Issue = v.BaseIssue<unknown>
/** How a schema reads: the value in its normal form, or issues. */
export type Read<T> = (input: unknown, config: v.Config<Issue>) => Reading<T>
/** What reading a value gives. */
export type Reading<T> = v.SuccessDataset<T> | v.FailureDataset<Issue>

/** @returns the schema that reads with this function */
export function schemaThat<T>(read: Read<T>): v.GenericSchema<unknown, T> {
  const run = ({ value }: v.UnknownDataset, config: v.Config<Issue>): Reading<T> => read(value, config)
  return Object.assign(v.unknown(), { '~run': run }) as v.GenericSchema<unknown, T>
}

/**
 * @param message the expected value, never the received one
 * @param path from the input to the place of the issue, if it is a member
 * @returns an issue about the input, or about a member of it
 */
export function issueOf(input: unknown, config: v.Config<Issue>, message: string, path?: v.IssuePathItem): Issue {
  return {
    ...config,
    kind: 'schema',
    type: 'document',
    input,
    expected: null,
    received: typeof input,
    message,
    ...(path && { path: [path] }),
  }
}

/** @returns the issues of a member, with paths from the object or list around it */
export function issuesInside([first, ...others]: readonly [Issue, ...Issue[]], place: v.IssuePathItem): [Issue, ...Issue[]] {
  const inside = (issue: Issue): Issue => ({ ...issue, path: [place, ...(issue.path ?? [])] })
  return [inside(first), ...others.map(inside)]
}

/**
 * @param issues at least one
 * @throws TypeError without an issue
 */
export function failure(value: unknown, issues: readonly Issue[]): v.FailureDataset<Issue> {
  const [first, ...others] = issues
  if (first === undefined) throw new TypeError('A failure has an issue.')
  return { typed: false, value, issues: [first, ...others] }
}
