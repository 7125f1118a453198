// For `--import`: modules of the packages are loaded as they are shipped, compiled, instead of from their sources.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    const url = resolved.url.replace(/(\/packages\/[^/]+)\/src\/(.*)\.ts$/, '$1/dist/$2.js')
    return url === resolved.url ? resolved : { ...resolved, url, format: 'module' }
  },
})
