/** Makes the artefact: `counterfoil-<version>.tar.gz` with a folder of the same name. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
  existsSync,
  readdirSync,
  realpathSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { create } from 'tar'
import { nodeFileTrace } from '@vercel/nft'
import { root } from '../root.mjs'
import { SetupError } from '../setup.mjs'
import { emptyDatabase } from '../../../lib/db/embedded/open.mjs'
import { ensureEmptyDatabase } from '../database/empty-database.mjs'
import { filesBelow } from '../files-below.mjs'

/** @typedef {{ name: string, version: string, description: string, license: string, engines: Record<string, string> }} Package */

/** Files for people. */
const papers = ['LICENSE', 'README.md', 'CHANGELOG.md']

const folderName = root.replace(/[/\\]$/, '')

/** The files in which Next.js stores the folder of the build. It needs only their other parts. */
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
  if (withFolder.test(path)) writeFileSync(target, withoutFolder(readFileSync(source, 'utf8'), folderName))
  else cpSync(source, target, { verbatimSymlinks: true })
  if (!lstatSync(target).isSymbolicLink() && namesFolder(readFileSync(target), folderName))
    throw new SetupError(`${path} names ${folderName}, where it was built.`)
}

/** Replaces the folder of the build, with or without a path in it, by `.`. @param {string} text @param {string} folder */
export const withoutFolder = (text, folder) =>
  text.replaceAll(`"${folder}/`, '"./').replaceAll(`"${folder}"`, '"."')

const escaped = (/** @type {string} */ text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Files and folders of the project that a build may name by their whole path. */
const builtFrom = readdirSync(root).map(escaped).join('|')

/**
 * Returns whether a file names the folder of the build. A short name alone proves nothing: `/app` is part of other
 * addresses. So something of the folder follows, and no other folder comes before.
 * @param {Buffer} content
 * @param {string} folder
 */
export const namesFolder = (content, folder) =>
  content.includes(folder) &&
  new RegExp(String.raw`(?:(?<![\w./-])|(?<=file://))${escaped(folder)}/(?:${builtFrom})(?![\w-])`).test(
    content.toString('latin1'),
  )

/** The package.json of a release. scripts/lib/runtime.mjs compares its platform. @param {Package} own */
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

/** The SHA-256 of a file's content, or of a link's target. @param {string} path */
function contentHash(path) {
  const content = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : readFileSync(path)
  return createHash('sha256').update(content).digest('hex')
}

/**
 * Packs in the given order, without times and owners. Sets the permissions, whatever the builder's umask is: the user who
 * runs the application has to be able to read root's files.
 * @param {string[]} paths within `folder`
 * @param {{ folder: string, file: string }} to
 */
export async function pack(paths, { folder, file }) {
  for (const path of paths) {
    const staged = lstatSync(join(folder, path))
    if (!staged.isSymbolicLink()) chmodSync(join(folder, path), staged.mode & 0o100 ? 0o755 : 0o644)
  }
  const draft = `${file}.part`
  const options = { cwd: folder, file: draft, gzip: true, portable: true, mtime: new Date(0) }
  await create({ ...options, noDirRecurse: true }, paths)
  renameSync(draft, file)
}

/** The parts of the build's folder that a release has. The rest is for the next build, or for debugging. */
const buildEntries = ['BUILD_ID', 'package.json', 'node_modules', 'server', 'static']

/** Traced files that are never loaded: development tools, image resizing, and their documents. */
const unused = [
  /\.(map|[cm]?tsx?|tsbuildinfo)$/,
  /\.test\.\w+$/,
  /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/(tests?|bench(marks?)?)\//,
  /\.nft\.json$/,
  /(^|\/)node_modules\/(sharp|@img|@next\/swc-[^/]+|typescript|webpack5?)\//,
  /^node_modules\/next\/dist\/(server\/dev\/(?!browser-logs\/file-logger|hot-reloader-types)|build\/(webpack|babel)|lib\/upgrade|pages|cli\/(?!next-test))/,
  /^node_modules\/next\/dist\/compiled\/(next-devtools|webpack|babel[^/]*|terser|postcss[^/]*|cssnano[^/]*|sass-loader|@babel|@next\/(font|react-refresh-utils)|browserify[^/]*|edge-runtime|mini-css-extract-plugin|schema-utils[^/]*|@mswjs)\//,
  /^node_modules\/next\/dist\/compiled\/(next-server\/.*\.dev\.js|react[^/]*-experimental\/|.*\.development\.js)/,
  /^node_modules\/react(-dom)?\/.*\.development\.js$/,
  /\/migrations\/meta\/\d+_snapshot\.json$/,
  /^scripts\/(build|testing|drills|bench|lint|drizzle)\//,
]

/**
 * Where the application's files are. A trace can name any file of the project: for a path that it cannot follow it
 * takes the whole folder, with `.git`, `.env` and the builder's data.
 */
const places =
  /^((\.next|lib|node_modules|public|scripts)\/|(admin|next\.config|server)\.mjs$|package\.json$)/

/** Exported for tests. @param {string} path */
export const isUsed = (path) => places.test(path) && !unused.some((pattern) => pattern.test(path))

/**
 * Returns the paths of the files and links that the application needs, sorted. `ensureBuilt` has to come first.
 * @returns {Promise<string[]>}
 */
async function tracedFiles() {
  const found = new Set([...buildFiles(), ...(await programFiles()), ...addons()])
  // The empty database is gone if the packages were installed again after the build.
  await ensureEmptyDatabase()
  found.add(fromRoot(emptyDatabase(root)))
  // Next.js reads it at the start.
  found.add('next.config.mjs')
  for (const path of migrations) for (const file of filesBelow(root, [path])) found.add(file)
  for (const file of filesBelow(root, ['public'])) found.add(file)
  const used = [...found].filter(isUsed)
  return [...new Set([...used, ...used.flatMap(packageFiles)])].toSorted()
}

const migrations = ['lib/core/server/tables/migrations', 'lib/sandbox/tables/migrations']

/** The build, and what its traces name. */
function buildFiles() {
  const own = entriesBelow(buildEntries.map((name) => `.next/${name}`))
  const manifests = readdirSync(join(root, '.next')).filter((name) => /^[\w-]+manifest\.json$|^required-server-files\.js(on)?$/.test(name)) // prettier-ignore
  const traces = [...own, '.next/next-server.js.nft.json'].filter((path) => path.endsWith('.nft.json'))
  return [...own, ...manifests.map((name) => `.next/${name}`), ...traces.flatMap(filesOfTrace)]
}

/** Files and symbolic links. @param {string[]} folders */
function entriesBelow(folders) {
  return folders.flatMap((folder) => {
    const full = join(root, folder)
    if (!existsSync(full)) return []
    if (!lstatSync(full).isDirectory()) return [folder]
    return readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => fromRoot(join(entry.parentPath, entry.name)))
  })
}

/** @param {string} path @returns {string[]} */
function filesOfTrace(path) {
  const { files } = /** @type {{ files: string[] }} */ (JSON.parse(readFileSync(join(root, path), 'utf8')))
  return files
    .map((file) => fromRoot(resolve(root, dirname(path), file)))
    .filter((file) => !file.startsWith('..') && !file.startsWith('.next/') && existsSync(join(root, file)))
}

/** The files that the two programs load beside the build. */
async function programFiles() {
  const commands = readdirSync(join(root, 'scripts/admin')).filter((name) => name.endsWith('.mjs'))
  const programs = ['server.mjs', 'admin.mjs', ...commands.map((name) => `scripts/admin/${name}`)]
  const { fileList } = await nodeFileTrace(
    programs.map((name) => join(root, name)),
    { base: root, ignore: (path) => !isUsed(path) || path.startsWith('.next/') },
  )
  return [...fileList]
}

/** Native addons of this platform. Traces miss them, because their path contains the platform's name. */
function addons() {
  const here = `${process.platform}-${process.arch}`
  return filesBelow(root, [`node_modules/fs-native-extensions/prebuilds/${here}`])
}

/** The licence and the description of the package that a file belongs to. @param {string} path */
function packageFiles(path) {
  const [, folder] = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
  if (folder === undefined || path.startsWith('.next/')) return []
  return readdirSync(realpathSync(join(root, folder)))
    .filter((name) => /^(package\.json|licen[cs]e(\.\w+)?|copying|notice(\.\w+)?)$/i.test(name))
    .map((name) => `${folder}/${name}`)
}

/** @param {string} path */
const fromRoot = (path) => relative(root, path).split(sep).join('/')
