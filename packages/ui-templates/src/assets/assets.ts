// The static files that the pages link to, and their addresses.
import type { Asset } from '@symbolon/login'
import { formPostScript } from './form-post-script.ts'
import { logo } from './logo.ts'
import { style } from './style.ts'

export type AssetName = 'style.css' | 'logo.svg' | 'form-post.js'

export const assets: Readonly<Record<AssetName, Asset>> = Object.freeze({
  'style.css': style,
  'logo.svg': logo,
  'form-post.js': formPostScript,
})

/** Equals `assetsPath` of `@symbolon/login`, of which this package takes only types; a test compares the two. */
const assetsPath = '/ui/login/assets'

export const assetAddress = (name: AssetName): string => `${assetsPath}/${name}`
