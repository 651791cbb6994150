import { and, eq, sql } from 'drizzle-orm'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { exportColumns } from '@/lib/products/import'
import type { JobDetail } from '@/lib/jobs/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { opened } from '@/lib/testing/opened'
import { csvLine, guard } from '@/lib/core/server/files/csv'
import { products } from '@/lib/products/server/tables'
import { testApplication } from '../../testing/application'
import { csvHeader, csvLines, jobClient } from '../../testing/jobs'

const names = [
  '=cmd()',
  '+1',
  '-2+3',
  '@SUM(A1)',
  "'=quoted",
  '\t=tab',
  'x;=1+1,-2\n@y',
  '"quotes", commas; and\ttabs',
  'two\nlines\r\nthree',
  'שלום עולם مرحبا',
  '👩‍👩‍👧‍👦 𝒳 Ⅸ',
  '<img src=x onerror=alert(1)> &amp;',
  "it's",
  '  spaces around  ',
  '-5',
]

onEachEngine('products from and to files over HTTP', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => jobClient(app))

  beforeAll(() => void (browser.person = app.owner.actor))
  afterEach(async () => {
    browser.person = app.owner.actor
    await client.repair()
  })

  it('creates the products of a file, and returns invalid rows for correction', async () => {
    const before = await client.countAtGateway()
    const file = [csvHeader, ...csvLines('One', 'Two'), 'Three,Laid,EURO,x,-1,soon', 'Four'].join('\n')
    const planned = await client.load(file, '?name=goods.csv')
    expect(planned).toMatchObject({
        kind: 'products.import',
        order: { name: 'goods.csv', delimiter: ',', columns: ['name', 'description', 'currency', 'price', 'quantity', 'expired_at'] },
        counts: { total: 4, planned: 2, invalid: 2 },
      }) // prettier-ignore
    expect(await client.countAtGateway()).toBe(before)
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 2, invalid: 2 }, undoable: false })
    expect(await client.countAtGateway()).toBe(before + 2)
    const [one] = await client.rows(planned.id, 'done')
    expect(await client.atGateway(one?.subject ?? '')).toMatchObject({
      name: 'One',
      amount: 1250,
      quantity: 3,
    })

    const report = await client.call('GET', `/jobs/${planned.id}/report`)
    const [top, bad] = parse(report.text)
    expect(top).toEqual([...csvHeader.split(','), 'file_row', 'error'])
    expect(bad?.slice(0, 6)).toEqual(['Three', 'Laid', 'EURO', 'x', '-1', 'soon'])
    expect(bad?.[6]).toBe('4')
    expect(bad?.[7]).toMatch(/currency: .*quantity: Must not be negative/)
    const fixed = [report.text.split('\r\n')[0], ...csvLines('Three').map((line) => `${line},whatever`)].join(
      '\n',
    )
    expect(await client.run((await client.load(fixed)).id)).toMatchObject({ counts: { total: 1, done: 1 } })
    expect((await client.call('POST', `/jobs/${planned.id}/run`)).status).toBe(409)
  })

  it('changes by ID only differing values, and undoes it', async () => {
    const { id } = await client.make({ amount: 100 })
    const planned = await client.load(`id;price;name\n${id};2,00;Paper\nprd_0000;1;x\n${id};3;Paper\n`)
    expect(planned.counts).toMatchObject({ planned: 1, invalid: 2 })
    expect((await client.rows(planned.id)).map(({ errors }) => errors)).toEqual([
      null,
      { id: ['This shop has no product with this ID. Leave the ID empty to create a new one'] },
      { id: ['Row 2 of this file has the same ID; only one row can change a product'] },
    ])
    expect(await client.run(planned.id)).toMatchObject({ undoable: true })
    expect((await client.atGateway(id)).amount).toBe(200)
    const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
    await client.until((json as JobDetail).id, 'done')
    expect((await client.atGateway(id)).amount).toBe(100)
  })

  it('takes no whole amount as minor units beside one with decimals', async () => {
    const { id } = await client.make({ name: 'Kept', amount: 100 })
    const header = 'id,name,description,currency,amount,infinite,immortal'
    const lines = [`${id},Renamed,,,100,,`, `,Ten,x,EUR,10,yes,yes`, `,Decimals,x,EUR,12.50,yes,yes`]
    const planned = await client.load([header, ...lines].join('\n'))
    expect(planned.order).toMatchObject({ decimal_rows: [null, null, null, null, 4, null, null] })
    const [renamed, ten, decimals] = await client.rows(planned.id)
    expect(renamed).toMatchObject({ state: 'planned', change: { name: 'Renamed' } })
    expect(ten?.errors).toEqual({ amount: [expect.stringMatching(/^Row 4 has decimals in this column/)] })
    expect(decimals?.errors).toEqual({ amount: [expect.stringMatching(/^Minor units are whole numbers/)] })
    const columns = header.replace('amount', 'price').split(',')
    await client.call('POST', `/jobs/${planned.id}/mapping`, { columns })
    await client.until(planned.id, 'planned')
    expect((await client.rows(planned.id)).map(({ change }) => change)).toMatchObject([
      { name: 'Renamed', amount: 10_000 },
      { name: 'Ten', amount: 1000 },
      { name: 'Decimals', amount: 1250 },
    ])
  })

  it('says how many rows an undo puts back, without those that it made', async () => {
    const { id } = await client.make({ amount: 100 })
    const planned = await client.load(`id,${csvHeader}\n${id},,,,2.00,,\n,${csvLines('New one')[0]}\n`)
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 2 }, undoable: true, changed: 1 })
  })

  it('reads columns as somebody says', async () => {
    const planned = await client.load(`Artikel,Text,W,Preis,Zahl\nInk,Black,EUR,5,1\n`)
    expect(planned.counts.invalid).toBe(1)
    const mapping = { columns: ['name', 'description', 'currency', 'price', 'quantity'] }
    expect(
      (
        await client.call('POST', `/jobs/${planned.id}/mapping`, {
          columns: ['name', 'name', null, null, null],
        })
      ).status,
    ).toBe(422)
    expect((await client.call('POST', `/jobs/${planned.id}/mapping`, { columns: ['name'] })).status).toBe(422)
    expect((await client.call('POST', `/jobs/${planned.id}/mapping`, mapping)).status).toBe(200)
    await client.until(planned.id, 'planned')
    expect((await client.rows(planned.id))[0]).toMatchObject({
      errors: { columns: [expect.stringContaining('needs expired_at')] },
      cells: ['Ink', 'Black', 'EUR', '5', '1'],
    })
  })

  it('brings every name out and in again as it was, and harmless', async () => {
    const made = await Promise.all(names.map((name) => client.make({ name, description: name })))
    const ids = made.map(({ id }) => id).join(',')
    const { text, headers } = await client.call('GET', `/products/export?ids=${ids}&sort=created_at&bom=true`)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="products-sandbox-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const rows: string[][] = parse(text, { bom: true })
    expect(rows.length).toBe(names.length + 1)
    for (const cell of rows.slice(1).flat()) expect(cell).not.toMatch(/^[=+@\t\r\n]|^-(?!\d+$)/)
    const column = (rows[0] ?? []).indexOf('name')
    expect(new Set(rows.slice(1).map((row) => row[column]))).toEqual(new Set(names.map(guard)))
    // Importing our own export changes nothing.
    const planned = await client.load(text)
    expect(planned.counts).toMatchObject({ total: names.length, unchanged: names.length })
    // Names also survive as new products: the guard character is removed.
    const copy = await client.load(['name,description,currency,price,infinite,immortal', ...names.map((name) => csvLine([guard(name), 'x', 'EUR', '1', 'yes', 'yes']).trimEnd())].join('\n')) // prettier-ignore
    await client.run(copy.id)
    const subjects = await client.rows(copy.id, 'done')
    const arrived = await Promise.all(subjects.map(({ subject }) => client.atGateway(subject ?? '')))
    expect(new Set(arrived.map(({ name }) => name))).toEqual(new Set(names))
  })

  it('brings everything out and in again as it was, in each form of export', async () => {
    const made = [
        await client.make({ name: 'Round trip', amount: 123_456, visible_fields: ['email', 'phone'] }),
        await client.make({ name: 'Endless; "so"', infinite: true, quantity: undefined, immortal: true, expired_at: undefined }),
        await client.make({ name: 'Three decimals', currency: 'KWD', amount: 1500, return_url: 'https://shop.example/a;b,c' }),
        await client.make({ name: 'Odd' }),
      ] // prettier-ignore
    // The gateway may hold a value that it would not accept: the product was made elsewhere.
    const odd = and(eq(products.shopId, 'sandbox'), eq(products.id, made[3]?.id ?? ''))
    await app.engine.db
      .update(products)
      .set({
        language: 'en-US',
        quantity: -1,
        raw: sql`${products.raw} || '{"visible_fields": ["email", "shoe size"], "language": "en-US", "quantity": -1}'`,
      })
      .where(app.whereShop(products, odd))
    const ids = made.map(({ id }) => id).join(',')
    for (const options of ['', '&separator=semicolon', '&bom=true&separator=semicolon', `&columns=${exportColumns.join(',')}`]) {
        const { text } = await client.call('GET', `/products/export?ids=${ids}&sort=name${options}`)
        const planned = await client.load(text)
        expect((await client.rows(planned.id)).map(({ errors }) => errors)).toEqual([null, null, null, null])
        expect(planned.counts).toMatchObject({ total: 4, unchanged: 4 })
        const touched = await client.load(text.replaceAll('Round trip', 'Round'))
        expect((await client.rows(touched.id, 'planned')).map(({ change }) => change)).toEqual([{ name: 'Round' }])
      } // prettier-ignore
    const { text } = await client.call(
      'GET',
      `/products/export?ids=${ids}&sort=name&separator=semicolon&columns=name,price`,
    )
    expect(text).toContain('Three decimals;1,500\r\n')
  })

  it('brings unlimited products in as new ones, also where the gateway counts none of them', async () => {
    const { id } = await client.make({ quantity: undefined, infinite: true })
    await app.engine.db
      .update(products)
      .set({ quantity: 0 })
      .where(app.whereShop(products, eq(products.id, id)))
    const columns = 'name,description,currency,price,quantity,infinite,expired_at'
    const { text } = await client.call('GET', `/products/export?ids=${id}&columns=${columns}`)
    expect(await client.load(text)).toMatchObject({ counts: { planned: 1, invalid: 0 } })
  })

  it('refuses a row whose ID is a long text', async () => {
    const text = Array.from({ length: 300 }, () => crypto.randomUUID()).join(' ')
    const planned = await client.load(`id,name\n${text},Paper\n`)
    expect(planned).toMatchObject({ counts: { invalid: 1 } })
  })

  it('reads files of Excel, and says what it guessed', async () => {
    const rows = 'Bezeichnung;Beschreibung;Währung;Preis;Menge;Ablauf\r\nKäse;Süß €;EUR;1.234,50;3;nie\r\n'
    const columns = '?columns=name,description,currency,price,quantity,expired_at'
    const latin = Buffer.from(rows.replace('€', '\x80').replace('nie', 'never'), 'latin1')
    const guessed = await client.load(latin, columns)
    expect(guessed.order).toMatchObject({ encoding: 'windows-1252', example: 'Währung', delimiter: ';' })
    expect((await client.rows(guessed.id))[0]).toMatchObject({
      state: 'planned',
      change: { name: 'Käse', description: 'Süß €', amount: 123450, immortal: true },
    })
    const wide = await client.load(Buffer.from(`\ufeffsep=;\r\n${rows}`, 'utf16le'), columns)
    expect(wide.order).toMatchObject({ encoding: 'utf-16le' })
    expect((await client.rows(wide.id))[0]).toMatchObject({ position: 2, state: 'invalid' })
    // With a byte order mark, as in the source file, and with the file's own column names.
    const report = await fetch(`${app.url}/api/shops/sandbox/jobs/${wide.id}/report`)
    const bytes = Buffer.from(await report.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(bytes.toString()).toMatch(/;nie;2;"?Ablauf: Write date, time and zone as in 2026-/)
  })

  it('exports the list with the chosen columns', async () => {
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

  it('refuses support', async () => {
    const userId = crypto.randomUUID()
    await app.engine.db.execute(
      sql`INSERT INTO users (id, email, name, password_hash) VALUES (${userId}, ${userId}, 'S', 'none')`,
    )
    await app.engine.db.execute(
      sql`INSERT INTO memberships (shop_id, user_id, role) VALUES ('sandbox', ${userId}, 'support')`,
    )
    browser.person = { userId, email: userId, name: 'S' }
    for (const [method, path] of [['GET', '/products/export'], ['POST', '/products/import'], ['GET', '/jobs'], ['POST', '/products/bulk']] as const)
        expect((await client.call(method, path, method === 'POST' ? '{}' : undefined)).status).toBe(403) // prettier-ignore
  })

  it('leaves no imported product only at the gateway', async () => {
    const [count] = await app.engine.db
      .select({ n: sql<number>`count(*)`.mapWith(Number) })
      .from(products)
      .where(app.whereShop(products))
    expect(count?.n).toBe(await client.countAtGateway())
  })
})
