// @ts-check
/**
 * PGlite with durable commits. By default PGlite never calls fsync; the three changes marked (1) to (3) fix that. They
 * reach into its file system layer, so its version is pinned exactly.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// V8 optimises a WebAssembly function after it has run for long, instead of hundreds of them while the database opens:
// a start takes a fifth less processor time and 45 MB less. Frequent functions are soon as fast as before.
setFlagsFromString('--wasm-tiering-budget=100000000')

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
      else syncFile(module.NODEFS.realPath(stream.node), 'r')
      return 0
    } catch (error) {
      // PostgreSQL expects an errno. PGlite drops any other exception, and the commit would count as done.
      throw new module.FS.ErrnoError(module.NODEFS.convertNodeCode(error))
    }
  }
}

/**
 * @param {string} name of a file or a folder
 * @param {'r' | 'r+'} flags a folder opens for reading only
 */
function syncFile(name, flags) {
  const descriptor = fs.openSync(name, flags)
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

class SyncingNodeFS extends NodeFS {
  /**
   * @override
   * @type {NodeFS["init"]}
   */
  async init(pg, options) {
    const result = await super.init(pg, options)
    // (1) Without this hook PGlite's file system ignores fsync.
    const preRun = /** @type {unknown[]} */ ([...(result.emscriptenOpts.preRun ?? []), hookFsync])
    result.emscriptenOpts.preRun = /** @type {typeof result.emscriptenOpts.preRun} */ (preRun)
    return result
  }
}

/** Where a new database is created, within its folder. It stays there until the database is complete. */
const draftName = 'creating'

/**
 * The file with an empty database that the build creates (scripts/lib/database/empty-database.mjs). It is in the folder
 * of the package, so it matches its version.
 * @param {string} root the folder of package.json
 */
export const emptyDatabase = (root) =>
  path.join(/* turbopackIgnore: true */ root, 'node_modules/@electric-sql/pglite/empty-database.tar.gz')

/**
 * Opens the database in a folder, and creates it if the folder is empty. Uses about 200 MB of memory.
 * @param {string} folder
 * @param {string} [empty] the file that a new database is copied from; where it is missing, PGlite runs initdb, which
 *   takes four times as long
 */
export async function openDurable(folder, empty = emptyDatabase(process.cwd())) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const directory = fs.realpathSync(folder) // PGlite follows no link.
  closeToOthers(directory)
  const names = namesIn(directory)
  if (names.length === 0 || names.includes(draftName)) await create(directory, empty)
  // PGlite would overwrite the remaining files with a new, empty database.
  else if (!names.includes('PG_VERSION')) throw new Error('PG_VERSION is missing')
  return open(directory)
}

/**
 * Security: PGlite creates files that everyone may read, so the folder must keep others out. A folder of another user,
 * such as a mount point, is not changed.
 * @param {string} directory
 */
function closeToOthers(directory) {
  const { uid, mode } = fs.statSync(directory)
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) fs.chmodSync(directory, 0o700)
}

/** @param {string} directory */
const namesIn = (directory) => fs.readdirSync(directory).filter((name) => name !== 'lost+found')

/**
 * Creates it in a folder within `directory`, which may be a mount point or a link: however the process ends, the
 * database is complete or counts as absent.
 * @param {string} directory
 * @param {string} empty
 */
async function create(directory, empty) {
  const draft = path.join(directory, draftName)
  for (const name of namesIn(directory)) fs.rmSync(path.join(directory, name), { recursive: true })
  const created = await open(
    draft,
    fs.existsSync(empty) ? { loadDataDir: new Blob([fs.readFileSync(empty)]) } : {},
  )
  await created.close()
  syncTree(draft)
  for (const name of fs.readdirSync(draft)) fs.renameSync(path.join(draft, name), path.join(directory, name))
  syncFile(directory, 'r')
  fs.rmdirSync(draft)
  syncFile(directory, 'r')
}

/** @param {string} folder */
function syncTree(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(name)
    else syncFile(name, 'r+')
  }
  syncFile(folder, 'r')
}

/**
 * @param {string} directory
 * @param {{ loadDataDir?: Blob }} [options]
 */
function open(directory, options) {
  return PGlite.create({
    ...options,
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
 * Reports the first panic of the engine. PGlite drops exceptions that end a statement midway, such as the abort after a
 * PANIC, and never answers again.
 * @param {PGlite} database
 * @returns {() => string | null} why the engine cannot continue; null while it can
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
      // PGlite signals an ordinary SQL error with this status (a longjmp).
      if (/** @type {{ status?: unknown }} */ (error).status !== jump)
        reason ??= error instanceof Error ? error.message : 'unknown'
      throw error
    }
  }
  return () => reason
}
