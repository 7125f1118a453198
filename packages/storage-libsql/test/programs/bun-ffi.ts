// The part of bun:ffi that the tests use, for a program that runs on Bun. https://bun.com/docs/runtime/ffi
type NativeType = 'i32' | 'i64' | 'u64' | 'ptr'

interface NativeFunction {
  readonly args: readonly NativeType[]
  readonly returns: NativeType
}

interface BunFfi {
  dlopen<Name extends string>(
    path: string,
    symbols: Readonly<Record<Name, NativeFunction>>,
  ): {
    /** An i64 comes as a bigint. */
    readonly symbols: Readonly<Record<Name, (...args: readonly number[]) => number | bigint>>
  }
  ptr(view: ArrayBufferView): number
  readonly read: { i32(address: number, offset: number): number }
}

export const { dlopen, ptr, read } = process.getBuiltinModule('bun:ffi') as unknown as BunFfi
