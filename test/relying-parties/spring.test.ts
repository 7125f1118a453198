// The guide's decoder for Spring Security, compiled as it stands there, and given tokens of a provider. Maven reads the library from its registry,
// so this is in the long tier, where there is a JDK.
import { createTestProvider } from '@symbolon/testing'
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { blocksIn } from '../support/documentation.ts'
import { temporaryDirectory } from '../support/run-command.ts'

const run = promisify(execFile)
const skip =
  process.env['SYMBOLON_TEST_LONG'] !== '1'
    ? 'SYMBOLON_TEST_LONG=1 runs it'
    : ['mvn', 'javac'].some((program) => spawnSync(program, ['-version']).status !== 0) && 'there is no JDK with Maven'

const libraries = [
  ['org.springframework.security', 'spring-security-oauth2-jose', '6.4.4'],
  ['org.springframework', 'spring-context', '6.2.5'],
  ['org.springframework', 'spring-web', '6.2.5'],
  ['com.fasterxml.jackson.core', 'jackson-databind', '2.18.3'],
].map(
  ([group, name, version]) =>
    `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`,
)
const project = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>t</groupId><artifactId>t</artifactId>
<version>1</version><dependencies>${libraries.join('')}</dependencies></project>`

test('Spring takes an access token by the decoder of the guide, and refuses an ID token and a forged one', { skip }, async () => {
  const { path, dispose } = await temporaryDirectory()
  const clients = ['shop'].map((clientId) => ({
    clientId,
    redirectUris: ['http://localhost/callback'],
    app: { accessTokenType: 'OIDC_TOKEN_TYPE_JWT' as const },
  }))
  const provider = await createTestProvider({ port: 0, users: [{ userName: 'ada' }], clients })
  try {
    const [decoder] = blocksIn('java')
    const code = decoder?.code.replaceAll('https://id.example', provider.issuer) ?? assert.fail('no block of Java')
    await writeFile(join(path, 'pom.xml'), project)
    await writeFile(
      join(path, 'Check.java'),
      `import com.nimbusds.jose.JOSEObjectType;
      import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
      import java.util.List;
      import org.springframework.context.annotation.Bean;
      import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
      import org.springframework.security.oauth2.jwt.*;
      public class Check {
        ${code}
        public static void main(String[] tokens) { System.out.println(new Check().jwtDecoder().decode(tokens[0]).getSubject()); }
      }`,
    )
    await run('mvn', ['-q', '-B', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'], { cwd: path })
    const classpath = (await readFile(join(path, 'classpath'), 'utf8')).trim()
    await run('javac', ['-cp', classpath, 'Check.java'], { cwd: path })
    const decode = async (token: string): Promise<string> =>
      (await run('java', ['-cp', `${path}${delimiter}${classpath}`, 'Check', token])).stdout.trim()

    const { accessToken, idToken = '' } = await provider.signIn('ada', 'shop')
    assert.equal(await decode(accessToken), 'ada')
    await assert.rejects(decode(idToken), /typ \(type\) JWT not allowed/)
    await assert.rejects(decode(`${accessToken.slice(0, -4)}AAAA`), /BadJwtException|Invalid signature/)
  } finally {
    await provider.close()
    await dispose()
  }
})
