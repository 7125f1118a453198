// The packages as they are published, built and packed once for the suites below.
import { after, before, describe } from 'node:test'
import { packAll } from '../support/packed.ts'
import type { Packed } from '../support/packed.ts'
import { commandSuite } from './command.ts'
import { installedSuite } from './installed.ts'
import { nextSuite } from './nextjs.ts'
import { ownProtocolSuite } from './own-protocol.ts'
import { tarballSuite } from './tarballs.ts'

describe('the packages', { concurrency: 2 }, () => {
  let packed: Packed
  before(async () => void (packed = await packAll()))
  after(async () => await packed?.dispose())

  describe('in their tarballs', { concurrency: 1 }, () => tarballSuite(() => packed))
  describe('the command', { concurrency: 1 }, () => commandSuite(() => packed))
  describe('installed', { concurrency: 1 }, () => installedSuite(() => packed))
  describe('a protocol of a third party', { concurrency: 1 }, () => ownProtocolSuite(() => packed))
  describe('in Next.js', { concurrency: 1 }, () => nextSuite(() => packed))
})
