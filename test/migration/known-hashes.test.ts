// The converter warns of exactly the hashes that the import will refuse.
import { convertV1 } from '@symbolon/migration-v1'
import { bareHash } from '@symbolon/schema-v2'
import { inspectHash } from '@symbolon/secret-hashing'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { vectors } from '../../packages/secret-hashing/test/vectors.ts'
import { otherVectors } from '../../packages/secret-hashing/test/other-vectors.ts'

const salt = 'MDEyMzQ1Njc4OWFiY2RlZg'
const digest = 'A'.repeat(43)

const atTheBounds = [
  ...[3, 4, 16, 17].map((cost) => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`),
  ...[
    'm=8191,t=1,p=1',
    'm=8192,t=1,p=1',
    'm=262144,t=10,p=16',
    'm=262144,t=11,p=1',
    'm=262145,t=1,p=1',
    'm=8192,t=1,p=17',
    'm=8192,t=0,p=1',
    'm=7168,t=5,p=1',
    'm=4096,t=1,p=1',
    'm=4096,t=2,p=1',
    'm=4095,t=3,p=1',
    'm=4096,t=640,p=1',
    'm=4096,t=641,p=1',
  ].map((cost) => `$argon2id$v=19$${cost}$${salt}$${digest}`),
  ...['ln=13,r=8,p=1', 'ln=14,r=8,p=1', 'ln=17,r=8,p=8', 'ln=17,r=8,p=9', 'ln=18,r=8,p=1', 'ln=20,r=8,p=1', 'ln=14,r=33,p=1'].map(
    (cost) => `$scrypt$${cost}$${salt}$${digest}`,
  ),
  ...[999, 1000, 2_000_000, 2_000_001].map((rounds) => `$pbkdf2-sha256$${rounds}$${salt}$${digest}`),
  ...[999, 1000, 656_000, 1_000_000, 1_000_001].flatMap((rounds) => [
    `$6$rounds=${rounds}$salt$${'A'.repeat(86)}`,
    `$5$rounds=${rounds}$salt$${'A'.repeat(43)}`,
  ]),
  ...['4', '5', 'I', 'J', 'z'].map((log2) => `$P$${log2}saltsalt${'A'.repeat(22)}`),
  ...['7', '8', 'G', 'H'].map((log2) => `$S$${log2}saltsalt${'A'.repeat(43)}`),
  ...['n=9,r=8', 'n=10,r=1', 'n=17,r=8', 'n=18,r=8', 'n=14,r=9'].map((cost) => `$fbscrypt$v=1,${cost},p=1,ss=Bw==,sk=AAAA$AAAA$AAAA`),
]
const framed = ['{bcrypt}', '{CRYPT}', ' '].map((frame) => `${frame}$2b$10$${'.'.repeat(53)}\n`)
const unknown = [
  '{bcrypt}plain',
  '$argon2d$v=19$m=8192,t=1,p=1$AAAA$AAAA',
  '$y$j9T$abc$def',
  'plain',
  '{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=',
  '$2b$10$short',
  '{SSHA}',
  '$5$x',
  '$wp$2y$10$abc',
]

for (const hash of [...vectors, ...otherVectors].map(([, , hash]) => hash).concat(atTheBounds, framed, unknown)) {
  test(`the converter and the import agree about ${hash.slice(0, 60)}`, () => {
    const user = {
      userName: 'a',
      profile: { firstName: 'A', lastName: 'B' },
      email: { email: 'a@b.example' },
      hashedPassword: { value: hash },
    }
    const { report } = convertV1({
      orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [{ userId: 'u', user, state: 'USER_STATE_ACTIVE' }] }],
    })
    assert.equal(
      report.rows.some(({ reason }) => reason === 'unknown-hash'),
      !inspectHash(bareHash(hash)).supported,
    )
  })
}
