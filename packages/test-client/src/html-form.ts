// The forms of a page, parsed by parse5 as a browser without scripts parses them. https://html.spec.whatwg.org/multipage/forms.html
import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'

/** A form of a page. */
export interface HtmlForm {
  readonly action: string
  readonly method: string
  /** Names and values of all inputs, hidden ones included. */
  readonly fields: Readonly<Record<string, string>>
  /** The attributes `data-*` of the form, by the rest of their names. */
  readonly data: Readonly<Record<string, string>>
  /** The number of `button[type=submit]` in the form. */
  readonly submitButtons: number
}

type Element = DefaultTreeAdapterTypes.Element

/** @returns the forms of an HTML document, in document order */
export function readForms(html: string): readonly HtmlForm[] {
  return elementsOf(parse(html))
    .filter(({ tagName }) => tagName === 'form')
    .map((form) => {
      const inside = elementsOf(form)
      return {
        action: attribute(form, 'action') ?? '',
        method: (attribute(form, 'method') ?? 'get').toUpperCase(),
        fields: Object.fromEntries(
          inside
            .filter(({ tagName }) => tagName === 'input')
            .flatMap((input) => {
              const name = attribute(input, 'name')
              return name === undefined ? [] : [[name, attribute(input, 'value') ?? '']]
            }),
        ),
        data: Object.fromEntries(
          form.attrs.filter(({ name }) => name.startsWith('data-')).map(({ name, value }) => [name.slice('data-'.length), value]),
        ),
        submitButtons: inside.filter((each) => each.tagName === 'button' && attribute(each, 'type') === 'submit').length,
      }
    })
}

function elementsOf(node: DefaultTreeAdapterTypes.ParentNode): readonly Element[] {
  return node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsOf(child)] : []))
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value
}
