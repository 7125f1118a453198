// Measures what the browser computed, in the page itself.
import type { Page } from 'playwright-core'

/** Red, green, blue (0 to 255) and opacity (0 to 1). */
type Colour = readonly [red: number, green: number, blue: number, alpha: number]

export interface Contrast {
  readonly text: string
  readonly ratio: number
}

/** @returns what reaches beyond the width of the page; nothing when it does not scroll sideways */
export async function overflowing(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const beyond = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth)
    return [`${scrollWidth} > ${clientWidth}`, ...beyond.map((element) => element.outerHTML.slice(0, 80))]
  })
}

/** @returns the texts that are squeezed into a column of letters */
export async function squeezed(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const texts = [...document.querySelectorAll('body *')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== ''),
    )
    return texts.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      return height > 4 * Math.max(width, 1) ? [`${Math.round(width)} x ${Math.round(height)}: ${element.textContent ?? ''}`] : []
    })
  })
}

/** @returns the visible controls that are lower or narrower than that */
export async function smallTargets(page: Page, pixels: number): Promise<readonly string[]> {
  return await page.evaluate((least) => {
    const controls = [...document.querySelectorAll('button, a, input:not([type=hidden])')]
    return controls.flatMap((element) => {
      if (element.getClientRects().length === 0) return []
      const { width, height } = element.getBoundingClientRect()
      return width < least || height < least ? [`${width} x ${height}: ${element.outerHTML.slice(0, 80)}`] : []
    })
  }, pixels)
}

/** The contrast of every text of the page, and of what stands in its fields, with what is painted behind it. */
export async function computedContrasts(page: Page): Promise<readonly Contrast[]> {
  const pairs = await page.evaluate(() => {
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '')
    const elements = [...document.querySelectorAll('body *')].filter(
      (element) => (hasText(element) || element.matches('input:not([type=hidden])')) && element.getClientRects().length > 0,
    )
    return elements.map((element) => {
      const behind: string[] = []
      for (let each: Element | null = element; each !== null; each = each.parentElement) behind.push(getComputedStyle(each).backgroundColor)
      return {
        text: element.textContent?.trim() === '' ? element.outerHTML.slice(0, 60) : (element.textContent ?? ''),
        colour: getComputedStyle(element).color,
        behind,
      }
    })
  })
  return pairs.map(({ text, colour, behind }) => {
    const ground = behind.map(readColour).find(([, , , alpha]) => alpha === 1) ?? [255, 255, 255, 1]
    const [lighter = 0, darker = 0] = [relativeLuminance(readColour(colour)), relativeLuminance(ground)].sort((a, b) => b - a)
    return { text, ratio: (lighter + 0.05) / (darker + 0.05) }
  })
}

/** @param colour as browsers compute them: `rgb(1, 2, 3)` */
export function luminance(colour: string): number {
  return relativeLuminance(readColour(colour))
}

function readColour(text: string): Colour {
  const [red, green, blue, alpha = 1] = (/^rgba?\(([^)]*)\)$/.exec(text)?.[1] ?? '').split(',').map(Number)
  if (red === undefined || green === undefined || blue === undefined || Number.isNaN(red)) throw new TypeError(`no colour: ${text}`)
  return [red, green, blue, alpha]
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function relativeLuminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
