import { createApp } from './app.ts'

const port = Number(process.env['PORT'] ?? 3000)
const origin = `http://localhost:${port}`
await (await createApp(origin)).listen({ host: 'localhost', port })
console.log(`${origin}, with a provider`)
