// Another program that opens a database, as an SQL shell does, and moves its log into the database.
import Database from 'libsql'

const database = new Database(process.argv[2] ?? '')
database.exec('pragma wal_checkpoint(truncate)')
database.close()
