// A few facts about the instance as a whole, by name.

export interface InstanceStore {
  get(name: string): Promise<string | undefined>
  /** Stores the value unless there is one. @returns the value that stands afterwards */
  setIfAbsent(name: string, value: string): Promise<string>
  /** Stores a time, milliseconds since the epoch, unless there is a later one. Of parallel calls the latest time stands. */
  raise(name: string, time: number): Promise<void>
}
