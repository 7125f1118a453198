// The three functions of `Reflect` that the dependency injection under @peculiar/x509 asks for before it lets itself be loaded.
// https://rbuckton.github.io/reflect-metadata/ Import it before @peculiar/x509.

const metadata = new WeakMap<object, Map<unknown, unknown>>()

const own = (key: unknown, target: object): unknown => metadata.get(target)?.get(key)

function inherited(key: unknown, target: object | null): unknown {
  if (target === null) return undefined
  return metadata.get(target)?.has(key) === true ? own(key, target) : inherited(key, Object.getPrototypeOf(target))
}

function define(key: unknown, value: unknown, target: object): void {
  const entries = metadata.get(target) ?? new Map<unknown, unknown>()
  metadata.set(target, entries.set(key, value))
}

if (!('getMetadata' in Reflect)) Object.assign(Reflect, { defineMetadata: define, getMetadata: inherited, getOwnMetadata: own })
