// The licences of what others wrote and a bundle contains: who copies the code has to copy them with it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Package {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly folder: string
}

/**
 * @param sources the paths of what was bundled; those outside `node_modules` are ours
 * @returns the text of the licence of each package of others
 * @throws Error for a package that has none
 */
export function thirdPartyLicenses(sources: readonly string[]): string {
  const folders = sources.flatMap((path) => {
    // The bundler adds functions of its own.
    if (path.startsWith('\0')) return [packageFolder(fileURLToPath(import.meta.resolve('rolldown')))]
    return path.includes('/node_modules/') ? [packageFolder(path)] : []
  })
  const sections = [...new Set(folders)]
    .map(readPackage)
    .toSorted((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1))
    .map((one) => `${one.name} ${one.version} (${one.license})\n\n${licenseText(one)}`)
  return `The command contains these packages.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** A folder of a package may have a manifest of its own, which names no package. */
function packageFolder(path: string): string {
  const folder = dirname(path)
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest) && 'version' in JSON.parse(readFileSync(manifest, 'utf8'))) return folder
  return packageFolder(folder)
}

function readPackage(folder: string): Package {
  return { ...(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Omit<Package, 'folder'>), folder }
}

function licenseText({ name, folder }: Package): string {
  const files = readdirSync(folder).toSorted()
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim()
  const own = files.filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
  if (own.length > 0) return own.map(read).join('\n\n')
  const readme = files.filter((file) => /^readme/i.test(file)).map(read)
  const section = readme.map((text) => /^#+ *licen[cs]e\s*^(.*)/ims.exec(text)?.[1] ?? '').find((text) => text.includes('Permission'))
  if (section === undefined) throw new Error(`${name} has no text of its licence in ${folder}. Leave it outside of the bundle.`)
  return section.trim()
}
