// The static files of the user interface. Every path is known when the login is built: no path of a request is ever looked up.
import type { LoginEndpoint } from '../visit/visit.ts'
import { assetsPath, type LoginUi } from '../ui/ui.ts'

export function assetEndpoints(ui: LoginUi): LoginEndpoint[] {
  return Object.entries(ui.assets).map(([name, { contentType, body }]) => ({
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
