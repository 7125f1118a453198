// Finds the Chromium that drives the pages: the one that is named, the system's, else the one that npm installed, so that the tests
// need nothing from the system.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Chromium {
  readonly executablePath: string
  /** Additional environment variables of the process. */
  readonly environment: Readonly<Record<string, string>>
}

export interface ChromiumPlaces {
  /** `$CHROMIUM_PATH`: when it is set, nothing else will do. */
  readonly named?: string | undefined
  readonly system?: string
}

/** @throws Error when a browser was named that is not there, or none can be unpacked */
export async function findChromium({ named, system = '/usr/bin/chromium' }: ChromiumPlaces = {}): Promise<Chromium> {
  if (named !== undefined && named !== '') {
    if (!(await isExecutable(named))) throw new Error(`CHROMIUM_PATH is ${named}, where nothing can be executed.`)
    return { executablePath: named, environment: {} }
  }
  return (await isExecutable(system)) ? { executablePath: system, environment: {} } : await unpackedChromium()
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** Unpacks the package once, next to the other packages of npm, where another user cannot place a browser. */
async function unpackedChromium(): Promise<Chromium> {
  const packageUrl = new URL('../', import.meta.resolve('@sparticuz/chromium'))
  const manifest: unknown = JSON.parse(await readFile(new URL('package.json', packageUrl), 'utf8'))
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown'
  const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
  const home = join(cache, `chromium-${version}`)
  const executablePath = join(home, 'chromium')
  if (!(await isExecutable(executablePath))) await unpack(cache, home)
  return { executablePath, environment: { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') } }
}

/**
 * The package takes a file that is there for one that is whole, so two test files that start at once would run half a browser:
 * everything is unpacked elsewhere and renamed at the end.
 */
async function unpack(cache: string, home: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const directory = await mkdtemp(`${home}-`)
  try {
    const script = `const { default: chromium } = await import(${JSON.stringify(import.meta.resolve('@sparticuz/chromium'))}); await chromium.executablePath()`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      // The first says where to unpack; by the second the package unpacks the system libraries too that the browser needs.
      env: { ...process.env, TMPDIR: directory, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x', NODE_TEST_CONTEXT: undefined },
      stdio: 'inherit',
    })
    const [code]: unknown[] = await once(child, 'exit')
    if (code !== 0) throw new Error(`@sparticuz/chromium could not be unpacked to ${directory}.`)
    // The package's own configuration of fonts names folders that are not ours.
    await writeFile(
      join(directory, 'fonts/fonts.conf'),
      `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>
`,
    )
    await rename(directory, home).catch(async (error: unknown) => {
      if (!(await isExecutable(join(home, 'chromium')))) throw error
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
