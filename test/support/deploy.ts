// What the files of examples/deploy say, for tests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { root } from './run-command.ts'

/** @returns the text of a file of examples/deploy */
export function deployText(name: string): string {
  return readFileSync(join(root, 'examples/deploy', name), 'utf8')
}

/** @returns the documents of a YAML file. @throws Error when it is not YAML, or names a member twice */
export function deployDocuments(name: string): readonly unknown[] {
  return parseAllDocuments(deployText(name)).map((document) => {
    const [error] = document.errors
    if (error !== undefined) throw error
    return document.toJS() as unknown
  })
}

/** The metrics that the alerts and the dashboard name; of a histogram one of its series. */
export function namedMetrics(): readonly string[] {
  const text = deployText('prometheus-alerts.yaml') + deployText('grafana-dashboard.json')
  return [...new Set(text.match(/\b(?:symbolon|process|nodejs)_[a-z_]+/g))]
}

/** Seconds of `10s` or `1m`. */
export function secondsOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? []
  return Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? Number.NaN)
}
