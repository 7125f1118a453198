// Names of statements. The server plans a statement once for each connection when it has a name.
// https://node-postgres.com/features/queries#prepared-statements
import { hash } from 'node:crypto'

/** Each name takes memory of the server, once for each connection. */
const mostNames = 500

/** The names of the statements of one storage. */
export class StatementNames {
  readonly #enabled: boolean
  readonly #names = new Map<string, string>()
  #generation = 0

  constructor(enabled: boolean) {
    this.#enabled = enabled
  }

  /** @returns undefined for a statement that runs without a name */
  nameOf(text: string): string | undefined {
    if (!this.#enabled) return undefined
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= mostNames) return undefined
    const name = `${this.#generation}.${hash('sha256', text, 'base64url').slice(0, 22)}`
    this.#names.set(text, name)
    return name
  }

  /** Must be called when a table was changed: every connection then plans the statements again. */
  renew(): void {
    this.#generation += 1
    this.#names.clear()
  }
}
