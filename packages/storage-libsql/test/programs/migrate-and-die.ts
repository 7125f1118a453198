// Migrates a database and kills itself at the statement of the given number.
import { migrateUntil } from '../interrupted.ts'

const [path = '', statement = '1'] = process.argv.slice(2)
await migrateUntil(path, Number(statement), () => process.kill(process.pid, 'SIGKILL'))
