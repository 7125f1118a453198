// Markup is text that went through the escaping template `html`; a plain string in a template is always escaped.
// Nothing in this package calls `raw`.
import { html } from 'hono/html'

export type Markup = ReturnType<typeof html>

/** @throws TypeError when a promise was put into a template: pages are made of values that are there */
export const toDocument = (markup: Markup): string => {
  if (markup instanceof Promise) throw new TypeError('A page holds a promise')
  return markup.toString()
}

// Names come from other people: of applications, organizations, users. A name is shown so that it can neither turn the words
// around it, nor pour marks over the lines above and below. Only what is shown is changed, never what a form sends back.

/**
 * Controls, and the characters that change the direction of text:
 * https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 */
const invisible = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu

/**
 * No living script stacks more than a few marks on one letter; piles of them cover the lines around. What is invisible counts, lest it
 * hide between marks, and six leave room for the flags that are spelt in invisible tags.
 */
const pileOfMarks = /([\p{M}\p{Default_Ignorable_Code_Point}]{6})[\p{M}\p{Default_Ignorable_Code_Point}]+/gu

/** For places without elements, such as the title of a page. */
export const plainName = (name: string): string => name.replace(invisible, '').replace(pileOfMarks, '$1')

/**
 * The element keeps a right-to-left name from reordering its neighbours:
 * https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-bdi-element
 */
export const isolatedName = (name: string): Markup => html`<bdi>${plainName(name)}</bdi>`

/** The letter in the round picture of an account. */
export const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(plainName(name))?.[0].toUpperCase() ?? '·'
