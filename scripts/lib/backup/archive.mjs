/**
 * The file of a backup: a tar, compressed with gzip, and encrypted with age where there is a passphrase. `age -d FILE |
 * tar xz` opens it too.
 */
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { dataFolder } from '../database/database.mjs'
import { SetupError } from '../setup.mjs'
import { openDraft } from './draft.mjs'

/** scrypt with 2^17 rounds: 128 MB for a moment. */
const scryptWork = 17
/** Tables compress well at the lowest effort, and faster than disks write. */
const gzipLevel = 3
/** The free space that a file leaves on the disk of the data folder, and after how many bytes it is looked at. */
const [sparedBytes, lookEveryBytes] = [64 * 1024 ** 2, 8 * 1024 ** 2]
const ageMark = Buffer.from('age-encryption.org/v1\n')
const gzipMark = Buffer.of(0x1f, 0x8b)

/** @typedef {{ name: string, data: Buffer }} Entry */

/**
 * Writes the entries into `file`, which appears once it is complete and `check` found nothing wrong in its draft.
 * @param {string} file
 * @param {{ passphrase: string | null, entries: AsyncIterable<Entry>, check: (draft: string) => Promise<unknown> }} what
 * @throws {SetupError} in one line, if the file cannot be written
 */
export async function writeArchive(file, { passphrase, entries, check }) {
  const draft = `${file}.part`
  const handle = await openDraft(draft)
  /** @type {unknown} Why the file could not be written: the streams before it end with errors of their own. */
  let refusal
  try {
    const tar = pack()
    // tar-stream's streams are Node's except for their types.
    const source = /** @type {NodeJS.ReadableStream} */ (/** @type {unknown} */ (tar))
    const gzip = createGzip({ level: gzipLevel })
    // Not Node's stream, which would close the file. Until the file has its name, its lock says that it is being
    // written.
    const target = (/** @type {AsyncIterable<Buffer>} */ pieces) =>
      handle
        .writeFile(/** @type {string} */ (/** @type {unknown} */ (sparing(pieces, file))))
        .catch((/** @type {unknown} */ error) => {
          refusal = error
          throw error
        })
    const flow =
      passphrase === null
        ? pipeline(source, gzip, target)
        : pipeline(source, gzip, await encrypting(passphrase), target)
    await Promise.all([flow, fill(tar, entries)])
    await handle.sync()
    await check(draft)
    await rename(draft, file)
  } catch (first) {
    const error = refusal ?? first
    await rm(draft, { force: true })
    throw isOfDisk(error) ? new SetupError(`${file} cannot be written (${error.code}).`) : error
  } finally {
    await handle.close().catch(() => undefined)
  }
}

/**
 * Passes the pieces on while they leave space on the disk of the data folder, without which the database stops.
 * @param {AsyncIterable<Buffer>} pieces @param {string} file
 */
async function* sparing(pieces, file) {
  const deviceOf = (/** @type {string} */ folder) => stat(folder).then(({ dev }) => dev, () => null) // prettier-ignore
  const isShared = (await deviceOf(dirname(file))) === (await deviceOf(dataFolder()))
  let unlooked = lookEveryBytes
  for await (const piece of pieces) {
    if (isShared && unlooked >= lookEveryBytes) {
      const { bavail, bsize } = await statfs(dirname(file))
      if (bavail * bsize < sparedBytes)
        throw new SetupError(`${file} cannot be written: the disk has no room for it beside the data folder.`)
      unlooked = 0
    }
    unlooked += piece.length
    yield piece
  }
}

/** @param {unknown} error @returns {error is Error & { code: string }} */
const isOfDisk = (error) => error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EFBIG'].includes(String(error.code)) // prettier-ignore

/** @param {import('tar-stream').Pack} tar @param {AsyncIterable<Entry>} entries */
async function fill(tar, entries) {
  try {
    for await (const entry of entries) await put(tar, entry)
    tar.finalize()
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error('unknown'))
    throw error
  }
}

/** @param {import('tar-stream').Pack} tar @param {Entry} entry @returns {Promise<void>} */
const put = (tar, { name, data }) =>
  new Promise((resolve, reject) => {
    const sink = tar.entry({ name, mode: 0o600 }, data, (error) => (error ? reject(error) : resolve()))
    // Unheard, its error would end the process before the draft is removed.
    sink.on('error', reject)
  })

/** @param {string} passphrase */
async function encrypting(passphrase) {
  const age = new Encrypter()
  age.setPassphrase(passphrase)
  age.setScryptWorkFactor(scryptWork)
  return throughWeb((stream) => age.encrypt(stream))
}

/**
 * A Node stream made from a function on web streams.
 * @param {(stream: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>} change
 */
async function throughWeb(change) {
  /** @param {AsyncIterable<Buffer>} source */
  return async function* (source) {
    const plain = /** @type {ReadableStream<Uint8Array>} */ (
      /** @type {unknown} */ (Readable.toWeb(Readable.from(source, { objectMode: false })))
    )
    const changed = await change(plain)
    for await (const piece of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (changed)))
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  }
}

/** @param {string} file @returns {Promise<boolean>} */
async function isEncrypted(file) {
  const handle = await open(file, 'r').catch((/** @type {NodeJS.ErrnoException} */ error) => {
    throw new SetupError(`${file} cannot be read (${error.code ?? 'unknown'}).`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageMark.length), 0, ageMark.length, 0)
    const start = buffer.subarray(0, bytesRead)
    if (start.equals(ageMark)) return true
    if (start.subarray(0, 2).equals(gzipMark)) return false
  } finally {
    await handle.close()
  }
  throw new SetupError(`${file} is no backup.`)
}

/**
 * @param {string} file
 * @param {string | null} passphrase
 * @returns {AsyncGenerator<Entry>}
 * @throws {SetupError} in one line, if the passphrase is wrong or the file is damaged or cut
 */
export async function* readArchive(file, passphrase) {
  const isEncryptedFile = await isEncrypted(file)
  if (isEncryptedFile && passphrase === null)
    throw new SetupError(`${file} is encrypted. Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE.`)
  const tar = extract()
  const age = new Decrypter()
  if (passphrase !== null) age.addPassphrase(passphrase)
  const decrypt = await throughWeb((stream) => age.decrypt(stream))
  const gunzip = createGunzip()
  /** @type {unknown} */
  let failure = null
  const flow = (
    isEncryptedFile
      ? pipeline(createReadStream(file), decrypt, gunzip, tar)
      : pipeline(createReadStream(file), gunzip, tar)
  ).catch((/** @type {unknown} */ error) => {
    failure = error
    tar.destroy()
  })
  try {
    for await (const entry of tar) {
      /** @type {Buffer[]} */
      const pieces = []
      for await (const piece of /** @type {AsyncIterable<Buffer>} */ (entry)) pieces.push(piece)
      yield { name: entry.header.name, data: Buffer.concat(pieces) }
    }
  } catch (error) {
    if (error instanceof SetupError) throw error
    failure ??= error
  }
  await flow
  if (failure !== null) throw asRefusal(file, failure)
}

/** @param {string} file @param {unknown} error */
function asRefusal(file, error) {
  const reason = error instanceof Error ? error.message : 'unknown'
  if (reason.includes('no identity matched')) return new SetupError(`${file}: the passphrase is wrong.`)
  return new SetupError(`${file} is damaged or cut (${reason}). Nothing was restored.`)
}
