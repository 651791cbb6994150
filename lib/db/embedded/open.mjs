// @ts-check
/**
 * PGlite that keeps what it acknowledged. Out of the box it never calls fsync; three changes are needed, and
 * each is marked. Its version is pinned exactly: they reach into its file system layer.
 */
import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @typedef {{ nfd?: number | null, node: unknown }} EmscriptenStream */
/** @typedef {{ NODEFS: { realPath(node: unknown): string, stream_ops: Record<string, unknown> } }} EmscriptenModule */

/** @param {EmscriptenModule} module */
function hookFsync(module) {
  /** @param {EmscriptenStream} stream */
  module.NODEFS.stream_ops.fsync = (stream) => {
    if (stream.nfd != null) {
      fs.fdatasyncSync(stream.nfd)
      return 0
    }
    const directory = fs.openSync(module.NODEFS.realPath(stream.node), 'r')
    try {
      fs.fsyncSync(directory)
    } finally {
      fs.closeSync(directory)
    }
    return 0
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
