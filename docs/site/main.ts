// `npm run docs` builds the documentation as a static site in .docs/, without a network. `npm run docs -- --tables` brings the generated tables
// of docs/reference and docs/threats.md up to date.
import MarkdownIt from 'markdown-it'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { apiPages } from './api.ts'
import { withTables } from './reference.ts'
import { filesLike, readText, root } from './repository.ts'
import { searchContent, searchScript } from './search.ts'

const output = join(root, '.docs')
const markdown = new MarkdownIt({ html: false, linkify: true })

if (process.argv.includes('--tables')) {
  for (const path of [...filesLike('docs/reference/*.md'), 'docs/threats.md']) writeFileSync(join(root, path), withTables(readText(path)))
} else build()

function build(): void {
  const api = new Map([...apiPages()].map(([name, text]) => [`api/${name.replace('@symbolon/', '')}.md`, text]))
  const sources = filesLike('*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/**/README.md', 'test/endpoints/README.md')
  const pages = new Map([
    ...sources.map((path): [string, string] => [path, readText(path)]),
    ...api,
    ['api/README.md', apiIndex([...api.keys()])],
  ])
  rmSync(output, { recursive: true, force: true })
  for (const [path, text] of pages) {
    const target = join(output, htmlPath(path))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, page(path, text, pages))
  }
  const searched = new Map([...pages].map(([path, text]) => [htmlPath(path), text]))
  writeFileSync(join(output, 'search.html'), frame('Search', '', searchContent(searched, anchorOf)))
  writeFileSync(join(output, 'search.js'), searchScript)
  writeFileSync(join(output, 'style.css'), readText('docs/site/style.css'))
  cpSync(join(root, 'docs/images'), join(output, 'docs/images'), { recursive: true })
  console.log(`${pages.size} pages in .docs/`)
}

function apiIndex(paths: readonly string[]): string {
  const links = paths.map(
    (path) => `- [${path === 'api/symbolon.md' ? 'symbolon' : `@symbolon/${posix.basename(path, '.md')}`}](${posix.basename(path)})`,
  )
  return `# Every export\n\n${links.join('\n')}`
}

/** `docs/README.md` is the index of its folder, as a browser of repositories shows it. */
function htmlPath(path: string): string {
  return path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')
}

function page(path: string, text: string, pages: ReadonlyMap<string, string>): string {
  const up = '../'.repeat(path.split('/').length - 1)
  const [, title = 'Symbolon'] = /^# (.*)$/m.exec(text) ?? []
  const body = markdown.render(text, {})
  const linked = body.replaceAll(/ href="(?!https?:|mailto:|#)([^"#]*)(#[^"]*)?"/g, (_whole, target: string, anchor = '') => {
    const reached = posix.normalize(posix.join(posix.dirname(path), target))
    const found = [reached, `${reached.replace(/\/$/, '')}/README.md`].find((each) => pages.has(each))
    return found === undefined
      ? ` href="https://github.com/symbolon/symbolon/blob/main/${reached}"`
      : ` href="${up}${htmlPath(found)}${anchor === '#readme' ? '' : anchor}"`
  })
  const identified = linked.replaceAll(
    /<h([1-6])>(.*?)<\/h\1>/g,
    (_whole, level: string, inner: string) => `<h${level} id="${anchorOf(inner)}">${inner}</h${level}>`,
  )
  return frame(title.replaceAll('`', ''), up, identified)
}

/** @param up leads from the page to the root of the site */
function frame(title: string, up: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'">
<title>${title} · Symbolon</title><link rel="stylesheet" href="${up}style.css"></head>
<body><header><a href="${up}docs/index.html"><b>Symbolon</b></a><nav><a href="${up}docs/concepts.html">Concepts</a>
<a href="${up}docs/guides/index.html">Guides</a><a href="${up}docs/reference/index.html">Reference</a><a href="${up}docs/security.html">Security</a>
<a href="${up}api/index.html">Exports</a> <a href="${up}search.html">Search</a></nav></header><main>
${content}</main></body></html>
`
}

/** As on the pages of a repository, so that links work in both. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[a-z]+;/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')
}
