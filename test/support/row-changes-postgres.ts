// The rows of a Postgres database that differ before and after a request, recorded by triggers as in `row-changes.ts`.
import { remaining } from './row-changes.ts'
import type { ChangeLog } from './row-changes.ts'

/**
 * Begins to record the changes of all tables that the database has now.
 * @param run runs a statement as the owner of the tables
 */
export async function recordChangesOfPostgres(
  run: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<ChangeLog> {
  await run(`
    create schema recorded;
    create table recorded.row_changes (id bigserial primary key, changed text, before text, after text);
    create function recorded.record() returns trigger language plpgsql as $$ begin
      insert into recorded.row_changes (changed, before, after) values (tg_table_name,
        case when tg_op <> 'INSERT' then to_json(old)::text end, case when tg_op <> 'DELETE' then to_json(new)::text end);
      return null; end $$`)
  for (const { tablename } of await run("select tablename from pg_tables where schemaname = 'public'")) {
    const table = `public."${String(tablename)}"`
    await run(`create trigger record after insert or update or delete on ${table} for each row execute function recorded.record()`)
  }
  return {
    mark: async () => void (await run('truncate recorded.row_changes')),
    changes: async () => remaining(await run('select changed, before, after from recorded.row_changes order by id')),
  }
}
