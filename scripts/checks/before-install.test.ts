import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../lib/root.mjs'

/** Returns the modules that a file names in imports that come before anything runs. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?:[^'";]*\sfrom\s)?'([^']+)'/gm)].flatMap(
    ([, name]) => name ?? [],
  )

/** Returns the packages that a program and all that it imports name. */
function packagesOf(program: string): string[] {
  const found = new Set<string>()
  const files = [path.join(root, program)]
  for (const file of files)
    for (const name of importsOf(file)) {
      if (!name.startsWith('.')) found.add(name)
      const target = path.join(path.dirname(file), name)
      if (name.startsWith('.') && !files.includes(target)) files.push(target)
    }
  return [...found].filter((name) => !name.startsWith('node:'))
}

it.each(['start', 'build', 'test', 'release', 'dev'])(
  'npm run %s begins where no package is installed',
  (name) => {
    expect(packagesOf(`scripts/${name}.mjs`)).toEqual([])
  },
)

it('finds the packages of a program that needs them', () => {
  expect(packagesOf('scripts/lib/database/empty-database.mjs')).toContain('@electric-sql/pglite')
})
