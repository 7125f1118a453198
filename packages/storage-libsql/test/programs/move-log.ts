// Another program that opens a database, as a shell does, and leaves nothing in its log.
import Database from 'libsql'

const database = new Database(process.argv[2] ?? '')
database.exec('pragma wal_checkpoint(truncate)')
database.close()
