/**
 * Lighthouse on the built application, desktop and phone. It is not one of our dependencies: npx downloads this version
 * when the bench runs.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../lib/db/testing'
import { findBrowser } from '../browser.mjs'
import { reservePlace, signIn, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { table } from './kit/measure'
import { makeProducts, newPlace } from './kit/place'

/** The newest that runs on Node 20. */
process.env.TEST_DATABASE_URL = process.env.BENCH_DATABASE_URL ?? ''
const version = '12.8.2'
const limits = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof limits
const categories = Object.keys(limits) as Category[]

it('pages have good marks', async () => {
  await ensureBuilt()
  const { owner, settings, remove } = newPlace(
    process.env.BENCH_DATABASE_URL ? await freshDatabase({ isEmpty: true }) : null,
  )
  const place = await reservePlace()
  const application = await startApplication(place, { ...settings, SANDBOX_SEED: 'on' })
  const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-lighthouse-'))
  try {
    const cookie = await signIn(place.origin, owner)
    await makeProducts(place.appUrl, cookie, 60)
    const shop = `${place.appUrl}/shops/sandbox`
    const product = await firstProduct(place.origin, cookie)
    const pages: [name: string, address: string, cookie: string | null][] = [
      ['sign-in', `${place.appUrl}/sign-in`, null],
      ['overview', shop, cookie],
      ['list', `${shop}/products`, cookie],
      ['detail', `${shop}/products/${product.id}`, cookie],
      ['form', `${shop}/products/new`, cookie],
      ['payer page', product.pay_url, null],
    ]
    const lines = [['', ...categories.flatMap((name) => [name, 'phone'])]]
    const missed: string[] = []
    for (const [name, address, signedIn] of pages) {
      const desktop = await marksOf(folder, address, signedIn, ['--preset=desktop'])
      const phone = await marksOf(folder, address, signedIn, [])
      lines.push([
        name,
        ...categories.flatMap((category) => [String(desktop[category]), String(phone[category])]),
      ])
      for (const category of categories)
        if (Math.min(desktop[category], phone[category]) < limits[category])
          missed.push(`${name}: ${category}`)
    }
    console.log(`Lighthouse ${version}, desktop and phone\n${table(lines)}`)
    expect(missed).toEqual([])
  } finally {
    await stopApplication(application)
    rmSync(folder, { recursive: true })
    await remove()
  }
})

async function marksOf(folder: string, address: string, cookie: string | null, options: string[]) {
  const [headers, report] = [path.join(folder, 'headers.json'), path.join(folder, 'report.json')]
  writeFileSync(headers, JSON.stringify(cookie === null ? {} : { Cookie: cookie }))
  const chrome = '--chrome-flags=--headless=new --no-sandbox'
  const command = [
    '--yes',
    `lighthouse@${version}`,
    address,
    chrome,
    `--extra-headers=${headers}`,
    ...options,
  ]
  const output = [
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--only-categories=${categories.join()}`,
  ]
  const env = { ...process.env, CHROME_PATH: await findBrowser() }
  await promisify(execFile)('npx', [...command, ...output], { env, maxBuffer: 64 * 1024 * 1024 })
  const { categories: found } = JSON.parse(readFileSync(report, 'utf8')) as {
    categories: Record<Category, { score: number | null }>
  }
  const marks = categories.map((name) => [name, Math.round((found[name].score ?? 0) * 100)] as const)
  return Object.fromEntries(marks) as Record<Category, number>
}

async function firstProduct(origin: string, cookie: string): Promise<{ id: string; pay_url: string }> {
  const answer = await fetch(`${origin}/api/shops/sandbox/products`, { headers: { cookie } })
  const { items } = (await answer.json()) as { items: { id: string; pay_url: string }[] }
  const [first] = items
  if (first === undefined) throw new Error('there are no products')
  return first
}
