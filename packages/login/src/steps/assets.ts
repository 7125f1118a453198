// Serves the static files of the user interface. Each file is an endpoint of its own, so no path of a request is ever looked up.
import type { LoginEndpoint } from '../visit/visit.ts'
import { assetsPath, type LoginUi } from '../ui/ui.ts'

/** One endpoint for each asset of the user interface. */
export function assetEndpoints(ui: LoginUi): LoginEndpoint[] {
  return Object.entries(ui.assets).map(([name, { contentType, body }]) => ({
    kind: 'endpoint',
    name: `login_asset_${name}`,
    path: `${assetsPath}/${name}`,
    methods: ['GET'],
    stores: [],
    cors: 'none',
    handle: async () => new Response(body, {
      headers: { 'content-type': contentType, 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' },
    }),
  }))
}
