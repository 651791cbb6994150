import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { passwordResets } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testApplication } from '@/lib/testing/application'
import { eventually } from '@/lib/testing/eventually'

onEachEngine('housekeeping', (kind) => {
  const app = testApplication(kind)

  it('goes on where one part of it fails, and says which', async () => {
    const { db, queues } = app.engine
    const tokenHash = Buffer.alloc(32, 7)
    const { userId } = app.owner.actor
    await db.insert(passwordResets).values({ tokenHash, userId, expiresAt: new Date('2026-01-01') })
    await db.execute(sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'out of order'; END $$`)
    await db.execute(sql`
      CREATE TRIGGER refuse BEFORE DELETE ON idempotency_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse()`)
    await queues.send('housekeeping', {})
    await eventually(async () => {
      expect(await db.$count(passwordResets, eq(passwordResets.tokenHash, tokenHash))).toBe(0)
      const { rows } = await db.execute(
        sql`SELECT FROM pgboss.job WHERE name = 'housekeeping' AND state = 'failed'`,
      )
      expect(rows).toHaveLength(1)
    })
    expect(app.logged()).toContain('out of order')
    expect(app.takeErrors()).toHaveLength(1)
  })

  it('removes what has passed its period also where the application is off every night', async () => {
    const { rows } = await app.engine.db.execute<{ name: string }>(sql`
      SELECT name FROM pgboss.job WHERE singleton_key = 'after a start' ORDER BY name COLLATE "C"`)
    expect(rows.map(({ name }) => name)).toEqual([
      'customers.retention-all',
      'customers.words-all',
      'notifications.retention-all',
    ])
  })
})
