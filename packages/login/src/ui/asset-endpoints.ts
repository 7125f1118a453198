// Serves what the pages link to: the static files of the user interface, the themes, and the images of brands.
import { define } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint } from '@symbolon/core-protocol'
import { assetsPath, imagesPath, themesPath } from './ui.ts'
import type { Asset, LoginUi } from './ui.ts'

/** The endpoints of everything below `/ui/login/assets`. */
export function assetEndpoints(ui: LoginUi): readonly AnyEndpoint[] {
  return [...staticFiles(ui), ...themes(ui), images]
}

/** For what lies at an address that holds its digest, or all that it is made of: no cache can mix up two. */
const forEver = 'public, max-age=31536000, immutable'

/** Each file is a separate endpoint, so no path of a request is ever looked up. */
function staticFiles({ assets }: LoginUi): readonly AnyEndpoint[] {
  return Object.entries(assets).map(([name, asset]) =>
    define({
      kind: 'endpoint',
      takes: 'nothing',
      name: `login_asset_${name}`,
      path: `${assetsPath}/${name}`,
      methods: ['GET'],
      stores: [],
      cors: 'none',
      handle: async () => assetAnswer(asset, 'public, max-age=3600'),
    }),
  )
}

function themes({ theme }: LoginUi): readonly AnyEndpoint[] {
  if (theme === undefined) return []
  return [
    define({
      kind: 'endpoint',
      takes: 'nothing',
      name: 'login_theme',
      path: `${themesPath}/:name`,
      methods: ['GET'],
      stores: [],
      cors: 'none',
      async handle({ path }) {
        const asset = theme(path.slice(themesPath.length + 1))
        return asset === undefined ? notFound : assetAnswer(asset, forEver)
      },
    }),
  ]
}

/**
 * An SVG that is opened by itself is a document of this origin. The policy stops its scripts and everything that it refers to, and gives it a
 * separate origin. https://www.w3.org/TR/CSP3/#directive-sandbox
 */
const inert = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const images: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'browser',
  name: 'login_brand_image',
  path: `${imagesPath}/:name`,
  methods: ['GET'],
  stores: ['policies'],
  cors: 'none',
  async handle({ path }, { stores: { policies } }) {
    const image = await policies.findBrandImage(path.slice(imagesPath.length + 1))
    if (image === undefined) return notFound
    const fields = { 'content-type': image.contentType, 'cache-control': forEver, 'content-security-policy': inert }
    return { status: 200, fields: { ...fields, 'x-content-type-options': 'nosniff' }, body: image.bytes }
  },
})

const notFound: Answer = {
  status: 404,
  fields: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'Not found.',
}

function assetAnswer({ contentType, body }: Asset, cacheControl: string): Answer {
  return { status: 200, fields: { 'content-type': contentType, 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' }, body }
}
