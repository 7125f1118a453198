// A program whose standard output is a terminal: `script` of util-linux gives it one.

/** @returns the command that runs the given one in a terminal. Ctrl-C is the byte 3 on its standard input. */
export function inTerminal(command: readonly string[]): readonly [binary: string, ...args: string[]] {
  const quoted = command.map((each) => `'${each.replaceAll("'", String.raw`'\''`)}'`)
  return ['script', '--quiet', '--return', '--flush', '--command', `exec ${quoted.join(' ')}`, '/dev/null']
}
