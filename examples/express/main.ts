import { createApp } from './app.ts'

const port = Number(process.env['PORT'] ?? 3000)
const origin = `http://localhost:${port}`
const app = await createApp(origin)
app.listen(port, 'localhost', () => console.log(`${origin}, with a provider at ${origin}/auth`))
