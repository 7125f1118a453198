// ptrace(2) of a process and all its threads, through Bun's FFI to libc. Every system call is reported at its begin and at its end, in the
// order in which they happen, because a thread continues only after its stop was reported.
import { readdirSync, readFileSync } from 'node:fs'
import { dlopen, ptr, read } from './bun-ffi.ts'

export interface SystemCallEntry {
  readonly thread: number
  /** AUDIT_ARCH_* of <linux/audit.h> */
  readonly architecture: number
  readonly number: number
  readonly firstArgument: number
}

export interface SystemCallExit {
  readonly thread: number
  readonly succeeded: boolean
}

export interface SystemCalls {
  entered(call: SystemCallEntry): void
  left(call: SystemCallExit): void
}

// <linux/ptrace.h>
const PTRACE_SYSCALL = 24
const PTRACE_SEIZE = 0x4206
const PTRACE_INTERRUPT = 0x4207
const PTRACE_GET_SYSCALL_INFO = 0x420e
const PTRACE_O_TRACESYSGOOD = 1
const PTRACE_O_TRACECLONE = 8
const PTRACE_O_EXITKILL = 0x10_0000
const PTRACE_SYSCALL_INFO_ENTRY = 1
const PTRACE_SYSCALL_INFO_EXIT = 2
// <linux/wait.h>, <asm/signal.h>, <asm/errno.h>
const WALL = 0x4000_0000
const SIGTRAP = 5
const EPERM = 1
const ESRCH = 3
const EINTR = 4
const ECHILD = 10

const { symbols: libc } = dlopen('libc.so.6', {
  ptrace: { args: ['i64', 'i64', 'u64', 'u64'], returns: 'i64' },
  waitpid: { args: ['i32', 'ptr', 'i32'], returns: 'i32' },
  __errno_location: { args: [], returns: 'ptr' },
})
const errorNumber = Number(libc.__errno_location())
const status = new Int32Array(1)
const info = new DataView(new ArrayBuffer(128))
const littleEndian = true

/** Stops every thread of the process. Later threads are traced from their first instruction. */
export function seize(pid: number): void {
  const seized = new Set<number>()
  // A thread that is not seized yet may start another thread while the folder is read. The folder is read again until it shows no new thread.
  for (let before = -1; before !== seized.size;) {
    before = seized.size
    for (const thread of readdirSync(`/proc/${pid}/task`).map(Number)) {
      if (seized.has(thread)) continue
      seized.add(thread)
      if (isTraced(pid, thread)) continue
      ptrace(PTRACE_SEIZE, thread, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL)
      ptrace(PTRACE_INTERRUPT, thread)
    }
  }
}

/** Lets the seized threads continue, and returns when all of them have ended. */
export function follow(calls: SystemCalls): void {
  for (let thread = nextStop(); thread !== undefined; thread = nextStop()) {
    const [state = 0] = status
    if ((state & 0xff) !== 0x7f) continue
    const signal = (state >> 8) & 0xff
    if (signal === (SIGTRAP | 0x80)) report(thread, calls)
    // A stop that is an event of the trace carries no signal for the thread. Any other stop is a signal to deliver.
    const delivered = signal === (SIGTRAP | 0x80) || state >> 16 !== 0 ? 0 : signal
    ptrace(PTRACE_SYSCALL, thread, 0, delivered)
  }
}

function report(thread: number, calls: SystemCalls): void {
  if (!ptrace(PTRACE_GET_SYSCALL_INFO, thread, info.byteLength, ptr(info))) return
  const kind = info.getUint8(0)
  if (kind === PTRACE_SYSCALL_INFO_ENTRY) {
    calls.entered({
      thread,
      architecture: info.getUint32(4, littleEndian),
      number: Number(info.getBigUint64(24, littleEndian)),
      firstArgument: info.getInt32(32, littleEndian),
    })
  }
  if (kind === PTRACE_SYSCALL_INFO_EXIT) calls.left({ thread, succeeded: info.getUint8(32) === 0 })
}

function nextStop(): number | undefined {
  for (;;) {
    const thread = Number(libc.waitpid(-1, ptr(status), WALL))
    if (thread > 0) return thread
    const error = read.i32(errorNumber, 0)
    if (error === ECHILD) return undefined
    if (error !== EINTR) throw new Error(`waitpid failed with errno ${error}`)
  }
}

/** @returns false if the thread has ended */
function ptrace(request: number, thread: number, address = 0, data = 0): boolean {
  if (libc.ptrace(request, thread, address, data) >= 0) return true
  const error = read.i32(errorNumber, 0)
  if (error === ESRCH) return false
  if (error === EPERM) throw new Error('ptrace is not permitted on this machine (EPERM): see kernel.yama.ptrace_scope and the container')
  throw new Error(`ptrace request ${request} failed with errno ${error}`)
}

/** Traced by this process. Threads inherit the trace of the thread that starts them. */
function isTraced(pid: number, thread: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8').includes(`\nTracerPid:\t${process.pid}\n`)
  } catch {
    // The thread ended after the folder was read.
    return true
  }
}
