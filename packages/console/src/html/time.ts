// Times in words. The zone of the reader is not known without a script, so they are in UTC.
import { html } from 'hono/html'
import type { Markup } from './markup.ts'

/**
 * @param at milliseconds since the epoch
 * @param language BCP 47
 */
export function timeOf(at: number, language: string): Markup {
  const time = new Date(at)
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(time)
  return html`<time datetime="${time.toISOString()}">${text} UTC</time>`
}
