// The search of the site: one page that lists every section of every page, and a script that hides those without the words. It loads nothing else, so
// it works without a network, and the list without scripts.

/** A section that is found. */
interface Section {
  readonly heading: string
  readonly text: string
}

/** Characters of a section that are searched and shown. */
const longest = 500

/** Splits a page of Markdown at its headings. Lines in blocks of code do not count. */
export function sectionsOf(markdown: string): readonly Section[] {
  const sections: { heading: string; lines: string[] }[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const [, heading] = isCode ? [] : (/^#{1,6} (.*)$/.exec(line) ?? [])
    if (heading !== undefined) sections.push({ heading: plain(heading), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ heading, lines }) => ({ heading, text: plain(lines.join(' ')).slice(0, longest) }))
}

/** The text without the marks of Markdown. */
function plain(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<!--.*?-->|[`*#|>]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The content of the page of the search. @param pages their Markdown by address @param anchorOf makes the anchor of a heading */
export function searchContent(pages: ReadonlyMap<string, string>, anchorOf: (heading: string) => string): string {
  const groups = [...pages].map(([address, markdown]) => {
    const sections = sectionsOf(markdown)
    const items = sections.map(
      ({ heading, text }) =>
        `<li><a href="${escaped(`${address}#${anchorOf(heading)}`)}">${escaped(heading)}</a> <small>${escaped(text)}</small></li>`,
    )
    return `<details><summary>${escaped(sections[0]?.heading ?? address)}</summary><ul>\n${items.join('\n')}\n</ul></details>`
  })
  return `<h1>Search</h1>
<form role="search"><label for="q">Words</label> <input id="q" name="q" type="search" autofocus></form>
<p id="found" role="status"></p>
${groups.join('\n')}
<script src="search.js"></script>
`
}

/** The script of the page. */
export const searchScript = `'use strict'
const input = document.querySelector('#q')
const found = document.querySelector('#found')
const groups = [...document.querySelectorAll('main details')].map((details) => {
  const page = details.querySelector('summary').textContent.toLowerCase()
  const items = [...details.querySelectorAll('li')].map((item) => ({ item, text: page + ' ' + item.textContent.toLowerCase() }))
  return { details, items }
})
function show() {
  const words = input.value.toLowerCase().split(/\\s+/).filter((word) => word !== '')
  let count = 0
  for (const { details, items } of groups) {
    let shown = 0
    for (const { item, text } of items) {
      item.hidden = !words.every((word) => text.includes(word))
      if (!item.hidden) shown += 1
    }
    details.hidden = shown === 0
    details.open = words.length > 0
    count += shown
  }
  found.textContent = words.length === 0 ? '' : count === 1 ? '1 section' : count + ' sections'
}
input.value = new URLSearchParams(location.search).get('q') ?? ''
input.addEventListener('input', show)
input.form.addEventListener('submit', (event) => event.preventDefault())
show()
`
