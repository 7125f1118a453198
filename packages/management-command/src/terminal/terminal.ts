// The terminal that a command talks to: where its result goes, its width, and whether it can ask the operator.
import { createInterface } from 'node:readline/promises'

/** What a command has of its surroundings. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The columns of standard output; undefined unless it is a terminal. */
  readonly width: number | undefined
  /** Whether the command can ask the operator: standard input and standard error are a terminal. */
  readonly interactive: boolean
  /** Writes the result. */
  readonly print: (text: string) => void
  /** Writes what is not the result. */
  readonly notify: (text: string) => void
  /** @returns the line that was typed after the question */
  readonly ask: (question: string) => Promise<string>
}

/** @returns the terminal of this process */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  return {
    environment: env,
    width: stdout.isTTY ? stdout.columns : undefined,
    interactive: stdin.isTTY && stderr.isTTY,
    print: (text) => void stdout.write(text),
    notify: (text) => void stderr.write(text),
    async ask(question) {
      const lines = createInterface({ input: stdin, output: stderr })
      try {
        return await lines.question(question)
      } finally {
        lines.close()
      }
    },
  }
}
