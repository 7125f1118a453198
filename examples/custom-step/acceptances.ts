// The application's own table: who accepted which version of the terms of service, and when.
import { DatabaseSync } from 'node:sqlite'

export interface Acceptances {
  /** @returns the latest version that the person accepted; undefined for none */
  latest(userId: string): number | undefined
  /** Accepting a version twice, as from two tabs, changes nothing. */
  accept(userId: string, version: number, at: number): void
  close(): void
}

/** @param file `:memory:` for tests */
export function openAcceptances(file: string): Acceptances {
  const database = new DatabaseSync(file)
  database.exec(`create table if not exists acceptances (
    user_id text not null, version integer not null, at integer not null, primary key (user_id, version)) strict`)
  return {
    latest(userId) {
      const row = database.prepare('select max(version) as version from acceptances where user_id = ?').get(userId)
      return typeof row?.['version'] === 'number' ? row['version'] : undefined
    },
    accept: (userId, version, at) =>
      void database.prepare('insert into acceptances values (?, ?, ?) on conflict do nothing').run(userId, version, at),
    close: () => database.close(),
  }
}
