// Puts what the user typed back into the form of a page. The markup is our own: values in it are escaped, so that a `<` or `>` always belongs to
// an element.
import { html } from 'hono/html'
import { toDocument } from './markup.ts'

/** The values that are put back, and their form. */
export interface Typed {
  /** Every field of the form as it was sent. */
  readonly fields: URLSearchParams
  /** The path of the page. */
  readonly path: string
  /** Shows the stored value at each field whose stored value has changed meanwhile. The entity tag is then the new one. */
  readonly storedNow?: (value: string) => string
}

type Attributes = readonly (readonly [name: string, value: string | undefined])[]

const formElement = /(<form\b[^>]*>)([\s\S]*?)<\/form>/g
const controlElement = /<input\b[^>]*>(?:<span>[\s\S]*?<\/label>)?|<textarea\b[^>]*>[\s\S]*?<\/textarea>|<select\b[^>]*>[\s\S]*?<\/select>/g

/** @returns the document with the form as it was typed; without a form of these fields the document as it is */
export function withTyped(document: string, typed: Typed): string {
  let isDone = false
  return document.replaceAll(formElement, (whole, opening: string, content: string) => {
    if (isDone || !isFormOf(opening, content, typed)) return whole
    isDone = true
    return `${opening}${filled(content, typed)}</form>`
  })
}

/** Pages have several forms. Forms without a visible control are left as they are. */
function isFormOf(opening: string, content: string, { fields, path }: Typed): boolean {
  const form = attributesOf(opening)
  const action = valueOf(form, 'action')
  if (valueOf(form, 'method') !== 'post' || (action !== undefined && action.replace(/\?.*/, '') !== path)) return false
  const controls = [...content.matchAll(controlElement)].map(([control]) => attributesOf(control))
  const isSame = controls.every((control) => valueOf(control, 'name') !== 'act' || valueOf(control, 'value') === fields.get('act'))
  const buttons = [...content.matchAll(/<button\b[^>]*>/g)].map(([button]) => attributesOf(button))
  const names = new Set([...controls, ...buttons].map((each) => valueOf(each, 'name')))
  const isSeen = controls.some((control) => valueOf(control, 'type') !== 'hidden')
  return isSame && isSeen && [...fields.keys()].every((name) => names.has(name))
}

function filled(content: string, typed: Typed): string {
  let notes = 0
  return content.replaceAll(controlElement, (control) => {
    const [element, stored] = withValue(control, typed)
    if (stored === undefined || typed.storedNow === undefined) return element
    notes += 1
    const id = `stored-now-${notes}`
    return `${describedBy(element, id)}${toDocument(html`<span class="error" id="${id}">${typed.storedNow(stored)}</span>`)}`
  })
}

/** @returns the control as it was typed, and what is stored instead if that is something else */
function withValue(control: string, { fields, storedNow }: Typed): readonly [element: string, stored: string | undefined] {
  const attributes = attributesOf(control)
  const name = valueOf(attributes, 'name') ?? ''
  const type = valueOf(attributes, 'type')
  if (control.startsWith('<select')) return chosen(control, fields.get(name))
  if (control.startsWith('<textarea')) return written(control, fields.get(name))
  if (type === 'checkbox' || type === 'radio') return ticked(control, attributes, fields.getAll(name))
  const value = fields.get(name)
  const isOurs = name === 'csrf' || (name === 'etag' && storedNow !== undefined)
  if (value === null || isOurs || type === 'password' || type === 'file') return [control, undefined]
  const stored = valueOf(attributes, 'value') ?? ''
  const others = attributes.filter(([each]) => each !== 'value')
  return [withAttributes(control, [...others, ['value', value]]), type === 'hidden' || stored === value ? undefined : stored]
}

function chosen(control: string, value: string | null): readonly [string, string | undefined] {
  let stored = ''
  let isDifferent = false
  if (value === null) return [control, undefined]
  const element = control.replaceAll(/<option\b[^>]*>([^<]*)/g, (option, label: string) => {
    const attributes = attributesOf(option)
    const isStored = attributes.some(([name]) => name === 'selected')
    const isTyped = valueOf(attributes, 'value') === value
    if (isStored) stored = unescaped(label)
    if (isStored && !isTyped) isDifferent = true
    const others = attributes.filter(([name]) => name !== 'selected')
    return withAttributes(option, [...others, ...(isTyped ? [['selected', undefined] as const] : [])])
  })
  return [element, isDifferent ? stored : undefined]
}

function written(control: string, value: string | null): readonly [string, string | undefined] {
  const [, opening = '', content = ''] = /^(<textarea\b[^>]*>)([\s\S]*)<\/textarea>$/.exec(control) ?? []
  const stored = unescaped(content.replace(/^\n/, ''))
  if (value === null) return [control, undefined]
  const typed = value.replaceAll('\r\n', '\n')
  return [`${opening}${toDocument(html`${`\n${typed}`}`)}</textarea>`, typed.trim() === stored.trim() ? undefined : stored]
}

function ticked(control: string, attributes: Attributes, values: readonly string[]): readonly [string, string | undefined] {
  const isStored = attributes.some(([name]) => name === 'checked')
  const isTyped = values.includes(valueOf(attributes, 'value') ?? 'on')
  const others = attributes.filter(([name]) => name !== 'checked')
  const element = withAttributes(control, [...others, ...(isTyped ? [['checked', undefined] as const] : [])])
  if (isStored === isTyped || (!isStored && valueOf(attributes, 'type') === 'radio')) return [element, undefined]
  return [element, isStored ? '☑' : '☐']
}

function describedBy(element: string, id: string): string {
  const attributes = attributesOf(element)
  const described = valueOf(attributes, 'aria-describedby')
  const others = attributes.filter(([name]) => name !== 'aria-describedby' && name !== 'aria-invalid')
  const all = described === undefined ? id : `${described} ${id}`
  return withAttributes(element, [...others, ['aria-invalid', 'true'], ['aria-describedby', all]])
}

const attribute = /\s([\w-]+)(?:="([^"]*)")?/g

/** The attributes of the first element. */
function attributesOf(element: string): Attributes {
  const [, inside = ''] = /^<\w+((?:\s[\w-]+(?:="[^"]*")?)*)\s*>/.exec(element) ?? []
  return [...inside.matchAll(attribute)].map(([, name = '', value]) => [name, value === undefined ? undefined : unescaped(value)])
}

function valueOf(attributes: Attributes, name: string): string | undefined {
  return attributes.find(([each]) => each === name)?.[1]
}

function withAttributes(element: string, attributes: Attributes): string {
  const [opening = ''] = /^<\w+/.exec(element) ?? []
  const all = attributes.map(([name, value]) => (value === undefined ? ` ${name}` : ` ${name}="${toDocument(html`${value}`)}"`)).join('')
  return `${opening}${all}>${element.slice(element.indexOf('>') + 1)}`
}

const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity)
}
