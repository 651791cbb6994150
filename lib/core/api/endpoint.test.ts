import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, type Endpoints, furtherMembers } from './endpoint'

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

async function describedEndpoints(): Promise<[string, Endpoint][]> {
  const files = readdirSync(lib).map((feature) => path.join(lib, feature, 'api.ts'))
  const modules = await Promise.all(
    files
      .filter((file) => existsSync(file))
      .map((file) => import(file) as Promise<Record<string, Endpoints>>),
  )
  return modules.flatMap((exported) => Object.values(exported)).flatMap((api) => Object.entries(api))
}

function hasAmount(body: z.ZodType): boolean {
  const described = z.toJSONSchema(furtherMembers(body) ?? body, { io: 'input', unrepresentable: 'any' })
  return JSON.stringify(described).includes('"amount":')
}

it('serves each path in the folder of that name', () => {
  expect(served.size).toBeGreaterThan(50)
  expect([...served].filter(([place, own]) => place !== own)).toEqual([])
})

it('serves every endpoint that a feature describes', async () => {
  const paths = (await describedEndpoints()).map(([key]) => key.slice(key.indexOf(' ') + 1))
  expect([...new Set(paths)].sort()).toEqual([...served.values()].sort())
})

it('takes no amount from a page that reads amounts with other decimals', async () => {
  const taking = (await describedEndpoints()).filter(([, { body }]) => body && hasAmount(body))
  expect(taking.length).toBeGreaterThan(5)
  expect(taking.filter(([, { isBoundToDecimals }]) => !isBoundToDecimals)).toEqual([])
})
