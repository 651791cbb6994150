import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Endpoints } from './endpoint'

const lib = path.join(import.meta.dirname, '../..')
const folder = path.join(lib, '../app/api/shops/[shop]')

/** The path that each route file serves, by the path of its folder. */
const served = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .flatMap((file) => {
      const [, own] =
        /\bshopRoutes\(\s*\w+,\s*'([^']+)'/.exec(readFileSync(path.join(folder, file), 'utf8')) ?? []
      return own === undefined ? [] : [[path.posix.join('/', path.dirname(file)), own] as const]
    }),
)

async function describedPaths(): Promise<string[]> {
  const files = readdirSync(lib).map((feature) => path.join(lib, feature, 'api.ts'))
  const modules = await Promise.all(
    files
      .filter((file) => existsSync(file))
      .map((file) => import(file) as Promise<Record<string, Endpoints>>),
  )
  const keys = modules.flatMap((exported) => Object.values(exported)).flatMap((api) => Object.keys(api))
  return keys.map((key) => key.slice(key.indexOf(' ') + 1))
}

it('serves each path in the folder of that name', () => {
  expect(served.size).toBeGreaterThan(50)
  expect([...served].filter(([place, own]) => place !== own)).toEqual([])
})

it('serves every endpoint that a feature describes', async () => {
  expect([...new Set(await describedPaths())].sort()).toEqual([...served.values()].sort())
})
