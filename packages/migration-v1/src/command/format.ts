// Numbers for people.

export function formatNumber(value: number): string {
  return new Intl.NumberFormat('en').format(value)
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1] ?? ''}`
}
