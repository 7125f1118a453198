// The form of a command: its arguments and options as data, from which help, the reading of arguments and shell completion are made.

/** An option of a command. */
export interface OptionForm {
  /** The name of the value in the help; absent for a switch. */
  readonly value?: string
  /** The values that there are; completion offers them, and others are refused. */
  readonly choices?: readonly string[]
  readonly repeated?: true
  /** One line. */
  readonly says: string
  /** The rule for the value. It continues the sentence "--option must". */
  readonly must?: { readonly says: string; readonly match: (value: string) => boolean }
  /** The option or the argument without which this one has no effect. */
  readonly needs?: string
  /** The opposite option. */
  readonly excludes?: string
}

/** The arguments and options of a command, with their help. */
export interface CommandForm {
  /** Arguments in order; arguments in brackets are optional, and the last one may be repeated: `USER`, `[FILE]`, `ROLE…`, `[ROLE…]`. */
  readonly takes: readonly string[]
  /** The values that an argument can have, by its name; completion offers them, and others are refused. */
  readonly choices?: Readonly<Record<string, readonly string[]>>
  /** One line. */
  readonly says: string
  readonly options: Readonly<Record<string, OptionForm>>
  /** A realistic example of the command line. */
  readonly example: string
}

/** A command line, parsed by a form. */
export interface GivenArguments {
  /** The arguments, in their order. */
  readonly words: readonly string[]
  has(option: string): boolean
  value(option: string): string | undefined
  values(option: string): readonly string[]
}

/** The rule for the address of a server. */
export const serverAddress: NonNullable<OptionForm['must']> = {
  says: 'be the URL of a running server, e.g. https://id.example',
  match: (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
}

/**
 * Characters that a terminal acts on instead of showing them, such as a line break or an escape sequence in a name.
 * @returns the text with such characters as escapes
 */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}
