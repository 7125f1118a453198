// The parameters of a path, for endpoints whose path has some: `/manage/v1/orgs/:orgId`.

/**
 * @param pattern the path of the endpoint, with parameters as `:orgId`
 * @param path of a request to it
 * @returns the parameters by their names, decoded; undefined where one is not percent-encoded UTF-8
 */
export function pathParameters(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const segments = path.split('/')
  try {
    return Object.fromEntries(
      pattern
        .split('/')
        .flatMap((name, index) => (name.startsWith(':') ? [[name.slice(1), decodeURIComponent(segments[index] ?? '')]] : [])),
    )
  } catch {
    return undefined
  }
}
