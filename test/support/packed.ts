// The packages as they are published: built in a copy of the workspace, packed by pnpm, installed by npm where no workspace is.
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { packageFolders, readManifest } from '../architecture/sources.ts'
import { cleanEnvironment, root } from './run-command.ts'
import type { Finished } from './run-command.ts'

/** What is published, by folder under packages/. */
export const published: readonly { readonly folder: string; readonly name: string }[] = packageFolders
  .map((folder) => ({ folder, ...readManifest(folder) }))
  .filter((manifest) => manifest.private !== true)

/** All packages share one version. */
export const version: string = readManifest('symbolon').version ?? ''

export interface Packed {
  /** The tarball of a package. */
  tarball(name: string): string
  /** A new empty folder. */
  folder(): Promise<string>
  dispose(): Promise<void>
}

const bin = join(root, 'node_modules', '.bin')
/** Milliseconds: far more than a build takes on a machine that does other work. */
const limit = 600_000

/** Builds and packs everything, away from the working tree: what lies about there is neither used nor disturbed. */
export async function packAll(): Promise<Packed> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'symbolon-packed-')))
  const workspace = join(directory, 'workspace')
  const tarballs = join(directory, 'tarballs')
  await mkdir(tarballs)
  await copyWorkspace(workspace)
  await succeed(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'], workspace)
  const filters = published.flatMap(({ name }) => ['--filter', name])
  await succeed(
    process.execPath,
    [join(root, 'scripts/package-manager.mjs'), '--recursive', ...filters, 'pack', '--pack-destination', tarballs],
    workspace,
  )
  return {
    tarball: (name) => join(tarballs, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`),
    folder: async () => await mkdtemp(join(directory, 'folder-')),
    dispose: async () => await rm(directory, { recursive: true, force: true }),
  }
}

/** @returns the packages with those of ours that they need: each is installed from its tarball, because no registry has it */
export function closureOf(names: readonly string[]): readonly string[] {
  const needed = new Set(names)
  for (const name of needed) {
    const folder = published.find((each) => each.name === name)?.folder ?? ''
    for (const dependency of Object.keys(readManifest(folder).dependencies ?? {})) {
      if (published.some((each) => each.name === dependency)) needed.add(dependency)
    }
  }
  return [...needed]
}

/** `npm install TARBALLS` in a new empty folder; @returns the folder */
export async function installPacked(packed: Packed, names: readonly string[]): Promise<string> {
  const folder = await packed.folder()
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await succeed('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', folder, ...names.map(packed.tarball)], folder)
  return folder
}

/** Runs a program with the workspace's runtimes on the path, and nothing else of the workspace. */
export async function run(
  program: string,
  args: readonly string[],
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const child = spawn(program, args, { cwd: folder, env: runtimesOnly(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), limit)
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
  try {
    const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
    return { code, stdout, stderr }
  } finally {
    clearTimeout(timer)
  }
}

/** @returns what it printed; @throws Error with all that it said when it fails */
export async function succeed(
  program: string,
  args: readonly string[],
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, folder, settings)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with code ${code}\n${stdout}${stderr}`)
  return stdout
}

/** The environment of a user who has Node, Bun and Deno and not the workspace: npm passes the folder of its call to its children. */
export function runtimesOnly(settings: Readonly<Record<string, string>>): Record<string, string> {
  const environment = cleanEnvironment(settings)
  const ofTheCaller = /^(?:npm_(?:package|lifecycle)_|npm_config_(?:local_prefix|prefix)$|INIT_CWD$|NODE_PATH$)/
  const kept = Object.entries(environment).filter(([name]) => !ofTheCaller.test(name))
  return { ...Object.fromEntries(kept), PATH: `${bin}${delimiter}${environment['PATH'] ?? ''}`, NO_COLOR: '1' }
}

/** Everything but what is built; the links to dependencies are kept as links. */
async function copyWorkspace(to: string): Promise<void> {
  await cp(join(root, 'packages'), join(to, 'packages'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/^packages\/[^/]+\/(?:dist|tsconfig\.tsbuildinfo|node_modules\/\.cache)$/.test(relative(root, path)),
  })
  for (const name of ['package.json', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'LICENSE', 'scripts'])
    await cp(join(root, name), join(to, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'))
}
