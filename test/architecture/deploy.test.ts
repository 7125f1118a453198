// The files of examples/deploy fit the service: settings, commands, paths, ports, times and metrics that they name exist.
import { providerMetrics, secretHashingMetrics } from '@symbolon/server'
import type { Metric } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { prometheusMetrics } from 'symbolon'
import { deployDocuments, deployText, secondsOf } from '../support/deploy.ts'
import { allFiles, root } from './sources.ts'

const files = readdirSync(join(root, 'examples/deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(join(root, 'examples/deploy').length + 1))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sources = allFiles.filter((path) => /^packages\/[^/]+\/src\//.test(path)).map(read)

/** Milliseconds in the source, as seconds. */
const drainLimit = Number(/const drainLimit = ([\d_]+)/.exec(read('packages/symbolon/src/start.ts'))?.[1]?.replaceAll('_', '')) / 1000
/** The longest time of a readiness check. */
const readinessLimit = Number(/const timeout = (\d+)/.exec(read('packages/server/src/readiness.ts'))?.[1]) / 1000

interface Kubernetes {
  readonly kind: string
  readonly spec: {
    readonly replicas?: number
    readonly template?: { readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: readonly Container[] } }
  }
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } }
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly startupProbe: Probe
  readonly readinessProbe: Probe
  readonly livenessProbe: Probe
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
  readonly timeoutSeconds: number
}

const kubernetes = deployDocuments('kubernetes/symbolon.yaml') as readonly Kubernetes[]
const pod = kubernetes.find(({ kind }) => kind === 'Deployment')?.spec.template?.spec
const [container] = pod?.containers ?? []
assert.ok(pod !== undefined && container !== undefined)
const compose = deployDocuments('compose.yaml')[0] as {
  readonly services: Readonly<Record<string, { readonly stop_grace_period: string; readonly ports?: readonly string[] }>>
}
const dockerfile = deployText('Dockerfile')
const imageSettings = Object.fromEntries([...dockerfile.matchAll(/(SYMBOLON_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]))

test('every setting that they name exists', () => {
  const settings = new Set([...read('packages/symbolon/src/settings.ts').matchAll(/^ {2}(SYMBOLON_\w+): v\./gm)].map(([, name]) => name))
  assert.ok(settings.size > 40)
  const named = files.flatMap((file) => [...deployText(file).matchAll(/SYMBOLON_[A-Z0-9_]+/g)].map(([name]) => ({ file, name })))
  assert.ok(named.length > 20)
  assert.deepEqual(
    named.filter(({ name }) => !settings.has(name)),
    [],
  )
})

test('the image runs what is published, by commands that exist', () => {
  const scripts = (JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }).scripts
  for (const [, script = ''] of dockerfile.matchAll(/npm run (\w+)/g)) assert.ok(scripts[script] !== undefined, script)
  const { publishConfig } = JSON.parse(read('packages/symbolon/package.json')) as {
    readonly publishConfig: { readonly bin: { readonly symbolon: string } }
  }
  const program = `/app/node_modules/symbolon/${publishConfig.bin.symbolon.replace('./', '')}`
  const commands = [
    ...dockerfile.matchAll(/^(?:HEALTHCHECK .*)?CMD (\[.*\])$/gm),
    ...dockerfile.matchAll(/^HEALTHCHECK .* CMD (\[.*\])$/gm),
  ].map(([, list = '']) => JSON.parse(list) as readonly string[])
  assert.deepEqual(
    [...new Set(commands.map((words) => words.join(' ')))].toSorted(),
    [`${program} start`, `/nodejs/bin/node ${program} health`].toSorted(),
  )
  const table = read('packages/symbolon/src/command-table.ts')
  for (const command of ['start', 'health']) assert.match(table, new RegExp(`^ {2}${command}: \\{`, 'm'))
  assert.doesNotMatch(dockerfile, /npm install|npx/, 'versions outside of the lockfile')
  assert.match(dockerfile, /package-manager\.mjs --filter symbolon-image --prod deploy --legacy \/app /)
  assert.match(dockerfile, /^ARG RUN_IMAGE=gcr\.io\/distroless\/nodejs24-debian12:nonroot$/m)
  assert.match(dockerfile, /^USER 65532:65532$/m)
})

test('the ports of all files are those of the image', () => {
  const [port, operations] = [Number(imageSettings['SYMBOLON_PORT']), Number(imageSettings['SYMBOLON_OPERATIONS_PORT'])]
  assert.match(dockerfile, new RegExp(`^EXPOSE ${port} ${operations}$`, 'm'))
  assert.deepEqual(
    container.ports.map(({ name, containerPort }) => [name, containerPort]),
    [
      ['http', port],
      ['operations', operations],
    ],
  )
  assert.deepEqual(compose.services['symbolon']?.ports, [`127.0.0.1:${port}:${port}`])
  assert.match(deployText('Caddyfile'), new RegExp(`reverse_proxy 127\\.0\\.0\\.1:${port} `))
  assert.match(deployText('nginx.conf'), new RegExp(`server 127\\.0\\.0\\.1:${port};`))
  for (const file of ['Caddyfile', 'nginx.conf']) {
    const directives = deployText(file).replaceAll(/^\s*#.*$/gm, '')
    assert.ok(!directives.includes(String(operations)), `${file} leads to the operations listener`)
  }
  assert.ok(deployText('prometheus-alerts.yaml').includes(`symbolon:${operations}`))
})

test('a supervisor waits longer than the shutdown takes, and a health check longer than its response', () => {
  assert.ok(drainLimit > 0 && readinessLimit > 0)
  const delay = secondsOf(container.env.find(({ name }) => name === 'SYMBOLON_DRAIN_DELAY')?.value ?? '')
  assert.ok(pod.terminationGracePeriodSeconds > container.lifecycle.preStop.sleep.seconds + delay + drainLimit + 10)
  assert.ok(
    secondsOf(compose.services['symbolon']?.stop_grace_period ?? '') >
      secondsOf(imageSettings['SYMBOLON_DRAIN_DELAY'] ?? '') + drainLimit + 10,
  )
  assert.ok(Number(/TimeoutStopSec=(\d+)/.exec(deployText('symbolon.service'))?.[1]) > drainLimit + 10)
  for (const { httpGet, timeoutSeconds } of [container.startupProbe, container.readinessProbe]) {
    assert.deepEqual(httpGet, { path: '/readyz', port: 'operations' })
    assert.ok(timeoutSeconds > readinessLimit)
  }
  assert.deepEqual(container.livenessProbe.httpGet, { path: '/livez', port: 'operations' })
  assert.ok(secondsOf(/HEALTHCHECK .*--timeout=(\w+)/.exec(dockerfile)?.[1] ?? '') > readinessLimit)
})

test('in Kubernetes two replicas run without rights, and the operations port is for Prometheus alone', () => {
  assert.deepEqual(
    kubernetes.map(({ kind }) => kind),
    ['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy'],
  )
  assert.equal(kubernetes[0]?.spec.replicas, 2)
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
})

/** @returns the words of the text */
function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

const sections: Readonly<Record<string, readonly string[]>> = {
  Unit: ['After', 'Description', 'Documentation', 'Wants'],
  Service: words(`
    CapabilityBoundingSet DynamicUser Environment ExecStart LimitCORE LoadCredential LockPersonality NoNewPrivileges
    PrivateDevices PrivateTmp ProtectClock ProtectControlGroups ProtectHome ProtectHostname ProtectKernelLogs
    ProtectKernelModules ProtectKernelTunables ProtectProc ProtectSystem Restart RestartSec RestrictAddressFamilies
    RestrictNamespaces RestrictRealtime RestrictSUIDSGID StateDirectory StateDirectoryMode SystemCallArchitectures
    SystemCallFilter TimeoutStopSec Type UMask WorkingDirectory
  `),
  Install: ['WantedBy'],
}

test('every directive of the systemd unit exists in its section, and none forbids what the runtime needs', () => {
  let section = ''
  for (const line of deployText('symbolon.service').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, opened] = /^\[(\w+)\]$/.exec(line) ?? []
    if (opened !== undefined) section = opened
    else assert.ok(sections[section]?.includes(line.slice(0, line.indexOf('='))), `${section}: ${line}`)
  }
})

/** Of all parts: the server's, and those that are declared in place. */
const declared: ReadonlyMap<string, Metric | undefined> = new Map([
  ...sources.flatMap((text) =>
    [...text.matchAll(/name: '(symbolon_[a-z_]+)',\n\s*help:/g)].map(([, name = '']) => [name, undefined] as const),
  ),
  ...[...providerMetrics, ...secretHashingMetrics].map((metric) => [metric.name, metric] as const),
])
const endpointNames = new Set(sources.flatMap((text) => [...text.matchAll(/name: '([a-z ]+ endpoint)'/g)].map(([, name]) => name)))

/** Of Prometheus itself, and of histograms. */
const otherLabels: ReadonlySet<string> = new Set(['instance', 'job', 'le'])

/** @param text where labels are named by themselves: `by (alg)`, `{{alg}}`, `{{ $labels.alg }}` */
function checkLabels(text: string, expression: string, where: string): void {
  const known = new Set<string>(otherLabels)
  for (const [name, metric] of declared)
    if (expression.includes(name)) for (const label of Object.keys(metric?.labels ?? labelsInPlace(name))) known.add(label)
  const lists = [...text.matchAll(/\b(?:by|without|on|ignoring) ?\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */))
  const named = [...text.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, label = '']) => label)
  for (const label of [...lists, ...named]) assert.ok(known.has(label), `${where}: no metric of it has the label ${label}`)
}

/** The labels of a metric that no package exports: its source names a constant. */
function labelsInPlace(name: string): Readonly<Record<string, unknown>> {
  const source = sources.find((text) => text.includes(`name: '${name}'`)) ?? ''
  const [, constant = 'labels'] = /labels(?:: (\w+))?,/.exec(source.slice(source.indexOf(`name: '${name}'`))) ?? []
  const [, members = ''] = new RegExp(`const ${constant}\\b[^=]*= \\{([^}]*)\\}`).exec(source) ?? []
  return Object.fromEntries([...members.matchAll(/(\w+):/g)].map(([, label = '']) => [label, true]))
}

async function checkExpression(expression: string, where: string): Promise<void> {
  const process = (await prometheusMetrics().text()).match(/^# TYPE (\w+)/gm)?.map((line) => line.slice('# TYPE '.length)) ?? []
  for (const [, name = '', selector = ''] of expression.matchAll(/\b((?:symbolon|process|nodejs)_[a-z_]+)(?:\{([^}]*)\})?/g)) {
    const metric = name.replace(/_(?:bucket|count|sum)$/, '')
    const known = declared.has(name) ? name : metric
    assert.ok(declared.has(known) || process.includes(name), `${where}: ${name} is not a metric`)
    for (const [, label = '', value = ''] of selector.matchAll(/(\w+)="([^"]*)"/g)) {
      const set = declared.get(known)?.labels[label]
      assert.ok(
        set !== undefined && (set === 'composed' ? endpointNames.has(value) : set.includes(value)),
        `${where}: ${name} has no ${label}="${value}"`,
      )
    }
  }
}

test('every metric and every label of the alerts and of the dashboard is declared', async () => {
  assert.ok(declared.size >= 17, [...declared.keys()].join())
  const [alerts] = deployDocuments('prometheus-alerts.yaml') as readonly [
    {
      readonly groups: readonly {
        readonly rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: { readonly summary: string } }[]
      }[]
    },
  ]
  const dashboard = JSON.parse(deployText('grafana-dashboard.json')) as {
    readonly panels: readonly {
      readonly title: string
      readonly targets: readonly { readonly expr: string; readonly legendFormat?: string }[]
    }[]
  }
  const expressions = [
    ...alerts.groups.flatMap(({ rules }) =>
      rules.map(({ alert, expr, annotations }) => ({ where: alert, expr, text: annotations.summary })),
    ),
    ...dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat = '' }) => ({ where: title, expr, text: legendFormat })),
    ),
  ]
  for (const { where, expr, text } of expressions) {
    checkLabels(`${expr} ${text}`, expr, where)
    assert.match(expr, /\b(?:symbolon|process|nodejs)_/, where)
    await checkExpression(expr, where)
  }
  // What is measured can be seen.
  const shown = expressions.map(({ expr }) => expr).join('\n')
  assert.deepEqual(
    [...declared.keys()].filter((name) => !shown.includes(name)),
    [],
  )
})

test('a pod in Kubernetes reaches names, the database and the internet, and no other host of the own networks', () => {
  const policy = kubernetes.find(({ kind }) => kind === 'NetworkPolicy')?.spec as unknown as {
    readonly policyTypes: readonly string[]
    readonly egress: readonly {
      readonly to: readonly { readonly ipBlock?: { readonly except: readonly string[] } }[]
      readonly ports: readonly { readonly port: number }[]
    }[]
  }
  assert.deepEqual(policy.policyTypes, ['Ingress', 'Egress'])
  assert.deepEqual(
    policy.egress.map(({ ports }) => ports.map(({ port }) => port)),
    [[53, 53], [5432], [443, 465, 587]],
  )
  const open = policy.egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock?.except ?? []))
  for (const own of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']) assert.ok(open.includes(own), own)
  const proxies = container.env.find(({ name }) => name === 'SYMBOLON_TRUSTED_PROXIES')?.value ?? ''
  assert.ok(Number(proxies.split('/')[1]) >= 24, proxies)
})
