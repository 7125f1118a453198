// Does nothing until it is ended. Its stalls are what the machine itself adds to every other number.
setInterval(() => undefined, 60_000)
