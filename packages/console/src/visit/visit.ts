// A visit of a page of the console, and the response of a page.
import type { HttpRequest } from '@symbolon/core-protocol'
import type { Management } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'
import type { Visitor } from './session.ts'

/** The content of a page, inside of the frame that all pages share. */
export interface ConsoleContent {
  /** The heading, and the first part of the document title. */
  readonly title: string
  /** The entry of the navigation that is marked. */
  readonly section: string
  /** The organization that the page is about: its entries are in the navigation then. */
  readonly org?: { readonly id: string; readonly name: string }
  /** The pages above this one, from the first page on. */
  readonly above?: readonly { readonly path: string; readonly title: string }[]
  readonly main: Markup
  /** Whether the page frames other pages of the console. */
  readonly frames?: boolean
  /** What is wrong with the form of the page. The summary stands above the content, and the status is 422. */
  readonly errors?: readonly FieldViolation[]
  /** Default: 422 with errors, otherwise 200. */
  readonly status?: number
}

/** A file that a form holds. */
export interface UploadedFile {
  /** As the browser gives it. */
  readonly name: string
  /** The media type, as the browser guesses it. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** A visit of a page. */
export interface Visit {
  readonly request: HttpRequest
  readonly visitor: Visitor
  readonly texts: Texts
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The files of a form, by the names of their fields. */
  readonly files: ReadonlyMap<string, UploadedFile>
  /** The typed values of the page's form from before it had to be shown again. */
  readonly typed: URLSearchParams | undefined
  /** The arguments of the operations of the management API. */
  readonly management: Management
}
