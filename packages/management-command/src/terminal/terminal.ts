// The terminal that a command talks to: where its result goes, how wide it is, and whether somebody is there to answer a question.
import { createInterface } from 'node:readline/promises'

/** What a command has of its surroundings. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The columns of standard output; undefined where it is no terminal. */
  readonly width: number | undefined
  /** Whether somebody can be asked: standard input and standard error are a terminal. */
  readonly interactive: boolean
  /** Writes the result. */
  readonly print: (text: string) => void
  /** Writes what is not the result. */
  readonly tell: (text: string) => void
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
    tell: (text) => void stderr.write(text),
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
