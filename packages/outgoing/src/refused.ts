// The error of a request that is not sent, or whose answer is not read.

/** The guard blocked a request, or stopped reading its response. The message names the host, and nothing else of the address. */
export class OutgoingRequestRefused extends Error {
  override readonly name = 'OutgoingRequestRefused'
}
