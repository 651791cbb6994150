// @ts-check
/**
 * PGlite that keeps what it acknowledged. Out of the box it never calls fsync; three changes are needed, and
 * each is marked. Its version is pinned exactly: they reach into its file system layer.
 */
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @typedef {{ nfd?: number | null, node: unknown }} EmscriptenStream */
/**
 * @typedef {{
 *   FS: { ErrnoError: new (code: number) => Error },
 *   NODEFS: {
 *     realPath(node: unknown): string,
 *     convertNodeCode(error: unknown): number,
 *     stream_ops: Record<string, unknown>,
 *   },
 * }} EmscriptenModule
 */

/** @param {EmscriptenModule} module */
function hookFsync(module) {
  /** @param {EmscriptenStream} stream */
  module.NODEFS.stream_ops.fsync = (stream) => {
    try {
      if (stream.nfd != null) fs.fdatasyncSync(stream.nfd)
      else syncDirectory(module.NODEFS.realPath(stream.node))
      return 0
    } catch (error) {
      // As PostgreSQL expects it. PGlite drops any other exception, and the commit would count as done.
      throw new module.FS.ErrnoError(module.NODEFS.convertNodeCode(error))
    }
  }
}

/** @param {string} folder */
function syncDirectory(folder) {
  const directory = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(directory)
  } finally {
    fs.closeSync(directory)
  }
}

class SyncingNodeFS extends NodeFS {
  /**
   * @override
   * @type {NodeFS["init"]}
   */
  async init(pg, options) {
    const result = await super.init(pg, options)
    // (1) Without this hook the file system's fsync does nothing.
    const preRun = /** @type {unknown[]} */ ([...(result.emscriptenOpts.preRun ?? []), hookFsync])
    result.emscriptenOpts.preRun = /** @type {typeof result.emscriptenOpts.preRun} */ (preRun)
    return result
  }
}

/**
 * Opens the database in `directory`, creating it when it is empty. Memory: about 200 MB.
 * @param {string} directory
 */
export function openDurable(directory) {
  // PGlite would make a new, empty database in a folder that lost this file, over what is left of the old one.
  const isDamaged = fs.existsSync(directory) && !fs.existsSync(path.join(directory, 'PG_VERSION'))
  if (isDamaged && fs.readdirSync(directory).length > 0) throw new Error('PG_VERSION is missing')
  return PGlite.create({
    fs: new SyncingNodeFS(directory),
    extensions: { pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), // (2) -F turns fsync off.
      '-c',
      'wal_sync_method=fsync', // (3) Emscripten's fdatasync is a stub.
      '-c',
      'shared_buffers=32MB',
    ],
  })
}

/**
 * PGlite drops every exception that ends a statement in the middle, such as the abort after a PANIC, and never answers
 * again. This tells of the first of them.
 * @param {PGlite} database
 * @returns {() => string | null} why the engine cannot go on; null while it can
 */
export function watchForPanic(database) {
  const { mod, POSTGRES_MAIN_LONGJMP: jump } =
    /** @type {{ mod: { _PostgresMainLoopOnce: () => void }, POSTGRES_MAIN_LONGJMP: number }} */ (
      /** @type {unknown} */ (database)
    )
  const loop = mod._PostgresMainLoopOnce
  /** @type {string | null} */
  let reason = null
  mod._PostgresMainLoopOnce = () => {
    try {
      loop()
    } catch (error) {
      // An ordinary ERROR of SQL is a jump.
      if (/** @type {{ status?: unknown }} */ (error).status !== jump)
        reason ??= error instanceof Error ? error.message : 'unknown'
      throw error
    }
  }
  return () => reason
}
