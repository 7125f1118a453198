import { serve } from '@hono/node-server'
import { createApp } from './app.ts'

const port = Number(process.env['PORT'] ?? 3000)
const origin = `http://localhost:${port}`
const { fetch } = await createApp(origin)
serve({ fetch, hostname: 'localhost', port }, () => console.log(`${origin}, with a provider at ${origin}/auth`))
