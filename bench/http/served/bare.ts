// The cost of the work without a provider, which stores nothing.
import { serveBare } from './bare-routes.ts'

await serveBare()
