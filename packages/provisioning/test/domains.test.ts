// The primary domain that login names end in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentOrgSchema, readValue } from '@symbolon/schema-v2'
import { slugOf } from '../src/desired/default-domain.ts'
import { applyPieces } from '../src/index.ts'
import type { DocumentPiece } from '../src/index.ts'
import { person } from './full-document.ts'
import { instances, lines } from './instance.ts'
import type { Instance } from './instance.ts'

const openInstance = instances()

test('an organization without domains gets a verified primary one below the issuer’s host, and keeps it', async () => {
  const instance = await openInstance()
  const document = { orgs: [{ orgId: 'o', org: { name: 'Café Ångström & Co.' }, humanUsers: [person('u', 'ann')] }] }
  const report = await instance.apply(document)
  assert.deepEqual(lines(report, 'created'), ['created orgs[0]', 'created orgs[0]', 'created orgs[0].humanUsers[0]'])
  assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@cafe-angstrom-co.id.example')
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'Renamed' } }] })
  assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@cafe-angstrom-co.id.example')
})

test('two organizations of one name get two domains', async () => {
  const instance = await openInstance()
  const document = {
    orgs: [
      { orgId: '17', org: { name: 'Shop' } },
      { orgId: '42', org: { name: 'SHOP' } },
    ],
  }
  assert.deepEqual(lines(await instance.apply(document), 'refused'), [])
  assert.deepEqual(
    (await instance.stores.directory.list('orgDomain', '42')).map(({ key }) => key[1]),
    ['shop-42.id.example'],
  )
  const again = await instance.apply(document)
  assert.equal(again.counts.same, again.entries.length)
})

test('the first verified domain becomes primary when none is', async () => {
  const instance = await openInstance()
  const document = {
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        humanUsers: [person('u', 'ann')],
        domains: [
          { domainName: 'a.example' },
          { domainName: 'B.Example', isVerified: true },
          { domainName: 'c.example', isVerified: true },
        ],
      },
    ],
  }
  await instance.apply(document)
  assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@b.example')
  const again = await instance.apply(document)
  assert.equal(again.counts.same, again.entries.length)
})

test('domains that are not verified leave the organization with a default one', async () => {
  const instance = await openInstance()
  const domains = [{ domainName: 'a.example' }]
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'ann')], domains }] })
  assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@o.id.example')
})

test('a stored primary domain stays when the document adds one, and gives way when the document names another', async () => {
  const instance = await openInstance()
  const domains = [{ domainName: 'a.example', isPrimary: true }]
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'ann')], domains }] })
  await instance.apply({ orgs: [{ orgId: 'o', domains: [{ domainName: 'b.example', isVerified: true }] }] })
  assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@a.example')
  await instance.apply({ orgs: [{ orgId: 'o', domains: [{ domainName: 'b.example', isVerified: true, isPrimary: true }] }] })
  assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@b.example')
  const primaries = (await instance.stores.directory.list('orgDomain', 'o')).filter(({ content }) => content['isPrimary'] === true)
  assert.deepEqual(
    primaries.map(({ key }) => key[1]),
    ['b.example'],
  )
})

test('an organization whose primary domain is removed takes its next verified one, else a default one', async () => {
  const instance = await openInstance()
  await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        humanUsers: [person('u', 'ann')],
        domains: [
          { domainName: 'a.example', isVerified: true, isPrimary: true },
          { domainName: 'b.example', isVerified: true },
        ],
      },
    ],
  })
  await instance.apply({ orgs: [{ orgId: 'o', domains: [{ domainName: 'a.example', state: 'STATE_REMOVED' }] }] })
  assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@b.example')
  await instance.apply({ orgs: [{ orgId: 'o', domains: [{ domainName: 'b.example', state: 'STATE_REMOVED' }] }] })
  assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@o.id.example')
})

test('what may not update leaves an organization its primary domain, in which login names end', async () => {
  const instance = await openInstance()
  await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        humanUsers: [person('u', 'ann')],
        domains: [
          { domainName: 'a.example', isVerified: true, isPrimary: true },
          { domainName: 'b.example', isVerified: true },
        ],
      },
    ],
  })
  const another = { domainName: 'c.example', isVerified: true, isPrimary: true }
  const cases = [
    [[another], ['refused orgs[0].domains[0] several_primary_domains']],
    [
      [{ domainName: 'a.example', state: 'STATE_REMOVED' }, another],
      ['kept orgs[0].domains[0] differs', 'refused orgs[0].domains[1] several_primary_domains'],
    ],
    [[{ domainName: 'b.example', isVerified: true, isPrimary: true }], ['kept orgs[0].domains[0] differs']],
    [
      [
        { domainName: 'a.example', state: 'STATE_REMOVED' },
        { domainName: 'd.example', isVerified: true },
      ],
      ['kept orgs[0].domains[0] differs'],
    ],
  ] as const
  for (const [domains, expected] of cases) {
    const report = await instance.apply({ orgs: [{ orgId: 'o', domains }] }, { update: false })
    assert.deepEqual(lines(report, 'kept', 'refused', 'changed', 'removed'), expected)
    const primaries = (await instance.stores.directory.list('orgDomain', 'o')).filter(({ content }) => content['isPrimary'] === true)
    assert.deepEqual(
      primaries.map(({ key }) => key[1]),
      ['a.example'],
    )
    assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@a.example')
  }
})

test('a second primary domain is refused', async () => {
  const instance = await openInstance()
  const domains = [
    { domainName: 'a.example', isPrimary: true },
    { domainName: 'b.example', isPrimary: true },
  ]
  assert.deepEqual(lines(await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, domains }] }), 'refused'), [
    'refused orgs[0].domains[1] several_primary_domains',
  ])
})

const domainsOf = async ({ stores: { directory } }: Instance, orgId: string): Promise<readonly string[]> =>
  (await directory.list('orgDomain', orgId)).map(({ key: [, name], content }) =>
    content['isPrimary'] === true ? `${name} primary` : `${name}`,
  )

test('an organization whose only domain belongs to another organization gets a default domain, also in a dry run', async () => {
  const instance = await openInstance()
  const domains = [{ domainName: 'a.example', isVerified: true, isPrimary: true }]
  const document = {
    orgs: [
      { orgId: 'one', org: { name: 'One' }, domains },
      { orgId: 'two', org: { name: 'Two' }, domains, humanUsers: [person('u', 'ann')] },
    ],
  }
  for (const dryRun of [true, false]) {
    const report = await instance.apply(document, { dryRun })
    assert.deepEqual(lines(report, 'refused'), ['refused orgs[1].domains[0] domain_taken'])
    assert.equal(report.entries.filter(({ key, action }) => action === 'created' && key[1] === 'two.id.example').length, 1)
  }
  assert.deepEqual(await domainsOf(instance, 'two'), ['two.id.example primary'])
  assert.equal((await instance.stores.users.find('u'))?.loginName, 'ann@two.id.example')
  const again = await instance.apply(document)
  assert.deepEqual([again.counts.created, again.counts.changed, again.counts.removed], [0, 0, 0])
})

test('a domain that cannot become primary leaves an organization the one it has, or another verified one', async () => {
  const instance = await openInstance()
  const verified = (domainName: string): object => ({ domainName, isVerified: true })
  await instance.apply({
    orgs: [
      { orgId: 'one', org: { name: 'One' }, domains: [{ ...verified('a.example'), isPrimary: true }] },
      { orgId: 'two', org: { name: 'Two' }, domains: [{ ...verified('b.example'), isPrimary: true }] },
    ],
  })
  const taken = { ...verified('a.example'), isPrimary: true }
  await instance.apply({
    orgs: [
      { orgId: 'two', domains: [taken] },
      { orgId: 'three', org: { name: 'Three' }, domains: [taken, verified('c.example')] },
    ],
  })
  assert.deepEqual(await domainsOf(instance, 'two'), ['b.example primary'])
  assert.deepEqual(await domainsOf(instance, 'three'), ['c.example primary'])
})

test('names that others have taken below the issuer’s host leave every organization a default domain', async () => {
  const instance = await openInstance()
  const domains = ['two.id.example', 'two-2.id.example'].map((domainName) => ({ domainName, isVerified: true }))
  await instance.apply({
    orgs: [
      { orgId: 'one', org: { name: 'One' }, domains },
      { orgId: '2', org: { name: 'Two' } },
    ],
  })
  const [name, ...others] = await domainsOf(instance, '2')
  assert.match(name ?? '', /^two-[a-z0-9-]{10,20}\.id\.example primary$/)
  assert.deepEqual(others, [])
})

test('domains that come before their organization, or go again later in a stream, leave it one primary domain', async () => {
  const instance = await openInstance()
  const piece = (place: number, members: object): DocumentPiece => ({
    path: 'orgs[0]',
    places: { domains: [place] },
    org: readValue(documentOrgSchema, { orgId: 'o', ...members }).value,
  })
  const primary = (domainName: string): object => ({ domains: [{ domainName, isVerified: true, isPrimary: true }] })
  await applyPieces([piece(0, primary('early.example')), piece(0, { org: { name: 'O' } })], instance.context)
  assert.deepEqual(await domainsOf(instance, 'o'), ['early.example primary'])
  await applyPieces(
    [
      piece(0, primary('late.example')),
      piece(1, { domains: [{ domainName: 'late.example', state: 'STATE_REMOVED' }] }),
      piece(2, { domains: [{ domainName: 'early.example', state: 'STATE_REMOVED' }] }),
    ],
    instance.context,
  )
  assert.deepEqual(await domainsOf(instance, 'o'), ['o.id.example primary'])
})

for (const [text, slug] of [
  ['Shop', 'shop'],
  ['  Größe & Co. ', 'gro-e-co'],
  ['Ａｃｍｅ', 'acme'],
  ['東京', ''],
  ['--', ''],
  ['x'.repeat(80), 'x'.repeat(63)],
] as const) {
  test(`the label of ${JSON.stringify(text.slice(0, 20))} is ${JSON.stringify(slug.slice(0, 20))}`, () => assert.equal(slugOf(text), slug))
}
