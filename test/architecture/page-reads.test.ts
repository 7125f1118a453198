// A test of a page waits for what it reads: a page that a click opens is there later than the click, on a busy machine much later.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allFiles, isNode, parse, root } from './sources.ts'
import type { SyntaxNode } from './sources.ts'

/** The methods of Playwright that return what is there at the moment, and those that wait for a time or for a page that may be the old one. */
const reads: ReadonlySet<string> = new Set([
  'allInnerTexts',
  'allTextContents',
  'content',
  'count',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
  'waitForLoadState',
  'waitForTimeout',
])

/** What waits, by these methods. */
const helpers = 'test/support/browser/expect.ts'

/** @returns the places where a file that drives a browser reads without a wait */
function rawReads(path: string, text: string): readonly string[] {
  if (path === helpers || !/^import .*'(?:playwright-core|@playwright\/test|.*\/browser\/[\w-]+\.ts)'$/m.test(text)) return []
  const { nodes } = parse(path, text)
  // A function that runs in the page has methods of the same names.
  const inPage = nodes.filter((node) => ['evaluate', 'evaluateAll', 'waitForFunction'].includes(methodOf(node) ?? ''))
  const isInPage = (node: SyntaxNode): boolean =>
    inPage.some(
      (each) =>
        Number(each['start']) < Number(node['start']) &&
        endOfCallee(each) < Number(node['start']) &&
        Number(node['end']) < Number(each['end']),
    )
  return nodes
    .filter((node) => reads.has(methodOf(node) ?? '') || isAddressOfPage(node, text))
    .filter((node) => !isInPage(node))
    .map((node) => `${path}:${text.slice(0, endOfCallee(node)).split('\n').length}: ${methodOf(node)}`)
}

function methodOf({ type, callee }: SyntaxNode): string | undefined {
  const property = type === 'CallExpression' && isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : undefined
  return isNode(property) && typeof property['name'] === 'string' ? property['name'] : undefined
}

function endOfCallee({ callee }: SyntaxNode): number {
  return isNode(callee) ? Number(callee['end']) : 0
}

/** Requests and responses have an address that stays. */
function isAddressOfPage(node: SyntaxNode, text: string): boolean {
  return methodOf(node) === 'url' && /(?:page|tab|frame|\])\??\.url$/i.test(text.slice(Number(node['start']), endOfCallee(node)))
}

test('a test reads a page by expect, or by a helper that waits', () => {
  assert.deepEqual(
    allFiles.flatMap((path) => rawReads(path, readFileSync(join(root, path), 'utf8'))),
    [],
  )
})

test('the rule finds reads, and leaves functions that run in the page, and requests', () => {
  const found = (line: string): readonly string[] =>
    rawReads('test/browser/x.test.ts', `import type { Page } from 'playwright-core'\n${line}\n`)
  assert.deepEqual(found(`assert.equal(await page.locator('a')\n.count(), 1)`), ['test/browser/x.test.ts:3: count'])
  assert.deepEqual(found('new URL(visitor.page.url())'), ['test/browser/x.test.ts:2: url'])
  assert.deepEqual(found('await tab.waitForLoadState()'), ['test/browser/x.test.ts:2: waitForLoadState'])
  assert.deepEqual(found(`await page.locator('a').textContent().then(String)`), ['test/browser/x.test.ts:2: textContent'])
  assert.deepEqual(found(`await (await page.locator('a').innerText()).evaluate(f)`), ['test/browser/x.test.ts:2: innerText'])
  assert.deepEqual(found(`await page.evaluate(() => document.body.getAttribute('lang'))`), [])
  assert.deepEqual(found('(await answering).url() + route.request().url()'), [])
  assert.deepEqual(rawReads('test/x.ts', 'storage.count()'), [])
})
