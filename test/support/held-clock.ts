// Loaded before a service: its clock stands still, and the process that started it moves it on by so many milliseconds.
let time = Date.now()
Date.now = () => time

process.on('message', (milliseconds: unknown) => {
  time += Number(milliseconds)
  process.send?.(time)
})
// The channel alone does not keep the service alive.
process.channel?.unref()
