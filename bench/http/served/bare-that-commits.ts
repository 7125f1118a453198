// The cost of the work without a provider, with each response sent after its rows are on disk.
import { serveBare } from './bare-routes.ts'
import { openCommittedRows } from './committed-rows.ts'

const [, , directory = ''] = process.argv

await serveBare(openCommittedRows(directory))
