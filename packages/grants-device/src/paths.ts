// The addresses of the page.

/** The address that devices show. It leads to the page. */
export const shortPath = '/device'

/** The page where users type the code and decide. */
export const pagePath = '/ui/device'

/** @returns the path of the page, with the code and the user where they are known */
export function pageFor(parameters: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
  return present.length === 0 ? pagePath : `${pagePath}?${new URLSearchParams(present)}`
}
