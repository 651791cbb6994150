import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lockFileProblems, missingPackages } from '../lib/verify.mjs'
import { root } from '../lib/root.mjs'

it('finds a platform package that npm install left out', () => {
  const packages = {
    '': { dependencies: { next: '1.0.0' } },
    'node_modules/next': { optionalDependencies: { '@next/swc-here': '1.0.0', '@next/swc-there': '1.0.0' } },
    'node_modules/@next/swc-here': {},
  }
  expect(missingPackages({ packages })).toEqual([expect.stringContaining('@next/swc-there')])
})

it('finds a package in the folders where Node would', () => {
  const packages = {
    '': { dependencies: { a: '1.0.0' } },
    'node_modules/a': { dependencies: { b: '1.0.0', c: '1.0.0' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1.0.0' } },
    'node_modules/c': { peerDependencies: { d: '1.0.0' }, peerDependenciesMeta: { d: { optional: true } } },
  }
  expect(missingPackages({ packages })).toEqual([])
})

it('has nothing to say about the lock file of this project', () => {
  expect(lockFileProblems()).toEqual([])
})

it('pins every package of this project by its hash', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>
  }
  const installed = Object.entries(packages).filter(([name, { link }]) => name !== '' && !link)
  expect(installed.length).toBeGreaterThan(100)
  expect(
    installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name),
  ).toEqual([])
})
