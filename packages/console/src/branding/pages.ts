// The pages about the branding of the sign-in pages.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { brandingFormLimit, brandingPage, changeBranding } from './branding.ts'
import { brandingPreview } from './preview.ts'

/** The branding of the instance and of organizations, with previews. */
export function brandingPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  return (
    [
      ['the instance', '/instance/branding'],
      ['an organization', '/orgs/:orgId/branding'],
    ] as const
  ).flatMap(([of, path]) => [
    page({
      name: `branding of ${of} in the console`,
      path,
      dangerous: true,
      filesLimit: brandingFormLimit,
      stores: ['policies'],
      page: brandingPage,
      post: changeBranding,
    }),
    page({ name: `preview of the branding of ${of} in the console`, path: `${path}/preview`, stores: ['policies'], page: brandingPreview }),
  ])
}
