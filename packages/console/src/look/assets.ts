// The style sheet and the script of the console. Their addresses hold a digest of the content, so that browsers may cache them without a limit.
import { define, digest } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { script } from './script.ts'
import { style } from './style.ts'

const base = '/ui/console/assets'

/** The path of the style sheet. */
export const stylePath: string = `${base}/${digest(style).slice(0, 12)}.css`

/** The path of the script. */
export const scriptPath: string = `${base}/${digest(script).slice(0, 12)}.js`

/** The endpoints of both files. */
export const assetEndpoints: readonly AnyEndpoint[] = [
  asset(stylePath, 'text/css; charset=utf-8', style),
  asset(scriptPath, 'text/javascript; charset=utf-8', script),
]

function asset(path: string, contentType: string, body: string): AnyEndpoint {
  return define({
    kind: 'endpoint',
    takes: 'nothing',
    name: `asset of the console ${contentType}`,
    path,
    methods: ['GET', 'HEAD'],
    stores: [],
    cors: 'none',
    handle: async () => ({
      status: 200,
      fields: { 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' },
      body,
    }),
  })
}
