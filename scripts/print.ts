// Prints whole lines, so that the output of parallel processes never mixes within a line.
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
