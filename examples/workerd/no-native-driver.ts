// Stands for the native driver of databases in a file, which workerd has not.
export default class Database {
  constructor() {
    throw new Error('Only a libSQL server can be used here: give an http(s) url.')
  }
}
