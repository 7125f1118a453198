// The rules of axe. https://www.w3.org/TR/WCAG22/
import axe from 'axe-core'
import type { Page } from 'playwright-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** @returns what axe finds wrong with a page. A frame is a separate page: in a sandbox it runs no script. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async (tags) => {
    const { run } = (globalThis as unknown as { readonly axe: typeof axe }).axe
    return (await run(document, { runOnly: tags, resultTypes: ['violations'], iframes: false })).violations
  }, rules)
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary ?? ''}`))
}
