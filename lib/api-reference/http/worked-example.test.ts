import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestsPerMinute } from '@/lib/core/server/api-tokens/limits'
import { tokenForm } from '@/lib/core/server/api-tokens/format'
import { installation } from '@/lib/core/server/tables/installation'
import { shopToken } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { checkoutClient } from '@/lib/testing/checkouts'
import { eventually } from '@/lib/testing/eventually'
import { maxDays } from '../../api-tokens/schema'
import type { CheckoutDetail } from '../../checkouts/schema'

const run = promisify(execFile)
const docs = readFileSync(path.join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
/** The code under this name in the document. */
function codeOf(name: string): string {
  const [, code] = new RegExp(`\`\`\`\\w+ ${name}\\n([^]*?)\`\`\``).exec(docs) ?? []
  if (code === undefined) throw new Error(`docs/api.md has no ${name}`)
  return code
}

const app = testApplication()
const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-example-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function environment(): Promise<NodeJS.ProcessEnv> {
  const { token } = await shopToken(app.owner, { scopes: ['checkouts.create', 'checkouts.read'] })
  return {
    ...process.env,
    COUNTERFOIL_URL: app.url,
    COUNTERFOIL_SHOP: 'sandbox',
    COUNTERFOIL_TOKEN: token,
  }
}
const { pay } = checkoutClient(app)

beforeAll(async () => {
  await app.engine.db.insert(installation).values({ id: 1, isSandboxPublic: true })
})

it('makes a checkout with curl once, and asks for its state until it is paid', async () => {
  const env = await environment()
  const shell = async (code: string, more = {}) => {
    const { stdout } = await run('sh', ['-c', code], { env: { ...env, ...more } })
    return JSON.parse(stdout) as CheckoutDetail
  }
  const made = await shell(codeOf('make'))
  expect(made).toMatchObject({ state: 'open', amount: 1250, currency: 'EUR', tracking_id: 'order-1001' })
  expect((await fetch(made.redirect_url ?? '')).status).toBeLessThan(500)
  expect((await shell(codeOf('make'))).id).toBe(made.id)
  const ask = () => shell(codeOf('ask'), { CHECKOUT_ID: made.id })
  expect((await ask()).state).toBe('open')
  expect((await pay(made.token)).ok).toBe(true)
  await eventually(async () => expect((await ask()).state).toBe('paid'))
  await expect(shell(codeOf('make'), { COUNTERFOIL_TOKEN: 'cfl_…' })).rejects.toMatchObject({
    stdout: expect.stringContaining('"code":"token_invalid"') as string,
  })
}, 60_000)

it('makes a checkout with Node.js once, and asks whether it is paid', async () => {
  const file = path.join(folder, 'order.mjs')
  writeFileSync(file, codeOf('order'))
  const env = await environment()
  const node = async (code: string) => {
    const program = `import { isPaid, makeCheckout } from ${JSON.stringify(file)}
      console.log(JSON.stringify(await (${code})))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env })
    return JSON.parse(stdout) as unknown
  }
  const order = `makeCheckout({ number: 1002, amount: 990, currency: 'EUR' })`
  const made = (await node(order)) as CheckoutDetail
  expect(made).toMatchObject({ state: 'open', amount: 990, description: 'Order 1002' })
  expect(await node(order)).toMatchObject({ id: made.id })
  expect(await node(`isPaid('${made.id}')`)).toBe(false)
  expect((await pay(made.token)).ok).toBe(true)
  await eventually(async () => expect(await node(`isPaid('${made.id}')`)).toBe(true))
  await expect(node(`makeCheckout({ number: 1002, amount: 1, currency: 'EUR' })`)).rejects.toThrow(
    'idempotency_conflict',
  )
}, 60_000)

it('says what is so of tokens', () => {
  expect(docs).toContain(tokenForm.source.replace(/^\^|\$$/g, ''))
  expect(docs).toContain(`at most ${maxDays} days`)
  expect(docs).toContain(`More than ${requestsPerMinute} requests`)
})
