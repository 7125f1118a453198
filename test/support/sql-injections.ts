// Texts that would do harm if they were part of SQL instead of parameters.

/** What ends a literal, an identifier or an expression. */
const breaks: readonly string[] = ["'", '"', '`', "')", "'))", "\\'", "''", '%27', '\u2019', '\uff07', '0', ']']

/** What comes after. */
const tails: readonly string[] = [
  ' OR 1=1',
  " OR '1'='1",
  ' OR 1=1 -- ',
  '; DROP TABLE users; --',
  '; DELETE FROM passwords; --',
  "; UPDATE users SET state='active'; --",
  ' UNION SELECT name, sql, 1 FROM sqlite_master --',
  ' AND (SELECT count(*) FROM signing_keys) > 0 --',
  " || (SELECT hash FROM passwords LIMIT 1) || '",
]

const others: readonly string[] = [
  '%',
  '_',
  '*',
  '[a-z]%',
  '\\%',
  '?',
  '?1',
  ':name',
  '$1',
  '@p',
  '??',
  '{{1}}',
  '$.a',
  '$**',
  '->>',
  '/**/',
  '--',
  '#',
  ';',
  '0x27',
  "x'27'",
  '1e309',
  'NULL',
  'null',
  'true',
  'char(39)',
  "';ATTACH DATABASE '/tmp/symbolon-x' AS x;--",
  "';PRAGMA writable_schema=1;--",
  "'; SELECT load_extension('x');--",
  "\"; VACUUM INTO '/tmp/symbolon-y'; --",
  "admin'--",
  "admin'/*",
  "1'/**/OR/**/1=1--",
  "') ON CONFLICT DO UPDATE SET content='{}' --",
]

export const sqlInjections: readonly string[] = [...breaks.flatMap((end) => tails.map((tail) => `${end}${tail}`)), ...others]
