declare module 'fs-native-extensions' {
  /** Takes an exclusive advisory lock on an open file. Returns false if another file descriptor holds it. */
  export function tryLock(descriptor: number): boolean
}
