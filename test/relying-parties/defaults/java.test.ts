// Java's HTTP clients and OAuth libraries as they are without a setting. Their requests are sent as they write them, at every change; in the long
// tier Apache HttpClient 4 and 5 and Nimbus themselves, which Maven reads from its registry.
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { acmeWith } from '../../support/acme.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import { temporaryDirectory } from '../../support/run-command.ts'

const run = promisify(execFile)
const skip =
  process.env['SYMBOLON_TEST_LONG'] !== '1'
    ? 'SYMBOLON_TEST_LONG=1 runs it'
    : ['mvn', 'javac'].some((program) => spawnSync(program, ['-version']).status !== 0) && 'there is no JDK with Maven'

const document = acmeWith({ machineUsers: [{ userId: 'robot', clientSecret, user: { userName: 'robot', name: 'Robot' } }] })
let service: TestService
before(async () => void (service = await startTestService({ document, tls: false })))
after(async () => await service.stop())

const basicOf = (id: string): string => `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`
const basic = basicOf('robot')
/** The header fields that each client sends with a form. */
const clients: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Apache HttpClient 4': { 'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1', 'accept-encoding': 'gzip,deflate' },
  'Apache HttpClient 5': {
    'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1',
    'accept-encoding': 'gzip, x-gzip, deflate',
  },
  'Nimbus oauth2-oidc-sdk': {
    'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    accept: 'text/html, image/gif, image/jpeg, */*; q=0.2',
  },
  'Spring Security': { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', accept: 'application/json;charset=UTF-8' },
  'java.net.http': {
    'content-type': 'application/x-www-form-urlencoded',
    'http2-settings': 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA',
  },
}

for (const [name, headers] of Object.entries(clients)) {
  test(`${name} gets a token, asks about it and revokes it`, async () => {
    const send = async (path: string, fields: Readonly<Record<string, string>>, authorization = basic): Promise<Response> =>
      await service.fetch(service.issuer + path, {
        method: 'POST',
        headers: { ...headers, authorization },
        body: new URLSearchParams(fields).toString(),
      })
    const answer = await send('/oauth/v2/token', {
      grant_type: 'client_credentials',
      scope: 'openid urn:symbolon:iam:org:project:id:portal:aud',
    })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    const { access_token: token } = JSON.parse(text) as { readonly access_token: string }
    const isActive = async (): Promise<unknown> =>
      ((await (await send('/oauth/v2/introspect', { token }, basicOf('basic'))).json()) as { readonly active: unknown }).active
    assert.equal(await isActive(), true)
    assert.equal((await send('/oauth/v2/revoke', { token })).status, 200)
    assert.equal(await isActive(), false)
  })
}

const libraries = [
  ['org.apache.httpcomponents', 'httpclient', '4.5.14'],
  ['org.apache.httpcomponents.client5', 'httpclient5', '5.5'],
  ['com.nimbusds', 'oauth2-oidc-sdk', '11.26.1'],
].map(
  ([group, name, version]) =>
    `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`,
)
const project = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>t</groupId><artifactId>t</artifactId>
<version>1</version><dependencies>${libraries.join('')}</dependencies></project>`

/** Prints `ok` after each client that got a token. */
const program = `import com.nimbusds.oauth2.sdk.*;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.auth.*;
import com.nimbusds.oauth2.sdk.id.*;
import java.util.List;

public class Check {
  public static void main(String[] given) throws Exception {
    String issuer = given[0], basic = given[1], secret = given[2];
    var four = org.apache.http.impl.client.HttpClients.createDefault();
    var post4 = new org.apache.http.client.methods.HttpPost(issuer + "/oauth/v2/token");
    post4.setHeader("Authorization", basic);
    post4.setEntity(new org.apache.http.client.entity.UrlEncodedFormEntity(List.of(
      new org.apache.http.message.BasicNameValuePair("grant_type", "client_credentials"),
      new org.apache.http.message.BasicNameValuePair("scope", "openid"))));
    try (var answer = four.execute(post4)) { check("HttpClient 4", answer.getStatusLine().getStatusCode()); }

    var five = org.apache.hc.client5.http.impl.classic.HttpClients.createDefault();
    var post5 = new org.apache.hc.client5.http.classic.methods.HttpPost(issuer + "/oauth/v2/token");
    post5.setHeader("Authorization", basic);
    post5.setEntity(new org.apache.hc.client5.http.entity.UrlEncodedFormEntity(List.of(
      new org.apache.hc.core5.http.message.BasicNameValuePair("grant_type", "client_credentials"),
      new org.apache.hc.core5.http.message.BasicNameValuePair("scope", "openid"))));
    five.execute(post5, answer -> { check("HttpClient 5", answer.getCode()); return null; });

    var metadata = AuthorizationServerMetadata.resolve(new Issuer(issuer));
    var request = new TokenRequest.Builder(metadata.getTokenEndpointURI(),
      new ClientSecretBasic(new ClientID("robot"), new Secret(secret)), new ClientCredentialsGrant()).scope(new Scope("openid")).build();
    check("Nimbus", request.toHTTPRequest().send().getStatusCode());
  }

  static void check(String name, int status) {
    if (status != 200) throw new IllegalStateException(name + ": " + status);
    System.out.println("ok " + name);
  }
}`

test('Apache HttpClient 4 and 5 and Nimbus get tokens themselves', { skip }, async () => {
  const { path, dispose } = await temporaryDirectory()
  try {
    await writeFile(join(path, 'pom.xml'), project)
    await writeFile(join(path, 'Check.java'), program)
    await run('mvn', ['-q', '-B', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'], { cwd: path })
    const classpath = (await readFile(join(path, 'classpath'), 'utf8')).trim()
    await run('javac', ['-cp', classpath, 'Check.java'], { cwd: path })
    const { stdout } = await run('java', ['-cp', `${path}${delimiter}${classpath}`, 'Check', service.issuer, basic, clientSecret], {
      cwd: path,
    })
    assert.deepEqual(stdout.trim().split('\n'), ['ok HttpClient 4', 'ok HttpClient 5', 'ok Nimbus'])
  } finally {
    await dispose()
  }
})
