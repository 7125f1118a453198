// A plugin of the bundler. `import` of a module of Node reads every export of it, also those that load more: `node:http` loads the whole of
// `fetch`. https://nodejs.org/api/process.html#processgetbuiltinmoduleid reads only what is asked for, on Node, Bun and Deno.
import { isBuiltin } from 'node:module'
import type { Plugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'

/** @returns a plugin that turns imports of modules of Node into constants */
export function builtinModules(): Plugin {
  return { name: 'builtin-modules', renderChunk: (code) => ({ code: withConstants(code) }) }
}

function withConstants(code: string): string {
  let [text, end] = ['', 0]
  for (const node of parseAst(code).body) {
    if (node.type !== 'ImportDeclaration' || !isBuiltin(node.source.value)) continue
    const module = `process.getBuiltinModule(${JSON.stringify(node.source.value)})`
    const wholes: string[] = []
    const members: string[] = []
    for (const specifier of node.specifiers) {
      // The default export of a module of Node is the module.
      if (specifier.type !== 'ImportSpecifier') wholes.push(specifier.local.name)
      else if (specifier.imported.type === 'Identifier') members.push(`${specifier.imported.name}: ${specifier.local.name}`)
    }
    const names = [...wholes, ...(members.length === 0 ? [] : [`{ ${members.join(', ')} }`])]
    text += code.slice(end, node.start) + names.map((name) => `const ${name} = ${module};`).join(' ')
    end = node.end
  }
  return text + code.slice(end)
}
