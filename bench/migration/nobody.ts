// Does nothing, until it is ended: how long it stands still nevertheless is what the machine adds to every other number.
setInterval(() => undefined, 60_000)
