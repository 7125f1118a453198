// Paths of endpoints: literal ones, and those with parameters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathRouter } from '../src/compose/path-router.ts'

test('a parameter stands for one segment that is not empty, and literal paths are compared as a whole', () => {
  const router = pathRouter(['/', '/a', '/a/:id', '/a/:id/b', '/:x/y/:z', '/a/b/:id/c'].map((path) => [path, path]))
  const expected = {
    '/': '/',
    '/a': '/a',
    '/a/1': '/a/:id',
    '/a/%2F': '/a/:id',
    '/a/:id': '/a/:id',
    '/a/1/b': '/a/:id/b',
    '/q/y/1': '/:x/y/:z',
    '/a/b/1/c': '/a/b/:id/c',
    '/a/': undefined,
    '/a//b': undefined,
    '/a/1/': undefined,
    '/a/1/c': undefined,
    '/A': undefined,
    '//y/1': undefined,
    a: undefined,
    '': undefined,
    '/a/b/1/c/d': undefined,
    '/constructor': undefined,
  }
  for (const [path, found] of Object.entries(expected)) assert.equal(router.find(path), found, path)
})

test('of several that match, the first in the list is found', () => {
  const order = (...paths: readonly string[]): string | undefined => pathRouter(paths.map((path) => [path, path])).find('/users/new')
  assert.equal(order('/users/new', '/users/:id', '/:any/new'), '/users/new')
  assert.equal(order('/users/:id', '/users/new'), '/users/:id')
  assert.equal(order('/:any/new', '/users/:id'), '/:any/new')
  assert.equal(order('/users/:id', '/:any/new'), '/users/:id')
})
