/** Makes the artefact: `counterfoil-<version>.tar.gz` with a folder of the same name. */
import { createHash } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { create } from 'tar'
import { root } from '../root.mjs'
import { SetupError } from '../setup.mjs'
import { tracedFiles } from './trace.mjs'

/** @typedef {{ name: string, version: string, description: string, license: string, engines: Record<string, string> }} Package */

/** Files for people. */
const papers = ['LICENSE', 'README.md', 'CHANGELOG.md']

const folderName = root.replace(/[/\\]$/, '')

/** The file in which Next.js stores the folder of the build. It reads other parts of these files. */
const withFolder = /^\.next\/required-server-files\.js(on)?$/

/**
 * Packs the current build into `folder`. The same build gives the same file.
 * @param {string} folder
 * @returns {Promise<{ file: string, files: number, bytes: number }>} what it is, unpacked
 */
export async function packRelease(folder) {
  const own = /** @type {Package} */ (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const name = `${own.name}-${own.version}`
  const stage = join(folder, name)
  rmSync(stage, { recursive: true, force: true })
  const paths = [...(await tracedFiles()).filter((path) => path !== 'package.json'), ...papers]
  for (const path of paths) stageFile(path, stage)
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(description(own), null, 2)}\n`)
  const all = [...paths, 'package.json'].toSorted()
  const lines = all.map((path) => `${contentHash(join(stage, path))}  ${path}\n`)
  writeFileSync(join(stage, 'SHA256SUMS'), lines.join(''))
  const file = join(folder, `${name}.tar.gz`)
  await pack(
    [...all, 'SHA256SUMS'].map((path) => `${name}/${path}`),
    { folder, file },
  )
  const bytes = all.reduce((sum, path) => sum + lstatSync(join(stage, path)).size, 0)
  rmSync(stage, { recursive: true })
  return { file, files: all.length, bytes }
}

/** @param {string} path @param {string} stage */
function stageFile(path, stage) {
  const target = join(stage, path)
  mkdirSync(dirname(target), { recursive: true })
  const source = join(root, path)
  if (withFolder.test(path))
    writeFileSync(target, readFileSync(source, 'utf8').replaceAll(root, './').replaceAll(folderName, '.'))
  else cpSync(source, target, { verbatimSymlinks: true })
  if (!lstatSync(target).isSymbolicLink() && readFileSync(target).includes(folderName))
    throw new SetupError(`${path} names ${folderName}, where it was built.`)
}

/** Says what it runs on; scripts/lib/runtime.mjs compares. @param {Package} own */
const description = ({ name, version, description: text, license, engines }) => ({
  name,
  version,
  description: text,
  license,
  private: true,
  type: 'module',
  engines: { node: engines.node },
  os: [process.platform],
  cpu: [process.arch],
  scripts: { start: 'node --max-semi-space-size=4 server.mjs', admin: 'node admin.mjs' },
})

/** The target of a link. @param {string} path */
function contentHash(path) {
  const content = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : readFileSync(path)
  return createHash('sha256').update(content).digest('hex')
}

/** Without times, owners and the order of a disk. @param {string[]} paths @param {{ folder: string, file: string }} to */
async function pack(paths, { folder, file }) {
  const draft = `${file}.part`
  const options = { cwd: folder, file: draft, gzip: true, portable: true, mtime: new Date(0) }
  await create({ ...options, noDirRecurse: true }, paths)
  renameSync(draft, file)
}
