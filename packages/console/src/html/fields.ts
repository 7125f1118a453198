// A form as data: the fields, their controls, the values of a stored entry, and the entry that a posted form describes. Labels are in the language
// of the user, so a form is a function of the texts.
import type { FieldViolation } from '@symbolon/rest'
import { isJsonObject } from '@symbolon/schema-v2'
import type { JsonObject } from '@symbolon/schema-v2'
import { checkField, choiceGroup, linesField, readLines, selectField } from './controls.ts'
import type { Choice } from './controls.ts'
import { textField } from './form.ts'
import type { Markup } from './markup.ts'

/** One field. */
export interface FormField {
  /** The name of the control, and the path of the member of the entry that it edits, such as `app.redirectUris`. */
  readonly name: string
  readonly label: string
  readonly help?: string
  /**
   * Default: `text`. `lines` is a list with one value on each line; `select` and `radios` choose one value; `checks` choose several. An empty
   * value, and a `check` that is not ticked, are stored as an absent member.
   */
  readonly kind?: 'text' | 'email' | 'url' | 'number' | 'password' | 'lines' | 'check' | 'select' | 'radios' | 'checks'
  /** Of `select`, `radios` and `checks`. */
  readonly choices?: readonly Choice[]
  readonly required?: boolean
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  readonly autocomplete?: string
  /** Of `lines`: whether the form is checked while the user types, as in `LinesField`. */
  readonly checked?: boolean
  /** Of `lines`: an example of a value. */
  readonly placeholder?: string
  /** Whether stored values of `checks` that are not among the choices stay without a box. By default each has a box. */
  readonly keepsOthers?: boolean
  /** @returns what is wrong with the typed values; undefined if they can be stored */
  readonly problem?: (typed: readonly string[]) => string | undefined
  /** @returns the member for a typed text that is not stored as it is typed; undefined: no member */
  readonly toMember?: (typed: string) => unknown
  /** @returns the text that the field shows for a stored text */
  readonly fromMember?: (stored: string) => string
}

/** @returns the controls, in the order of the fields */
export function formFields(form: readonly FormField[], values: URLSearchParams, errors: readonly FieldViolation[]): readonly Markup[] {
  return form.map((field) => control(field, values, errors))
}

function control(field: FormField, values: URLSearchParams, errors: readonly FieldViolation[]): Markup {
  const { name, kind = 'text', choices = [] } = field
  const value = values.get(name) ?? ''
  switch (kind) {
    case 'lines':
      return linesField({ ...field, value: readLines(values, name), errors })
    case 'check':
      return checkField({ ...field, checked: value !== '', errors })
    case 'select':
      return selectField({ ...field, value, choices, errors })
    case 'radios':
      return choiceGroup({ ...field, values: [value], choices, several: false, errors })
    case 'checks': {
      const chosen = values.getAll(name)
      // A stored value that the form does not know, such as a grant type that was added to the server.
      const unknown = chosen.filter((each) => !isOffered(each, field)).map((each) => ({ value: each, label: each }))
      return choiceGroup({ ...field, values: chosen, choices: [...choices, ...unknown], several: true, errors })
    }
    default:
      // A secret is not written back into a page.
      return textField({ ...field, type: kind, value: kind === 'password' ? '' : value, errors })
  }
}

function isOffered(value: unknown, { choices = [] }: FormField): boolean {
  return choices.some((choice) => choice.value === value)
}

/** @returns the values that the form of a stored entry is filled with */
export function formValues(form: readonly FormField[], entry: JsonObject): URLSearchParams {
  return new URLSearchParams(form.flatMap((field) => valuesIn(field, memberAt(entry, field.name)).map((value) => [field.name, value])))
}

function valuesIn({ kind, fromMember }: FormField, member: unknown): readonly string[] {
  if (member === true) return ['true']
  if (Array.isArray(member)) {
    const texts = member.filter((each) => typeof each === 'string')
    return kind === 'lines' ? [texts.join('\n')] : texts
  }
  if (typeof member === 'number') return [String(member)]
  if (typeof member !== 'string') return []
  return [fromMember?.(member) ?? member]
}

/** @returns what is wrong with the fields of a posted form */
export function problemsIn(form: readonly FormField[], posted: URLSearchParams): readonly FieldViolation[] {
  return form.flatMap(({ name, problem }) => {
    const description = problem?.(posted.getAll(name).map((value) => value.trim()))
    return description === undefined ? [] : [{ field: name, reason: 'malformed', description }]
  })
}

/** @returns the entry with the values of a posted form; members without a field stay as they are */
export function entryFrom(form: readonly FormField[], posted: URLSearchParams, stored: JsonObject = {}): JsonObject {
  return form.reduce(
    (entry, field) => withMember(entry, field.name.split('.'), memberFrom(field, posted, memberAt(stored, field.name))),
    stored,
  )
}

function memberFrom(field: FormField, posted: URLSearchParams, stored: unknown): unknown {
  const { name, kind, keepsOthers = false, toMember } = field
  const typed = posted.get(name) ?? ''
  const text = kind === 'password' ? typed : typed.trim()
  if (toMember !== undefined) return toMember(text)
  switch (kind) {
    case 'lines':
      return readLines(posted, name)
    case 'check':
      return text === '' ? undefined : true
    case 'checks': {
      const chosen = posted.getAll(name)
      // The order has no meaning. What is stored keeps its order, so that a form without a change changes nothing.
      const kept = Array.isArray(stored) ? stored.filter((each) => chosen.includes(each) || (keepsOthers && !isOffered(each, field))) : []
      return [...kept, ...chosen.filter((each) => !kept.includes(each))]
    }
    default:
      // A required text is sent as it is: the error is then about the field.
      return text === '' && field.required !== true ? undefined : text
  }
}

function memberAt(entry: JsonObject, path: string): unknown {
  return path.split('.').reduce((object: unknown, name) => (isJsonObject(object) ? object[name] : undefined), entry)
}

/** @returns a copy with the member at the path; without it if the value is undefined */
function withMember(object: JsonObject, [name = '', ...below]: readonly string[], value: unknown): JsonObject {
  const { [name]: before, ...others } = object
  if (below.length === 0) return value === undefined ? others : { ...object, [name]: value }
  if (value === undefined && !isJsonObject(before)) return object
  return { ...object, [name]: withMember(isJsonObject(before) ? before : {}, below, value) }
}
