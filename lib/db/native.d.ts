declare module 'fs-native-extensions' {
  /** Exclusive advisory lock on an open file; false where another file descriptor holds it. */
  export function tryLock(descriptor: number): boolean
}
