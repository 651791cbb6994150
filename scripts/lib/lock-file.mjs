/** Finds reasons why `npm ci` would refuse a lock file, without asking a registry. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * @typedef {Record<string, string>} Dependencies
 * @typedef {object} Package
 * @property {Dependencies} [dependencies]
 * @property {Dependencies} [devDependencies]
 * @property {Dependencies} [optionalDependencies]
 * @property {Dependencies} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 * @typedef {{ packages: Record<string, Package> }} LockFile
 */

/** @returns {string[]} one line per problem */
export function lockFileProblems() {
  const manifest = /** @type {Package} */ (read('package.json'))
  const lock = /** @type {LockFile} */ (read('package-lock.json'))
  return [...manifestProblems(manifest, lock.packages['']), ...missingPackages(lock)]
}

/**
 * @param {string} name
 * @returns {unknown}
 */
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

/**
 * @param {Package} manifest
 * @param {Package | undefined} locked
 */
function manifestProblems(manifest, locked) {
  /** @type {('dependencies' | 'devDependencies' | 'optionalDependencies')[]} */
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
  return kinds
    .filter((kind) => !sameEntries(manifest[kind], locked?.[kind]))
    .map((kind) => `package.json and package-lock.json disagree on ${kind}: run npm install.`)
}

/** @param {Dependencies} [a] @param {Dependencies} [b] */
function sameEntries(a = {}, b = {}) {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

/**
 * Returns the packages that another one requires and that have no entry. `npm install` silently omits binaries of other
 * platforms that the registry lacks; `npm ci` then fails on every machine.
 * @param {LockFile} lock
 */
export function missingPackages({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    wantedBy(entry)
      .filter((name) => !isLocked(packages, path, name))
      .map(
        (name) =>
          `${path || 'package.json'} asks for ${name}, which package-lock.json lacks: pin a version of it that has all its platform packages.`,
      ),
  )
}

/** @param {Package} entry */
function wantedBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/**
 * Looks a package up as Node does: in the package's own node_modules, then upwards.
 * @param {LockFile['packages']} packages
 * @param {string} path
 * @param {string} name
 */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}
