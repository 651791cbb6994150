import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { openLog } from '@/lib/core/server/log/log'
import { oldSecretKeys, shops } from '@/lib/core/server/tables/shops'
import { onEachEngine } from '@/lib/db/testing-engines'
import { products } from '@/lib/products/server/tables'
import { removeSandboxShop } from '@/lib/sandbox/shops/shops'
import { testOffice } from '@/lib/testing/office'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { removeDeletedShops } from './archive-and-delete'

onEachEngine('the rows of a deleted shop in batches', (kind) => {
  const office = testOffice(kind)
  const id = 'shop-365'
  const countOf = (shopId: string) => office.engine.db.$count(products, eq(products.shopId, shopId))
  const isThere = async () => (await office.engine.db.$count(shops, eq(shops.id, id))) === 1
  const hide = (before: string) =>
    office.engine.db
      .update(shops)
      .set({ deletedAt: sql`now() - ${before}::interval` })
      .where(eq(shops.id, id))
  const remove = (until: number) => removeDeletedShops(office.engine, { until, removeSandboxShop })

  beforeEach(async () => {
    await office.insertShop(id)
    const { db, sealer } = office.engine
    await db.execute(sql`
        INSERT INTO products (shop_id, id, raw, search, first_seen_at, synced_at)
        SELECT ${id}, 'prd_' || n, '{}', '', now(), now() FROM generate_series(1, 2500) n`)
    const keySealed = sealer.seal('old', 'old')
    const [setAt, until] = [new Date(), new Date()]
    await db.insert(oldSecretKeys).values({ shopId: id, id: crypto.randomUUID(), keySealed, setAt, until })
  })

  it('stay while the shop is not deleted, and until every process has forgotten its notification address', async () => {
    expect(await remove(Infinity)).toBe(true)
    await hide('5 seconds')
    expect(await remove(Infinity)).toBe(true)
    expect(await countOf(id)).toBe(2500)
    await hide('11 seconds')
    expect(await remove(Infinity)).toBe(true)
    expect([await countOf(id), await isThere()]).toEqual([0, false])
    expect(await countOf(otherShop)).toBe(2500)
  })

  it('go on where they stopped, keys first, and the shop goes last', async () => {
    await hide('1 minute')
    expect(await remove(0)).toBe(false)
    expect(await office.engine.db.$count(oldSecretKeys, eq(oldSecretKeys.shopId, id))).toBe(0)
    expect([await countOf(id), await isThere()]).toEqual([1501, true])
    expect(await remove(0)).toBe(false)
    expect([await countOf(id), await isThere()]).toEqual([501, true])
    expect(await remove(Infinity)).toBe(true)
    expect([await countOf(id), await isThere()]).toEqual([0, false])
  })

  it('go where the sandbox never was on', async () => {
    await office.engine.db.update(shops).set({ mode: 'sandbox' }).where(eq(shops.id, id))
    await hide('1 minute')
    expect(await remove(Infinity)).toBe(true)
    expect([await countOf(id), await isThere()]).toEqual([0, false])
  })

  it('lose no batch to a failure within it, and do not keep those of other shops', async () => {
    await hide('1 minute')
    await office.engine.db.execute(sql`CREATE TABLE public.cut (shop_id text REFERENCES shops (id))`)
    await office.engine.db.execute(sql`INSERT INTO cut VALUES (${id})`)
    await office.engine.db.execute(
      sql`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut'; END $$`,
    )
    await office.engine.db.execute(
      sql`CREATE TRIGGER cut BEFORE DELETE ON cut FOR EACH ROW EXECUTE FUNCTION cut()`,
    )
    await office.insertShop('shop-366')
    await office.engine.db.execute(sql`UPDATE shops SET deleted_at = '-infinity' WHERE id = 'shop-366'`)
    const lines: string[] = []
    openLog('error', { write: (line) => void lines.push(line) })
    expect(await remove(Infinity)).toBe(true)
    expect(await isThere()).toBe(true)
    expect(await office.engine.db.$count(shops, eq(shops.id, 'shop-366'))).toBe(0)
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { shop: id, msg: 'rows of a deleted shop are not removed' },
    ])
    await office.engine.db.execute(sql`DROP FUNCTION cut() CASCADE`)
    expect(await remove(Infinity)).toBe(true)
    expect(await office.engine.db.execute(sql`SELECT 1 FROM cut`)).toMatchObject({ rows: [] })
    await office.engine.db.execute(sql`DROP TABLE cut`)
  })

  // The embedded database has one connection, which the other process's transaction would hold.
  it.skipIf(kind === 'embedded')('are left to the process that already removes them', async () => {
    await hide('1 minute')
    await office.engine.db.transaction(async (tx) => {
      await tx.select().from(shops).where(eq(shops.id, id)).for('update')
      expect(await remove(Infinity)).toBe(true)
    })
    expect(await countOf(id)).toBe(2500)
    expect(await remove(Infinity)).toBe(true)
  })
})
