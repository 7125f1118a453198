// Parses pages strictly: lower-case tags, attribute values in double quotes, and no bare `<`, `>` or `"` elsewhere. Anything else throws,
// so that a value which broke out of its place cannot pass as text.
import assert from 'node:assert/strict'

export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** The decoded text up to the end tag, including the text of the elements inside. */
  readonly text: string
  readonly inner: readonly Element[]
}

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
])
const decode = (text: string): string =>
  text.replace(/&[^;\s]*;?/g, (entity) => {
    const character = entities.get(entity)
    assert.ok(character !== undefined, `bare ampersand: ${entity}`)
    return character
  })

const empty = new Set(['meta', 'link', 'img', 'source', 'input'])
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)>/y
const attribute = /([a-zA-Z-]+)(?:="([^"]*)")?/g

interface OpenElement {
  name: string
  attributes: Map<string, string>
  text: string
  inner: Element[]
}

export const parse = (document: string): Element => {
  assert.ok(document.startsWith('<!doctype html>\n'), 'starts with the doctype, or browsers fall into quirks mode')
  const root: OpenElement = { name: '#document', attributes: new Map(), text: '', inner: [] }
  const open = [root]
  let at = '<!doctype html>'.length
  while (at < document.length) {
    const next = document.indexOf('<', at)
    const text = document.slice(at, next === -1 ? undefined : next)
    assert.doesNotMatch(text, /[>"']/, `text holds unescaped characters: ${text.slice(0, 80)}`)
    for (const element of open) element.text += decode(text)
    if (next === -1) break
    tag.lastIndex = next
    const match = tag.exec(document)
    assert.ok(match, `not a tag that we write: ${document.slice(next, next + 80)}`)
    const [whole, slash, name = '', rest = ''] = match
    at = next + whole.length
    if (slash === '/') {
      assert.equal(open.pop()?.name, name, 'elements close in order')
      continue
    }
    const element: OpenElement = { name, attributes: new Map(), text: '', inner: [] }
    for (const [, key = '', value = ''] of rest.matchAll(attribute)) {
      assert.ok(!element.attributes.has(key), `attribute ${key} stands twice`)
      element.attributes.set(key, decode(value))
    }
    open.at(-1)?.inner.push(element)
    if (!empty.has(name)) open.push(element)
  }
  assert.deepEqual(open, [root], 'every element is closed')
  return root
}

export const all = (element: Element, name?: string): readonly Element[] =>
  element.inner.flatMap((child) => [...(name === undefined || child.name === name ? [child] : []), ...all(child, name)])

export const only = (element: Element, name: string): Element => {
  const [first, ...others] = all(element, name)
  assert.ok(first !== undefined && others.length === 0, `exactly one ${name}`)
  return first
}

export const fieldsOf = (form: Element): Readonly<Record<string, string>> =>
  Object.fromEntries(all(form, 'input').map((input) => [input.attributes.get('name') ?? '', input.attributes.get('value') ?? '']))

/** The structure of a document: its elements and the names of their attributes, without values. */
export const skeleton = (element: Element): string =>
  `${element.name}[${[...element.attributes.keys()].join()}](${element.inner.map(skeleton).join()})`
