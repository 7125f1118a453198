// The pages about texts of one's own: those of organizations and those of the instance.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { textPreview } from './preview.ts'
import { changeTexts, textForm, textsPage } from './texts.ts'

/** @returns the pages */
export function customTextPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  return (
    [
      ['an organization', '/orgs/:orgId/texts'],
      ['the instance', '/instance/texts'],
    ] as const
  ).flatMap(([of, path]) => {
    const one = `${path}/:list/:language`
    return [
      page({ name: `texts of ${of} in the console`, path, page: textsPage }),
      page({ name: `texts of ${of} in one language in the console`, path: one, page: textForm, post: changeTexts }),
      page({ name: `preview of texts of ${of} in the console`, path: `${one}/preview`, stores: ['policies'], page: textPreview }),
    ]
  })
}
