// Clients: active applications and service users.
import type { Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiApp, appKey, domain, machine, machineKey, oidcApp, org, project, publicKey, rsaPublicKey } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const base = [org('o1'), domain('o1', 'acme.test'), project('o1', 'p1')]

/** Registers the tests of the store `clients`. @param open opens an empty storage with the named stores */
export function clientTests(open: OpenFresh): void {
  describe('clients', () => {
    test('shows an OIDC app with the format’s defaults', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        await directory.apply({ put: [...base, oidcApp('o1', 'p1', 'a1')], remove: [] }, 1000)
        assert.deepEqual(await clients.find('a1@client'), {
          clientId: 'a1@client',
          kind: 'oidc',
          name: 'App a1',
          orgId: 'o1',
          projectId: 'p1',
          applicationType: 'web',
          authenticationMethod: 'client_secret_basic',
          grantTypes: ['authorization_code'],
          responseTypes: ['code'],
          redirectUris: [],
          postLogoutRedirectUris: [],
          devMode: false,
          accessTokenFormat: 'opaque',
          idTokenSigningAlg: 'RS256',
          accessTokenSigningAlg: 'RS256',
          accessTokenTyp: 'at+jwt',
          idTokenUserinfoAssertion: false,
          projectRoleAssertion: false,
          accessTokenRoleAssertion: false,
          idTokenRoleAssertion: false,
          managementAccess: false,
          createdAt: 1000,
          timesEnded: 0,
        })
        assert.equal(await clients.find('a1'), undefined)
      }))

    test('shows an OIDC app with everything set', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const app = oidcApp(
          'o1',
          'p1',
          'a1',
          {
            redirectUris: ['https://rp.test/cb', 'com.example:/cb'],
            responseTypes: ['OIDC_RESPONSE_TYPE_CODE', 'OIDC_RESPONSE_TYPE_ID_TOKEN', 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'],
            grantTypes: [
              'OIDC_GRANT_TYPE_IMPLICIT',
              'OIDC_GRANT_TYPE_REFRESH_TOKEN',
              'OIDC_GRANT_TYPE_DEVICE_CODE',
              'OIDC_GRANT_TYPE_TOKEN_EXCHANGE',
            ],
            appType: 'OIDC_APP_TYPE_NATIVE',
            authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
            postLogoutRedirectUris: ['https://rp.test/out'],
            devMode: true,
            accessTokenType: 'OIDC_TOKEN_TYPE_JWT',
            idTokenUserinfoAssertion: true,
            accessTokenRoleAssertion: true,
            idTokenRoleAssertion: true,
          },
          {
            clientId: 'my-client',
            idTokenSigningAlg: 'ES256',
            accessTokenSigningAlg: 'EdDSA',
            accessTokenTyp: 'JWT',
            managementAccess: true,
          },
          { clientSecretDigest: 'digest' },
        )
        await directory.apply({ put: [...base, project('o1', 'p1', { projectRoleAssertion: true }), app], remove: [] }, 1000)
        assert.deepEqual(await clients.find('my-client'), {
          clientId: 'my-client',
          kind: 'oidc',
          name: 'App a1',
          orgId: 'o1',
          projectId: 'p1',
          applicationType: 'native',
          authenticationMethod: 'none',
          secretDigest: 'digest',
          grantTypes: [
            'implicit',
            'refresh_token',
            'urn:ietf:params:oauth:grant-type:device_code',
            'urn:ietf:params:oauth:grant-type:token-exchange',
          ],
          responseTypes: ['code', 'id_token', 'id_token token'],
          redirectUris: ['https://rp.test/cb', 'com.example:/cb'],
          postLogoutRedirectUris: ['https://rp.test/out'],
          devMode: true,
          accessTokenFormat: 'jwt',
          idTokenSigningAlg: 'ES256',
          accessTokenSigningAlg: 'EdDSA',
          accessTokenTyp: 'JWT',
          idTokenUserinfoAssertion: true,
          projectRoleAssertion: true,
          accessTokenRoleAssertion: true,
          idTokenRoleAssertion: true,
          managementAccess: true,
          createdAt: 1000,
          timesEnded: 0,
        })
      }))

    test('shows an API app, which has no grant types', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        await directory.apply(
          {
            put: [...base, apiApp('o1', 'p1', 'a1'), apiApp('o1', 'p1', 'a2', { authMethodType: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' })],
            remove: [],
          },
          1000,
        )
        const api = await clients.find('a1@client')
        assert.deepEqual(
          [api?.kind, api?.authenticationMethod, api?.grantTypes, api?.responseTypes],
          ['api', 'client_secret_basic', [], []],
        )
        assert.equal((await clients.find('a2@client'))?.authenticationMethod, 'private_key_jwt')
      }))

    test('finds a service user by id, login name or user name', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const robot = machine(
          'o1',
          'm1',
          'Robot',
          { accessTokenSigningAlg: 'ES256', accessTokenTyp: 'JWT' },
          { clientSecretDigest: 'digest' },
        )
        await directory.apply(
          {
            put: [...base, org('o2'), robot, machine('o1', 'm2', 'twin'), machine('o2', 'm3', 'twin')],
            remove: [],
          },
          1000,
        )
        for (const clientId of ['m1', 'robot@acme.test', 'Robot']) {
          assert.deepEqual(
            await clients.find(clientId),
            {
              clientId: 'm1',
              kind: 'service_user',
              name: 'Robot Robot',
              orgId: 'o1',
              applicationType: 'web',
              authenticationMethod: 'client_secret_basic',
              secretDigest: 'digest',
              grantTypes: ['client_credentials'],
              responseTypes: [],
              redirectUris: [],
              postLogoutRedirectUris: [],
              devMode: false,
              accessTokenFormat: 'opaque',
              idTokenSigningAlg: 'RS256',
              accessTokenSigningAlg: 'ES256',
              accessTokenTyp: 'JWT',
              idTokenUserinfoAssertion: false,
              projectRoleAssertion: false,
              accessTokenRoleAssertion: false,
              idTokenRoleAssertion: false,
              managementAccess: true,
              createdAt: 1000,
              timesEnded: 0,
            },
            clientId,
          )
        }
        assert.equal((await clients.find('twin@acme.test'))?.clientId, 'm2')
      }))

    test('CA-21 of several service users with one user name, it means the one who has had it for longest', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const named = async (): Promise<string | undefined> => (await clients.find('ci-robot'))?.clientId
        const put = async (resources: readonly Resource[], now: number): Promise<void> =>
          await directory.apply({ put: resources, remove: [] }, now)
        await put([...base, org('o2'), machine('o2', 'a-early', 'another')], 1000)
        await put([machine('o1', 'm1', 'ci-robot')], 2000)
        await put([machine('o2', 'a-later', 'ci-robot')], 3000)
        assert.equal(await named(), 'm1')
        // One who was created before, and takes the name later.
        await put([machine('o2', 'a-later', 'other'), machine('o2', 'a-early', 'ci-robot')], 4000)
        assert.equal(await named(), 'm1')
        await put([machine('o1', 'm1', 'ci-robot', { description: 'changed' })], 5000)
        assert.equal(await named(), 'm1')
        assert.deepEqual(await directory.findClientId('ci-robot'), { kind: 'machineUser', key: ['m1'] })
        await put([machine('o1', 'm1', 'renamed')], 6000)
        assert.equal(await named(), 'a-early')
      }))

    test('a client identifier takes precedence over the name of a service user, even if the client is inactive', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const app = oidcApp('o1', 'p1', 'a1', {}, { clientId: 'robot' })
        await directory.apply({ put: [...base, machine('o1', 'm1', 'robot'), app], remove: [] }, 1000)
        assert.equal((await clients.find('robot'))?.kind, 'oidc')
        await directory.apply({ put: [{ ...app, content: { ...app.content, state: 'STATE_INACTIVE' } }], remove: [] }, 1000)
        assert.equal(await clients.find('robot'), undefined)
      }))

    test('a client is not found if its app, project, user or organization is inactive', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const app = oidcApp('o1', 'p1', 'a1', { redirectUris: ['https://rp.test/cb'] })
        const robot = machine('o1', 'm1', 'robot')
        const all = [...base, app, robot, appKey('o1', 'a1', 'k1', await publicKey('ES256'))]
        for (const [off, who] of [
          [{ ...app, content: { ...app.content, state: 'STATE_INACTIVE' } }, 'a1@client'],
          [project('o1', 'p1', {}, 'STATE_INACTIVE'), 'a1@client'],
          [org('o1', 'ORG_STATE_INACTIVE'), 'a1@client'],
          [org('o1', 'ORG_STATE_INACTIVE'), 'm1'],
          [machine('o1', 'm1', 'robot', { state: 'USER_STATE_INACTIVE' }), 'm1'],
        ] as const) {
          await directory.apply({ put: all, remove: [] }, 1000)
          assert.notEqual(await clients.find(who), undefined)
          await directory.apply({ put: [off], remove: [] }, 1000)
          assert.equal(await clients.find(who), undefined, off.kind)
          if (who === 'm1') continue
          assert.deepEqual(await clients.listKeys(who, 1000), [])
          assert.deepEqual(await clients.listClientIds('p1'), [])
          assert.equal(await clients.hasOrigin('https://rp.test'), false)
        }
      }))

    test('lists the keys of apps and service users with their algorithms', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        await directory.apply(
          {
            put: [
              ...base,
              oidcApp('o1', 'p1', 'a1'),
              machine('o1', 'm1', 'robot'),
              appKey('o1', 'a1', 'k1', await publicKey('RS256')),
              appKey('o1', 'a1', 'k2', await publicKey('ES256')),
              appKey('o1', 'a1', 'k3', await publicKey('EdDSA')),
              appKey('o1', 'a1', 'k4', await rsaPublicKey()),
              machineKey('o1', 'm1', 'k5', await publicKey('ES256')),
            ],
            remove: [],
          },
          1000,
        )
        const keys = await clients.listKeys('a1@client', 1000)
        assert.deepEqual(
          keys.map(({ keyId, algorithm, jwk }) => [keyId, algorithm, jwk['kty']]),
          [
            ['k1', 'RS256', 'RSA'],
            ['k2', 'ES256', 'EC'],
            ['k3', 'EdDSA', 'OKP'],
            ['k4', 'RS256', 'RSA'],
          ],
        )
        assert.deepEqual(Object.keys(keys[1]?.jwk ?? {}).toSorted(), ['crv', 'kty', 'x', 'y'])
        for (const clientId of ['m1', 'robot'])
          assert.deepEqual(
            (await clients.listKeys(clientId, 1000)).map(({ keyId }) => keyId),
            ['k5'],
          )
        assert.deepEqual(await clients.listKeys('absent-user', 1000), [])
      }))

    test('expired and inactive keys are not listed', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const pem = await publicKey('ES256')
        const expirationDate = '2030-01-01T00:00:00.000Z'
        await directory.apply(
          {
            put: [
              ...base,
              machine('o1', 'm1', 'robot'),
              machineKey('o1', 'm1', 'k1', pem, { expirationDate }),
              machineKey('o1', 'm1', 'k2', pem, { state: 'STATE_INACTIVE' }),
            ],
            remove: [],
          },
          1000,
        )
        assert.equal((await clients.listKeys('m1', Date.parse(expirationDate) - 1)).length, 1)
        assert.deepEqual(await clients.listKeys('m1', Date.parse(expirationDate)), [])
      }))

    test('an invalid public key is refused before anything changes', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        for (const publicKey of ['', 'bm9uc2Vuc2U=', btoa('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')]) {
          await assert.rejects(
            directory.apply(
              {
                put: [...base, machine('o1', 'm1', 'robot'), machineKey('o1', 'm1', 'k1', publicKey)],
                remove: [],
              },
              1000,
            ),
            TypeError,
          )
        }
        assert.deepEqual(await directory.list('org', undefined), [])
      }))

    test('finds the origins of redirect URIs and additional origins', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        // Native shells of web apps use their own schemes.
        const own = ['https://spa.test:8443', 'capacitor://localhost', 'tauri://localhost']
        const redirectUris = ['https://rp.test/cb', 'https://rp.test/other', 'http://127.0.0.1:8080/cb', 'com.example:/cb']
        const app = oidcApp('o1', 'p1', 'a1', { redirectUris, additionalOrigins: own })
        await directory.apply({ put: [...base, app], remove: [] }, 1000)
        for (const origin of ['https://rp.test', 'http://127.0.0.1:8080', ...own])
          assert.equal(await clients.hasOrigin(origin), true, origin)
        for (const origin of ['http://rp.test', 'https://rp.test:8443', 'https://spa.test', 'null', 'com.example://', 'ionic://localhost'])
          assert.equal(await clients.hasOrigin(origin), false, origin)
        await directory.apply({ put: [oidcApp('o1', 'p1', 'a1')], remove: [] }, 1000)
        assert.equal(await clients.hasOrigin('https://rp.test'), false)
      }))

    test('a digest replaces an imported hash once', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const secrets = { clientSecretHash: 'h', clientSecretSource: 's' }
        await directory.apply(
          {
            put: [...base, oidcApp('o1', 'p1', 'a1', {}, {}, secrets), machine('o1', 'm1', 'robot', {}, secrets)],
            remove: [],
          },
          1000,
        )
        for (const clientId of ['a1@client', 'm1']) {
          assert.equal((await clients.find(clientId))?.secretHash, 'h')
          assert.equal(await clients.replaceSecretHash(clientId, 'other', 'd'), false)
          assert.equal(await clients.replaceSecretHash(clientId, 'h', 'd'), true)
          assert.equal(await clients.replaceSecretHash(clientId, 'h', 'e'), false)
          const client = await clients.find(clientId)
          assert.deepEqual([client?.secretHash, client?.secretDigest], [undefined, 'd'])
        }
        assert.equal(await clients.replaceSecretHash('absent-user', 'h', 'd'), false)
        assert.deepEqual((await directory.find([{ kind: 'machineUser', key: ['m1'] }]))[0]?.secrets, {
          clientSecretDigest: 'd',
          clientSecretSource: 's',
        })
      }))

    test('secrets are exchanged by one of several at a time, and a new one of a document removes the former one', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const secrets = { clientSecretHash: '$h', clientSecretSource: 's' }
        const app = oidcApp('o1', 'p1', 'a1', {}, {}, secrets)
        const robot = machine(
          'o1',
          'm1',
          'robot',
          {},
          { clientSecretDigest: 'd', formerClientSecret: '$f', formerClientSecretUntil: '5000' },
        )
        await directory.apply({ put: [...base, app, robot], remove: [] }, 1000)
        const former = { stored: '$f', expiresAt: 5000 }
        assert.deepEqual((await clients.find('m1'))?.formerSecret, former)
        assert.deepEqual(await clients.findSecrets({ kind: 'machineUser', id: 'm1' }), { current: 'd', former })
        assert.equal(await clients.findSecrets({ kind: 'apiApp', id: 'a1' }), undefined)

        const ofApp = { kind: 'oidcApp', id: 'a1' } as const
        const before = await clients.findSecrets(ofApp)
        assert.deepEqual(before, { current: '$h', former: undefined })
        const outcomes = await together(6, async (index) =>
          clients.exchangeSecrets(ofApp, { current: '$h', former: undefined }, { current: `e${index}`, former: { stored: '$h' } }),
        )
        assert.equal(outcomes.filter((exchanged) => exchanged).length, 1)
        const winner = `e${outcomes.indexOf(true)}`
        assert.deepEqual(await clients.findSecrets(ofApp), { current: winner, former: { stored: '$h' } })
        const client = await clients.find('a1@client')
        assert.deepEqual([client?.secretDigest, client?.secretHash, client?.formerSecret], [winner, undefined, { stored: '$h' }])

        await directory.apply({ put: [oidcApp('o1', 'p1', 'a1')], remove: [] }, 2000)
        assert.deepEqual((await clients.find('a1@client'))?.formerSecret, { stored: '$h' }, 'a change of something else keeps both')
        await directory.apply({ put: [oidcApp('o1', 'p1', 'a1', {}, {}, { clientSecretDigest: 'new' })], remove: [] }, 3000)
        assert.deepEqual(await clients.findSecrets(ofApp), { current: 'new', former: undefined })
        assert.equal(
          await clients.exchangeSecrets(
            { kind: 'oidcApp', id: 'none' },
            { current: 'new', former: undefined },
            { current: 'x', former: undefined },
          ),
          false,
        )
      }))

    test('lists the client ids of a project', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        await directory.apply(
          {
            put: [...base, project('o1', 'p2'), oidcApp('o1', 'p1', 'a1'), apiApp('o1', 'p1', 'a2'), oidcApp('o1', 'p2', 'a3')],
            remove: [],
          },
          1000,
        )
        assert.deepEqual(await clients.listClientIds('p1'), ['a1@client', 'a2@client'])
      }))

    test('finds an active project, with or without apps', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const known = async (): Promise<readonly boolean[]> =>
          await Promise.all(['p1', 'p2', 'P1', ''].map(async (id) => await clients.hasProject(id)))
        await directory.apply({ put: [...base, oidcApp('o1', 'p1', 'a1')], remove: [] }, 1000)
        assert.deepEqual(await known(), [true, false, false, false])
        await directory.apply({ put: [project('o1', 'p2')], remove: [] }, 1000)
        assert.deepEqual(await known(), [true, true, false, false])
        await directory.apply({ put: [], remove: [{ kind: 'project', key: ['p1'] }] }, 1000)
        assert.deepEqual(await known(), [false, true, false, false])
      }))
  })
}
