// One way to say something, so that lines of different processes never mix within a line.
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
