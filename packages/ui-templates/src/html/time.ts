// Points of time as text. The zone of the reader is not known to the server, so it is named.

/** A day and a time of day in the language. @param milliseconds since the epoch */
export function timeText(milliseconds: number, language: string): string {
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(milliseconds)
}
