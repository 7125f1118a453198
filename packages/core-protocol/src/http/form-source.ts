// Where a posted form comes from, by the headers that browsers send. A browser that sends neither is checked by the token of the form
// alone. https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
import type { HttpRequest } from './request.ts'

/**
 * Checks `Origin` and `Sec-Fetch-Site`.
 *
 * @returns the header that names another site; undefined when the form comes from this server, as far as the headers show
 */
export function foreignSource(request: HttpRequest, issuer: string): 'origin' | 'sec_fetch_site' | undefined {
  const origin = request.header('origin')
  if (origin !== undefined && origin !== new URL(issuer).origin) return 'origin'
  // `same-site` is another host of the same domain. https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
  const site = request.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none' ? undefined : 'sec_fetch_site'
}
