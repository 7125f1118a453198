// The application's own table of users. It was there before the provider, and knows nothing of it.
import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

export interface Row {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly plan: string
  /** 1, or 0 for a deactivated user. */
  readonly active: number
  /** The salt and the scrypt hash, in hexadecimal. */
  readonly password: string
  /** How often the password was changed. */
  readonly password_changes: number
  readonly created_at: number
}

export interface Users {
  find(id: string): Row | undefined
  findByEmail(email: string): Row | undefined
  /** @returns undefined if the address is taken */
  add(email: string, name: string, password: string): Promise<Row | undefined>
  changePassword(id: string, password: string): Promise<void>
  /** @param id undefined compares with the hash of no user, which takes as long */
  isPassword(id: string | undefined, password: string): Promise<boolean>
  close(): void
}

/** @param file `:memory:` for tests */
export async function openUsers(file: string): Promise<Users> {
  const database = new DatabaseSync(file)
  database.exec(`create table if not exists users (
    id text primary key, email text not null unique, name text not null, plan text not null default 'free', active integer not null default 1,
    password text not null, password_changes integer not null default 0, created_at integer not null) strict`)
  const one = (sql: string, value: string): Row | undefined => database.prepare(sql).get(value) as Row | undefined
  const nobodysHash = await hash(randomUUID())
  const users: Users = {
    find: (id) => one('select * from users where id = ?', id),
    findByEmail: (email) => one('select * from users where email = ?', email.trim().toLowerCase()),
    async add(email, name, password) {
      const hashed = await hash(password)
      const inserted = database
        .prepare(
          `insert into users (id, email, name, password, created_at) values (?, ?, ?, ?, ?) on conflict (email) do nothing returning *`,
        )
        .get(randomUUID(), email.trim().toLowerCase(), name, hashed, Date.now())
      return inserted as Row | undefined
    },
    async changePassword(id, password) {
      const hashed = await hash(password)
      database.prepare('update users set password = ?, password_changes = password_changes + 1 where id = ?').run(hashed, id)
    },
    async isPassword(id, password) {
      const [salt = '', expected = ''] = ((id === undefined ? undefined : users.find(id)?.password) ?? nobodysHash).split(':')
      const same = timingSafeEqual(await derive(password, salt), Buffer.from(expected, 'hex'))
      return same && id !== undefined
    },
    close: () => database.close(),
  }
  return users
}

async function hash(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await derive(password, salt)).toString('hex')}`
}

const derive = async (password: string, salt: string): Promise<Buffer> =>
  (await promisify<string, string, number, Buffer>(scrypt)(password, salt, 32)) as Buffer
