import 'server-only'
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { DatabaseUnusable, reasonOf } from './connection/database-unusable'

/** Another process holds the data folder. Two processes on one folder silently lose rows. */
export class FolderLocked extends Error {
  override readonly name = 'FolderLocked'
}

/**
 * Locks the data folder for this process, creating it (mode 0700) if missing. The kernel drops the lock however the
 * process ends, so a kill -9 never blocks the next start.
 * @returns a function that releases the lock
 * @throws FolderLocked naming the holder, DatabaseUnusable
 */
export function lockFolder(directory: string): () => void {
  const file = path.join(directory, 'lock')
  const descriptor = openLock(directory, file)
  if (!tryLock(descriptor)) {
    closeSync(descriptor)
    throw new FolderLocked(
      `The data folder ${directory} is in use by ${readHolder(file)}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  ftruncateSync(descriptor)
  writeSync(descriptor, `process ${process.pid} on ${hostname()}, started ${new Date().toISOString()}`)
  return () => closeSync(descriptor)
}

function openLock(directory: string, file: string): number {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return openSync(file, 'a+', 0o600)
  } catch (cause) {
    throw new DatabaseUnusable(
      `DATA_DIR: ${file} cannot be opened as a file (${reasonOf(cause)}); remove it and see that this user may write to its folder, or set DATA_DIR to another folder`,
      { cause },
    )
  }
}

/** Reads the holder's name, which is still empty between taking the lock and writing the name. */
const readHolder = (file: string): string => readFileSync(file, 'utf8').trim() || 'another process'
