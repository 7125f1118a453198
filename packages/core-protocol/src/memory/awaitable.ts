// Values that may be known already. What is in memory is decided on in the same turn, and what is not is awaited: one code path for both.

/**
 * A value, or the promise of one. `await` takes both, but waits for known values too. A store that returns it never throws: what fails is a
 * rejected promise, so that calls can be begun together.
 */
export type Awaitable<T> = T | Promise<T>

/** @returns what `next` makes of the value: in the same turn if the value is known */
export function whenKnown<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** @returns what `next` makes of the value, in the same turn if it is known; what `handle` makes of the error of a promise that rejects */
export function whenSettled<T, R>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<R>,
  handle: (error: unknown) => Awaitable<R>,
): Awaitable<R> {
  return value instanceof Promise ? value.then(next, handle) : next(value)
}

/**
 * Put a call that can throw first in the list. If it throws after another call has returned a promise, a rejection of that promise is unhandled.
 * @returns the values: in the same turn if all of them are known
 */
export function allKnown<T extends readonly unknown[] | []>(values: T): Awaitable<{ readonly [K in keyof T]: Awaited<T[K]> }>
export function allKnown(values: readonly unknown[]): Awaitable<readonly unknown[]> {
  return values.some(isPromise) ? Promise.all(values) : values
}

function isPromise(value: unknown): boolean {
  return value instanceof Promise
}

/** Calls a function. @returns what it returns; what `handle` makes of an error that it throws or rejects with */
export function catching<T>(call: () => Awaitable<T>, handle: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const called = call()
    return called instanceof Promise ? called.catch(handle) : called
  } catch (error) {
    return handle(error)
  }
}
