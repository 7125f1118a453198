// The forms of a page, read as a browser without scripts reads them. Good enough for pages of our own.

export interface HtmlForm {
  readonly action: string
  readonly method: string
  /** Names and values of all inputs, hidden ones included. */
  readonly fields: Readonly<Record<string, string>>
  /** How many `button[type=submit]` the form has. */
  readonly submitButtons: number
}

export function readForms(html: string): readonly HtmlForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)].map(([, tag = '', content = '']) => ({
    action: attribute(tag, 'action') ?? '',
    method: (attribute(tag, 'method') ?? 'get').toUpperCase(),
    fields: Object.fromEntries([...content.matchAll(/<input\b([^>]*)>/gis)].flatMap(([, input = '']) => {
      const name = attribute(input, 'name')
      return name === undefined ? [] : [[name, attribute(input, 'value') ?? '']]
    })),
    submitButtons: [...content.matchAll(/<button\b[^>]*type="submit"/gi)].length,
  }))
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return value === undefined ? undefined : unescape(value)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => entities[name] ?? '')
}
