import { and, eq, sql } from 'drizzle-orm'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TaskDetail } from '@/lib/contracts/task'
import { testEngines } from '@/lib/db/testing'
import { productCreate } from '@/lib/gateway/product'
import type { SignedIn } from '@/lib/server/auth/actor'
import { csvLine, guard } from '@/lib/server/csv-text'
import { createAtGateway } from '@/lib/server/gateway/products'
import { wakeLeftBehind } from '@/lib/server/tasks/left-behind'
import { products } from '@/lib/server/tables/products'
import { tasks, taskRows } from '@/lib/server/tables/tasks'
import { openTestApplication, type TestApplication } from './testing'
import { taskClient } from './testing-tasks'

let person: SignedIn | null = null
vi.mock('@/lib/server/auth/actor', () => ({ signedIn: async () => person }))

const names = [
  '=cmd()',
  '+1',
  '-2+3',
  '@SUM(A1)',
  "'=quoted",
  '\t=tab',
  '"quotes", commas; and\ttabs',
  'two\nlines\r\nthree',
  'שלום עולם مرحبا',
  '👩‍👩‍👧‍👦 𝒳 Ⅸ',
  '<img src=x onerror=alert(1)> &amp;',
  "it's",
  '  spaces around  ',
  '-5',
]

describe.each(testEngines)('products from and to files, on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('over HTTP', () => {
    let app: TestApplication
    let client: ReturnType<typeof taskClient>

    beforeAll(async () => {
      app = await openTestApplication(kind)
      client = taskClient(app)
      person = app.owner.actor
    })
    afterAll(() => app.close())
    afterEach(async () => {
      person = app.owner.actor
      await client.repair()
    })

    const load = async (file: string | Uint8Array, query = ''): Promise<TaskDetail> => {
      const { status, json } = await client.call('POST', `/products/import${query}`, file)
      if (status !== 202) throw new Error(JSON.stringify(json))
      return client.until((json as TaskDetail).id, 'planned')
    }
    const run = async (id: string) => {
      expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(200)
      return client.until(id, 'done')
    }
    const header = 'name,description,currency,price,quantity,expired_at'
    const lines = (...all: string[]) => all.map((name) => `${name},Laid,EUR,12.50,3,2030-01-01T00:00:00Z`)

    it('makes what a file says, and hands back what it cannot, to be fixed and loaded again', async () => {
      const before = await client.countAtGateway()
      const file = [header, ...lines('One', 'Two'), 'Three,Laid,EURO,x,-1,soon', 'Four'].join('\n')
      const planned = await load(file, '?name=goods.csv')
      expect(planned).toMatchObject({
        kind: 'products.import',
        order: { name: 'goods.csv', delimiter: ',', columns: ['name', 'description', 'currency', 'price', 'quantity', 'expired_at'] },
        counts: { total: 4, planned: 2, invalid: 2 },
      }) // prettier-ignore
      expect(await client.countAtGateway()).toBe(before)
      expect(await run(planned.id)).toMatchObject({ counts: { done: 2, invalid: 2 }, undoable: false })
      expect(await client.countAtGateway()).toBe(before + 2)
      const [one] = await client.rows(planned.id, 'done')
      expect(await client.atGateway(one?.subject ?? '')).toMatchObject({
        name: 'One',
        amount: 1250,
        quantity: 3,
      })

      const report = await client.call('GET', `/jobs/${planned.id}/report`)
      const [top, bad] = parse(report.text)
      expect(top).toEqual([...header.split(','), 'error'])
      expect(bad?.slice(0, 6)).toEqual(['Three', 'Laid', 'EURO', 'x', '-1', 'soon'])
      expect(bad?.[6]).toMatch(/currency: .*quantity: Zero or more/)
      const fixed = [report.text.split('\r\n')[0], ...lines('Three').map((line) => `${line},whatever`)].join(
        '\n',
      )
      expect(await run((await load(fixed)).id)).toMatchObject({ counts: { total: 1, done: 1 } })
      expect((await client.call('POST', `/jobs/${planned.id}/run`)).status).toBe(409)
    })

    it('changes by ID only what differs, and puts it back', async () => {
      const { id } = await client.make({ amount: 100 })
      const planned = await load(`id;price;name\n${id};2,00;Paper\nprd_0000;1;x\n${id};3;Paper\n`)
      expect(planned.counts).toMatchObject({ planned: 1, invalid: 2 })
      expect((await client.rows(planned.id)).map(({ errors }) => errors)).toEqual([
        null,
        { id: ['This shop has no product with this ID'] },
        { id: ['Row 2 of this file has the same ID'] },
      ])
      expect(await run(planned.id)).toMatchObject({ undoable: true })
      expect((await client.atGateway(id)).amount).toBe(200)
      const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
      await client.until((json as TaskDetail).id, 'done')
      expect((await client.atGateway(id)).amount).toBe(100)
    })

    it('reads columns as somebody says', async () => {
      const planned = await load(`Artikel,Text,W,Preis,Zahl\nInk,Black,EUR,5,1\n`)
      expect(planned.counts.invalid).toBe(1)
      const mapping = { columns: ['name', 'description', 'currency', 'price', 'quantity'] }
      expect(
        (
          await client.call('POST', `/jobs/${planned.id}/mapping`, {
            columns: ['name', 'name', null, null, null],
          })
        ).status,
      ).toBe(422)
      expect((await client.call('POST', `/jobs/${planned.id}/mapping`, { columns: ['name'] })).status).toBe(
        422,
      )
      expect((await client.call('POST', `/jobs/${planned.id}/mapping`, mapping)).status).toBe(200)
      await client.until(planned.id, 'planned')
      expect((await client.rows(planned.id))[0]).toMatchObject({
        errors: { expired_at: ['Needed, unless the product never expires'] },
        cells: ['Ink', 'Black', 'EUR', '5', '1'],
      })
    })

    it('brings every name out and in again as it was, and harmless', async () => {
      const made = await Promise.all(names.map((name) => client.make({ name, description: name })))
      const ids = made.map(({ id }) => id).join(',')
      const { text, headers } = await client.call(
        'GET',
        `/products/export?ids=${ids}&sort=created_at&bom=true`,
      )
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="products-sandbox-\d{4}-\d\d-\d\d\.csv"$/,
      )
      const rows: string[][] = parse(text, { bom: true })
      expect(rows.length).toBe(names.length + 1)
      for (const cell of rows.slice(1).flat()) expect(cell).not.toMatch(/^[=+@\t\r\n]|^-(?!\d+$)/)
      const column = (rows[0] ?? []).indexOf('name')
      expect(new Set(rows.slice(1).map((row) => row[column]))).toEqual(new Set(names.map(guard)))
      // Our own export changes nothing when it comes back.
      const planned = await load(text)
      expect(planned.counts).toMatchObject({ total: names.length, unchanged: names.length })
      // Nor do names that are made from it.
      const copy = await load(['name,description,currency,price,infinite,immortal', ...names.map((name) => csvLine([guard(name), 'x', 'EUR', '1', 'yes', 'yes']).trimEnd())].join('\n')) // prettier-ignore
      await run(copy.id)
      const subjects = await client.rows(copy.id, 'done')
      const arrived = await Promise.all(subjects.map(({ subject }) => client.atGateway(subject ?? '')))
      expect(new Set(arrived.map(({ name }) => name))).toEqual(new Set(names))
    })

    it('exports what the list shows, with the chosen columns', async () => {
      await client.make({
        name: 'Zebra one',
        currency: 'JPY',
        amount: 500,
        immortal: true,
        expired_at: undefined,
      })
      await client.make({ name: 'Zebra two', currency: 'KWD', amount: 1500 })
      const { text } = await client.call(
        'GET',
        '/products/export?q=zebra&sort=name&columns=name,price,amount,expired_at',
      )
      expect(text).toBe(
        'name,price,amount,expired_at\r\nZebra one,500,500,\r\nZebra two,1.500,1500,2030-01-01T12:00:00+05:30\r\n',
      )
      const narrow = await client.call('GET', '/products/export?q=zebra&currency=JPY&columns=name')
      expect(narrow.text).toBe('name\r\nZebra one\r\n')
      expect((await client.call('GET', '/products/export?columns=secret')).status).toBe(422)
      expect((await client.call('GET', '/products/export?colour=red')).status).toBe(422)
    })

    it('goes on after a crash without making anything twice', async () => {
      const planned = await load([header, ...lines('Crash 1', 'Crash 2', 'Crash 3', 'Crash 4')].join('\n'))
      const before = await client.countAtGateway()
      // The process sent the first two, of which the gateway heard of one, and was gone.
      const row = (position: number) => and(eq(taskRows.taskId, planned.id), eq(taskRows.position, position))
      for (const position of [2, 3])
        await app.engine.db
          .update(taskRows)
          .set({ state: 'sending', sentAt: new Date() })
          .where(row(position))
      const [first] = await app.engine.db.select().from(taskRows).where(row(2))
      const { id } = await createAtGateway(app.owner, productCreate.parse(first?.change))
      await app.engine.db
        .update(tasks)
        .set({
          state: 'running',
          startedAt: new Date(),
          lease: crypto.randomUUID(),
          leaseEndsAt: sql`now() - interval '1 second'`,
        })
        .where(eq(tasks.id, planned.id))
      await wakeLeftBehind(app.engine)
      expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { done: 3, unconfirmed: 1 } })
      expect((await client.rows(planned.id, 'done'))[0]?.subject).toBe(id)
      expect(await client.countAtGateway()).toBe(before + 3)
      // It is never sent again, however often somebody asks; and the report does not offer it either.
      await client.call('POST', `/jobs/${planned.id}/retry`)
      expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { unconfirmed: 1 } })
      expect(await client.countAtGateway()).toBe(before + 3)
      expect((await client.call('GET', `/jobs/${planned.id}/report`)).text).not.toContain('Crash')
    })

    it('knows a product again that was written down just before the crash', async () => {
      const planned = await load([header, ...lines('Kept')].join('\n'))
      const [row] = await app.engine.db.select().from(taskRows).where(eq(taskRows.taskId, planned.id))
      await app.engine.db
        .update(taskRows)
        .set({ state: 'sending', sentAt: new Date() })
        .where(eq(taskRows.taskId, planned.id))
      const { createProduct } = await import('@/lib/server/products/create')
      const { id } = await createProduct(app.owner, productCreate.parse(row?.change))
      await app.engine.db
        .update(tasks)
        .set({ state: 'running', startedAt: new Date() })
        .where(eq(tasks.id, planned.id))
      await wakeLeftBehind(app.engine)
      await client.until(planned.id, 'done')
      expect((await client.rows(planned.id))[0]).toMatchObject({ state: 'done', subject: id })
    })

    it('makes nothing twice when answers are lost', async () => {
      const before = await client.countAtGateway()
      const planned = await load([header, ...lines('Lost 1', 'Lost 2', 'Lost 3')].join('\n'))
      await client.fault({ endpoint: 'products.create', kind: 'lost', count: 2 })
      await client.fault({ endpoint: 'products.create', kind: 'status', status: 429, retry_after: 1 })
      expect(await run(planned.id)).toMatchObject({ counts: { done: 3, failed: 0 } })
      expect(await client.countAtGateway()).toBe(before + 3)
      const subjects = (await client.rows(planned.id)).map(({ subject }) => subject)
      expect(new Set(subjects).size).toBe(3)
    })

    it('refuses what is no file of products, and keeps nothing of it', async () => {
      const count = async () => (await app.engine.db.select({ id: tasks.id }).from(tasks)).length
      const before = await count()
      const refused = async (file: string | Uint8Array, query = '') =>
        (await client.call('POST', `/products/import${query}`, file)).json as {
          code: string
          errors?: Record<string, string[]>
        }
      expect((await refused(Buffer.from('\xff\xfen\0a\0', 'latin1'))).errors?.file?.[0]).toMatch(/UTF-16/)
      expect(
        (await refused(Buffer.from(`${header}\n${'a,b\n'.repeat(3000)}Caf\xe9`, 'latin1'))).errors?.file?.[0],
      ).toMatch(/Latin-1/)
      expect((await refused('just words\nand more\n')).errors?.file?.[0]).toMatch(/not a CSV/)
      expect((await refused(`${header}\n`)).errors?.file?.[0]).toMatch(/no rows/)
      expect((await refused('')).errors?.file?.[0]).toMatch(/empty/)
      expect((await refused(`${header}\nx`, '?columns=name')).errors).toHaveProperty('columns')
      expect(await count()).toBe(before)
      const left = await app.engine.db.execute(
        sql`SELECT count(*)::int AS n FROM ${taskRows} r WHERE NOT EXISTS (SELECT 1 FROM ${tasks} t WHERE t.id = r.task_id)`,
      )
      expect(left.rows).toEqual([{ n: 0 }])
    })

    it('refuses more than 100 MB, declared or not', async () => {
      const declared = await fetch(`${app.url}/api/shops/sandbox/products/import`, {
        method: 'POST',
        headers: { 'content-length': String(101 * 1024 * 1024) },
        body: new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(`${header}\n`)),
        }),
        duplex: 'half',
      } as RequestInit).catch((error: unknown) => error)
      expect(declared instanceof Response ? declared.status : 413).toBe(413)
    })

    it('lets support staff neither export nor import', async () => {
      const userId = crypto.randomUUID()
      await app.engine.db.execute(
        sql`INSERT INTO users (id, email, name, password_hash) VALUES (${userId}, ${userId}, 'S', 'none')`,
      )
      await app.engine.db.execute(
        sql`INSERT INTO memberships (shop_id, user_id, role) VALUES ('sandbox', ${userId}, 'support')`,
      )
      person = { userId, email: userId, name: 'S' }
      for (const [method, path] of [['GET', '/products/export'], ['POST', '/products/import'], ['GET', '/jobs'], ['POST', '/products/bulk']] as const)
        expect((await client.call(method, path, method === 'POST' ? '{}' : undefined)).status).toBe(403) // prettier-ignore
    })

    it('has nothing of what was imported left at the gateway only', async () => {
      const [count] = await app.engine.db.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(products)
      expect(count?.n).toBe(await client.countAtGateway())
    })
  })
})
