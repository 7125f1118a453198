// Fields of forms: a label, the field, help and an error. Screen readers read help and error with the field.
// https://www.w3.org/TR/WCAG22/#labels-or-instructions, https://www.w3.org/TR/WCAG22/#error-identification
import { html } from 'hono/html'
import type { Markup } from './markup.ts'

/** The options of every field. */
export interface FieldBase {
  /** Unique on the page. */
  readonly id: string
  /** The name that the form is read by. */
  readonly name: string
  readonly label: string
  /** A line below the field: what is accepted, or what it is for. */
  readonly help?: Markup | string
  /** The error in the value, and how to correct it. Marks the field as invalid. */
  readonly error?: string | undefined
  /** The id of a message elsewhere on the page that describes the field: the error of the form. */
  readonly describedBy?: string | undefined
  /** Whether the message elsewhere reports that the value of this field is wrong. */
  readonly invalid?: boolean | undefined
  /** Whether the field has the focus when the page opens. One field of a page at most. */
  readonly focused?: boolean
}

/** A field for text. */
export interface Field extends FieldBase {
  readonly type?: 'text' | 'password' | 'email' | 'tel'
  readonly value?: string | undefined
  /**
   * The purpose of the field, so that browsers and password managers fill it in; `off` when it has none.
   * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill
   */
  readonly autocomplete: string
  /** The keyboard of phones. `numeric` for codes of digits. */
  readonly inputmode?: 'text' | 'email' | 'tel' | 'numeric'
  /** The word on the Enter key of phones: `next` when another page follows, `go` when the form is the last one. */
  readonly enterkeyhint?: 'next' | 'go' | 'done'
  /** Shows a value that the form sends along and users cannot change. */
  readonly readonly?: boolean
  /** The direction of the value: `auto` for names, `ltr` for addresses and codes. Default: that of the page. */
  readonly direction?: 'auto' | 'ltr'
  /** In characters, for a new password. Browsers count at least as many as the server does. */
  readonly minlength?: number
  /** The rules for generated passwords. https://developer.apple.com/password-rules/ */
  readonly passwordrules?: string
  /** Whether spelling is checked and the first letter becomes a capital one. Default: false, which names and codes need. */
  readonly prose?: boolean
}

function attribute(name: string, value: string | undefined): Markup | '' {
  return value === undefined ? '' : html` ${name}="${value}"`
}

function flag(name: string, set: boolean | undefined): string {
  return set === true ? ` ${name}` : ''
}

function helpId(id: string): string {
  return `${id}-help`
}

function errorIdOf(id: string): string {
  return `${id}-error`
}

/** The ARIA attributes of a field, in the order of reading: the error first. */
function state({ id, help, error, describedBy, invalid }: Omit<FieldBase, 'label'>): Markup {
  const described = [describedBy, error === undefined ? undefined : errorIdOf(id), help === undefined ? undefined : helpId(id)]
  const ids = described.filter((each) => each !== undefined).join(' ')
  return html`${attribute('aria-invalid', invalid === true || error !== undefined ? 'true' : undefined)}${attribute('aria-describedby', ids === '' ? undefined : ids)}`
}

function remarks({ id, help, error }: Pick<FieldBase, 'id' | 'help' | 'error'>): Markup {
  return html`${
    error === undefined
      ? ''
      : html`
<p class="field-error" id="${errorIdOf(id)}">${error}</p>`
  }${
    help === undefined
      ? ''
      : html`
<div class="help" id="${helpId(id)}">${help}</div>`
  }`
}

/** A field for one line of text. */
export function field(options: Field): Markup {
  const {
    id,
    name,
    label,
    type = 'text',
    value,
    autocomplete,
    inputmode,
    enterkeyhint,
    readonly,
    direction,
    prose = false,
    focused,
    minlength,
    passwordrules,
  } = options
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}"${attribute('value', value)}${attribute('dir', direction)} autocomplete="${autocomplete}"${
    prose || readonly === true ? '' : html` autocapitalize="none" spellcheck="false"`
  }${attribute('minlength', minlength?.toString())}${attribute('passwordrules', passwordrules)}${attribute('inputmode', inputmode)}${attribute('enterkeyhint', enterkeyhint)}${flag('readonly', readonly)}${flag('autofocus', focused)}${state(options)}>${remarks(options)}
</div>`
}

/**
 * A field for a one-time code. Phones show a keypad for digits, and browsers offer to fill the code in. Spaces are accepted, so the length is
 * not that of the code.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fe-autocomplete-one-time-code
 */
export function codeField(
  options: FieldBase & {
    readonly value?: string | undefined
    readonly digits?: boolean
    /** Whether the user copies the code from another device, so that no browser has it to fill in. */
    readonly typed?: boolean
  },
): Markup {
  const { id, name, label, value, digits = true, typed = false, focused } = options
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="text" class="code-field"${attribute('value', value)} dir="ltr" inputmode="${digits ? 'numeric' : 'text'}"
 autocomplete="${typed ? 'off' : 'one-time-code'}" autocapitalize="${typed ? 'characters' : 'off'}" spellcheck="false" maxlength="32" enterkeyhint="go"${flag('autofocus', focused)}${state(options)}>${remarks(options)}
</div>`
}

/** A box to tick. The form sends `on` under its name. */
export function checkbox(options: Omit<FieldBase, 'label'> & { readonly label: Markup | string; readonly checked?: boolean }): Markup {
  const { id, name, label, checked, focused } = options
  return html`<div class="field checkbox">
<input id="${id}" name="${name}" type="checkbox"${flag('checked', checked)}${flag('autofocus', focused)}${state(options)}>
<label for="${id}">${label}</label>${remarks(options)}
</div>`
}

/** A choice of one of several values. */
export function select(
  options: FieldBase & {
    readonly choices: readonly { readonly value: string; readonly label: string; readonly lang?: string }[]
    readonly value?: string | undefined
    readonly autocomplete: string
  },
): Markup {
  const { id, name, label, choices, value, autocomplete, focused } = options
  return html`<div class="field">
<label for="${id}">${label}</label>
<select id="${id}" name="${name}" autocomplete="${autocomplete}"${flag('autofocus', focused)}${state(options)}>
${choices.map(
  (
    choice,
  ) => html`<option value="${choice.value}"${attribute('lang', choice.lang)}${flag('selected', choice.value === value)}>${choice.label}</option>
`,
)}</select>${remarks(options)}
</div>`
}
