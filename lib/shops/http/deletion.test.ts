import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { adoptConfig, config } from '@/lib/core/server/config/config'
import { loadShop } from '@/lib/core/server/shop/load'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { fillPayments } from '@/lib/payments/server/ledger/earlier'
import { removeSandboxShop } from '@/lib/sandbox/shops/shops'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { eventually } from '@/lib/testing/eventually'
import { otherShop, otherShopMark, stopFillingOtherShop } from '@/lib/testing/shops/other-shop'
import { addSandboxShop } from '@/lib/testing/shops/shop-states'
import { fillShop } from '@/lib/testing/shops/two-shops'
import { unzip } from '@/lib/testing/unzip'
import { exportShop } from '../server/export'
import { exportedTables, leftOutTables } from '../server/export-records'
import { removeDeletedShops } from '../server/archive-and-delete'

const product = {
  name: 'Card',
  description: 'Laid',
  currency: 'EUR',
  amount: 500,
  infinite: true,
  immortal: true,
}

const name = 'Paper & “Co”'

onEachEngine('deleting a shop beside others', (kind) => {
  const app = testApplication(kind)
  let id = ''
  let before: Awaited<ReturnType<typeof rowsByTable>>
  let hook = ''
  let gatewayShopId = 0

  const api = apiOf(app, '/api/shops')
  const call = (method: string, path: string, body?: unknown, shop = id) =>
    api(method, `${shop && `/${shop}`}${path}`, body)
  const versionOf = async (shop = id) => (await call('GET', '/connection', undefined, shop)).body.version
  const archive = async (isArchived: boolean, shop = id) =>
    call('PUT', '/archive', { version: await versionOf(shop), is_archived: isArchived }, shop)
  const order = async (given: object, shop = id) =>
    call('POST', '/deletion', { version: await versionOf(shop), name, ...given }, shop)
  const obstacle = async () => (await call('GET', '/deletion')).body.obstacle

  const tables = async (schema = 'public') => {
    const { rows } = await app.engine.db.execute<{ name: string }>(sql`
        SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = ${schema} AND column_name = 'shop_id' ORDER BY 1`)
    return rows.map((row) => row.name)
  }
  const rowsByTable = async (shopId: string | number, schema = 'public') => {
    const found: Record<string, string[]> = {}
    for (const table of await tables(schema)) {
      const { rows } = await app.engine.db.execute<{ row: string }>(sql`
          SELECT t::text AS row FROM ${sql.identifier(schema)}.${sql.identifier(table)} t
          WHERE shop_id = ${shopId} ORDER BY 1`)
      if (rows.length > 0) found[table] = rows.map(({ row }) => row)
    }
    return found
  }
  /** Copies the sandbox shop's rows into the shop that will be deleted, with other IDs where they are unique. */
  const copyRows = async () => {
    const unique: Record<string, object> = {
      activity: { id: sql`gen_random_uuid()` },
      invitations: { token_hash: sql`'\\\\x' || md5(random()::text)` },
      old_hook_keys: { key: sql`md5(random()::text)` },
    }
    for (const table of await tables()) {
      if (table === 'old_secret_keys') continue // Sealed for one shop.
      const others = Object.entries(unique[table] ?? {}).map(
        ([column, value]) => sql`${column}::text, ${value}`,
      )
      const changed = sql.join([sql`'shop_id', ${id}::text`, ...others], sql`, `)
      await app.engine.db.execute(sql`
          INSERT INTO ${sql.identifier(table)}
          SELECT (jsonb_populate_record(NULL::${sql.identifier(table)}, to_jsonb(t) || jsonb_build_object(${changed}))).*
          FROM ${sql.identifier(table)} t WHERE shop_id = 'sandbox' ON CONFLICT DO NOTHING`)
    }
  }

  /** Sends a request that must succeed. */
  const done = async (...given: Parameters<typeof call>) => {
    const { status, body } = await call(...given)
    if (status >= 300) throw new Error(`${given[0]} ${given[1]}: ${status} ${JSON.stringify(body)}`)
    return body
  }

  beforeAll(async () => {
    browser.person = app.owner.actor
    await fillShop(app)
    await stopFillingOtherShop(app.engine)
    id = await addSandboxShop(app, name)
    await copyRows()
    const rotation = { version: await versionOf(), secret_key: 'another-key-of-it', keep_hours: 1 }
    await done('POST', '/connection/key', rotation)
    await done('POST', '/products', product)
    const shop = await done('GET', '')
    hook = String(shop.notification_url).replace(/^.*(?=\/api)/, app.url)
    gatewayShopId = Number(shop.gateway_shop_id)
    // Jobs would do this at the next minute.
    for (const one of ['sandbox', id, otherShop]) await fillPayments(app.engine, one, { until: Infinity })
    before = await rowsByTable(otherShop)
  })

  it('needs an archived shop, an administrator who owns it, and a recent sign-in', async () => {
    expect(await obstacle()).toBe('in_use')
    expect(await order({})).toMatchObject({ status: 422, body: { errors: { base: [/Archive/] } } })
    expect((await archive(true)).status).toBe(200)
    const ada = { userId: crypto.randomUUID(), email: 'ada@shop.example', name: 'Ada', provenSecondsAgo: 0 }
    const { userId, email } = ada
    await app.engine.db.insert(users).values({ id: userId, email, name: 'Ada', passwordHash: 'none' })
    await app.engine.db.insert(memberships).values({ shopId: id, userId, role: 'owner' })
    browser.person = ada
    expect(await obstacle()).toBe('administrator')
    expect(await order({ without_export: true })).toMatchObject({ status: 403 })
    const whereAda = and(eq(activity.actorId, userId), eq(activity.action, 'access.refused'))
    expect(await app.engine.db.$count(activity, whereAda)).toBe(1)
    browser.person = { ...app.owner.actor, provenSecondsAgo: 3600 }
    expect(await order({ without_export: true })).toMatchObject({ body: { code: 'sign_in_again' } })
    browser.person = app.owner.actor
    expect(await obstacle()).toBeNull()
  })

  it('needs its name, its version, and an export or the word of the person', async () => {
    expect(await order({ name: 'Paper', without_export: true })).toMatchObject({
      status: 422,
      body: { errors: { name: [`The shop’s name is “${name}”`] } },
    })
    expect(await order({ version: 0, without_export: true })).toMatchObject({ body: { code: 'conflict' } })
    expect(await order({})).toMatchObject({ status: 422, body: { errors: { without_export: [/Export/] } } })
  })

  it('leaves the shop of the sandbox, which the next start would make again', async () => {
    await archive(true, 'sandbox')
    const refused = await order({ name: 'Sandbox', without_export: true }, 'sandbox')
    expect(refused).toMatchObject({ status: 422, body: { errors: { base: [/SANDBOX=off/] } } })
    await archive(false, 'sandbox')
  })

  it('leaves the shop that the environment names', async () => {
    const settings = config.get()
    const url = settings.sandbox?.url ?? ''
    const addresses = { gatewayUrl: url, apmUrl: url, checkoutUrl: url }
    const environmentShop = { shopId: gatewayShopId, secretKey: 'key', mode: 'test' as const, ...addresses }
    adoptConfig({ ...settings, environmentShop })
    expect(await obstacle()).toBe('environment')
    const refused = await order({ without_export: true })
    expect(refused).toMatchObject({ status: 422, body: { errors: { base: [/SHOP_ID/] } } })
    adoptConfig(settings)
  })

  it('exports every record of the shop, and no secret', async () => {
    const sealed = await app.engine.db.execute<{ hex: string }>(sql`
        SELECT encode(secret_key_sealed, 'hex') AS hex FROM shops
        UNION SELECT encode(token_sealed, 'hex') FROM card_tokens
        UNION SELECT encode(secret_sealed, 'hex') FROM forwarding_endpoints`)
    const [page, networks] = ['https://provider.example/{uid}', ['192.0.2.0/24']]
    await app.engine.db
      .update(shops)
      .set({
        transactionPage: page,
        checkoutAttempts: 5,
        hasThreeDSecure: true,
        hasSupportCheckouts: true,
        networks,
        retentionMonths: 24,
        verificationEndpoint: 'https://shop.example/secret-path',
      })
      .where(eq(shops.id, id))
    const rows = await rowsByTable(id)
    const response = await fetch(`${app.url}/api/shops/${id}/export`)
    expect(response.headers.get('content-disposition')).toMatch(new RegExp(`filename="${id}-[\\d-]+\\.zip"`))
    const files = unzip(Buffer.from(await response.arrayBuffer()))
    expect((await tables()).toSorted()).toEqual([...exportedTables, ...leftOutTables].toSorted())
    for (const table of exportedTables) {
      const records = (files[`records/${table}.ndjson`] ?? '').split('\n').slice(0, -1)
      // Meanwhile the start of the export was recorded, and the start and end of its lists' exports.
      const expected = (rows[table]?.length ?? 0) + (table === 'activity' ? 7 : 0)
      expect([table, records.length]).toEqual([table, expected])
      for (const record of records) expect(JSON.parse(record)).toMatchObject({ shop_id: id })
    }
    expect(files['records/notifications.ndjson']).toContain('"body": "{')
    expect(files['records/people.ndjson']).toContain('ada@shop.example')
    for (const list of ['products', 'customers', 'checkouts', 'payments'])
      expect(files[`lists/${list}.csv`]?.split('\r\n').length, list).toBeGreaterThan(2)
    const manifest = JSON.parse(files['manifest.json'] ?? '') as { shop: Record<string, unknown> }
    const settings = {
      transaction_page: page,
      checkout_attempts: 5,
      three_d_secure: true,
      support_checkouts: true,
    }
    expect(manifest.shop).toMatchObject({ id, name, ...settings, networks, retention_months: 24 })
    expect(manifest.shop).toMatchObject({
      archived_at: expect.any(String),
      has_verification_endpoint: true,
    })
    const secret = ['hook_key', 'secret_key_sealed', 'verification_secret_sealed', 'verification_endpoint']
    const kept = Object.values(getTableColumns(shops)).map((column) => column.name)
    expect([...Object.keys(manifest.shop), ...secret].toSorted()).toEqual(
      [...kept, 'has_verification_endpoint'].toSorted(),
    )
    const all = Object.values(files).join('\n')
    for (const { hex } of sealed.rows) expect(all).not.toContain(hex)
    expect(all).not.toContain(hook.split('/').at(-2))
    expect(all).not.toContain(otherShopMark)
    expect(all).not.toContain('secret-path')
  })

  it('counts an export that is complete and newer than the archive', async () => {
    expect((await call('GET', '/deletion')).body).toMatchObject({ exported: { by: app.owner.actor.name } })
    await archive(false)
    await archive(true)
    expect((await call('GET', '/deletion')).body).toMatchObject({ exported: null })
    const cut = (await fetch(`${app.url}/api/shops/${id}/export`)).body?.getReader()
    await cut?.read()
    await cut?.cancel()
    const incomplete = and(eq(activity.action, 'shop.exported'), sql`detail->'complete' = 'false'`)
    await eventually(async () =>
      expect(await app.engine.db.$count(activity, and(eq(activity.shopId, id), incomplete))).toBe(1),
    )
    expect((await call('GET', '/deletion')).body).toMatchObject({ exported: null })
  })

  it('does not count an export that began before the archive', async () => {
    await archive(false)
    const shop = await loadShop(app.engine.db, id)
    if (!shop) throw new Error('the shop is gone')
    const early = exportShop({ ...app.owner, shop }, [])
    await early.next()
    await archive(true)
    const broken = exportShop({ ...app.owner, shop }, [])
    await broken.next()
    while (!(await early.next()).done);
    await broken.return()
    expect((await call('GET', '/deletion')).body).toMatchObject({ exported: null })
  })

  it('hides it at once, and answers its gateway with 404', async () => {
    const response = await fetch(`${app.url}/api/shops/${id}/export`)
    await response.arrayBuffer()
    expect(await order({})).toEqual({ status: 200, body: { name } })
    expect(await call('GET', '')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await call('GET', '/products')).toMatchObject({ status: 404 })
    expect(await call('POST', '/deletion', { version: 1, name })).toMatchObject({ status: 404 })
    expect(await loadShop(app.engine.db, id)).toBeNull()
    const uid = crypto.randomUUID()
    const posted = await fetch(hook, {
      method: 'POST',
      body: JSON.stringify({ transaction: { uid, status: 'successful', type: 'payment' } }),
    })
    expect(posted.status).toBe(404)
    expect(await app.dump()).not.toContain(uid)
    const [row] = await app.engine.db.select().from(shops).where(eq(shops.id, id))
    expect(row).toMatchObject({ secretKeySealed: Buffer.alloc(0), verificationSecretSealed: null })
  })

  it('removes every row, the sandbox’s included, and leaves the other shops alone', async () => {
    expect(Object.keys(await rowsByTable(id)).length).toBeGreaterThan(15)
    expect(await rowsByTable(gatewayShopId, 'sandbox')).not.toEqual({})
    await app.engine.db.execute(sql`UPDATE shops SET deleted_at = '-infinity' WHERE id = ${id}`)
    expect(await removeDeletedShops(app.engine, { until: Infinity, removeSandboxShop })).toBe(true)
    expect(await rowsByTable(id)).toEqual({})
    expect(await rowsByTable(gatewayShopId, 'sandbox')).toEqual({})
    expect(await app.engine.db.$count(shops, eq(shops.id, id))).toBe(0)
    const { rows } = await app.engine.db.execute(sql`SELECT id FROM sandbox.shops`)
    expect(rows).not.toContainEqual({ id: gatewayShopId })
    expect(await rowsByTable(otherShop)).toEqual(before)
    expect((await call('GET', '/products', undefined, 'sandbox')).body.total).toBeGreaterThan(0)
  })

  it('stays in the activity of the installation', async () => {
    const entries = await app.engine.db.select().from(activity).where(eq(activity.action, 'shop.deleted'))
    expect(entries).toMatchObject([
      { shopId: null, actorId: app.owner.actor.userId, subject: id, detail: { name, mode: 'sandbox' } },
    ])
    expect(app.logged()).toContain('"event":"shop.deleted"')
  })

  it('leaves the name in addresses to a new shop', async () => {
    const made = await call('POST', '', { mode: 'sandbox', name: 'New' }, '')
    expect(made).toMatchObject({ status: 201, body: { id } })
    expect((await call('GET', '/products')).body).toMatchObject({ items: [] })
  })
})
