// The pages about texts of one's own.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { changeTexts, textForm, textsPage } from './texts.ts'

/** @returns the pages */
export function customTextPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  return [
    page({ name: 'texts of an organization in the console', path: '/orgs/:orgId/texts', page: textsPage }),
    page({
      name: 'texts of an organization in one language in the console',
      path: '/orgs/:orgId/texts/:list/:language',
      page: textForm,
      post: changeTexts,
    }),
  ]
}
