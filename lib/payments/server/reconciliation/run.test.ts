import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { shops } from '../../../core/server/tables/shops'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { changeMinorUnits, readMinorUnits } from '../../../shops/server/settings/payment-settings'
import { readReconciliation } from './read'
import { workOnReconciliation } from './run'
import { statementsOf } from './testing'

onEachEngine('the work on a statement that cannot go on', (kind) => {
  const office = testOffice(kind)
  const there = opened(() => statementsOf(office))
  const file = 'uid,amount,currency,paid_at\nlost,10.00,EUR,2026-11-10T10:00:00Z'

  it('has nothing to do in a shop that is being deleted', async () => {
    const { db } = office.engine
    const { id: shopId } = office.context.shop
    const run = await there.take(file)
    const markDeleted = (deletedAt: Date | null) =>
      db.update(shops).set({ deletedAt }).where(eq(shops.id, shopId))
    await markDeleted(new Date())
    expect(await workOnReconciliation(office.engine, { shopId, id: run.id }, { until: 0 })).toBe(true)
    await markDeleted(null)
    expect(await there.work(run.id)).toMatchObject({ state: 'matched' })
  })

  it('leaves a run as it was before an undo that failed', async () => {
    const { db } = office.engine
    await db.execute(`CREATE FUNCTION refuse_undo() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'refused'; END $$`)
    await db.execute(`CREATE TRIGGER refuse_undo BEFORE UPDATE ON reconciliations FOR EACH ROW
        WHEN (NEW.state = 'undone') EXECUTE FUNCTION refuse_undo()`)
    const run = await there.reconcile(file)
    expect(await there.undo(run.id)).toMatchObject({ state: 'matched', failure: 'internal' })
    await there.record(run.id)
    expect(await there.undo(run.id)).toMatchObject({ state: 'recorded', failure: 'internal' })
    await db.execute('DROP FUNCTION refuse_undo CASCADE')
    expect(await there.undo(run.id)).toMatchObject({ state: 'undone', failure: null })
  })

  it('goes on where it was after the database went away', async () => {
    const { db } = office.engine
    const refuse = (what: string, state: string) => `
      CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'terminating connection' USING ERRCODE = '57P01'; END $$;
      CREATE TRIGGER go_away ${what} FOR EACH ROW WHEN (${state}) EXECUTE FUNCTION go_away()`
    const cut = async (what: string, state: string, work: () => Promise<unknown>) => {
      await db.execute(refuse(what, state))
      await expect(work()).rejects.toMatchObject({ cause: { code: '57P01' } })
      await db.execute('DROP FUNCTION go_away CASCADE')
    }
    const before = 'BEFORE UPDATE ON reconciliations'
    const run = await there.take(file.replaceAll('lost', 'cut'))
    await cut(before, `NEW.state = 'matched'`, () => there.work(run.id))
    expect(await there.work(run.id)).toMatchObject({ state: 'matched', failure: null })
    await cut(before, `NEW.state = 'recorded'`, () => there.record(run.id))
    expect(await there.work(run.id)).toMatchObject({ state: 'recorded', failure: null })
    await cut(before, `NEW.state = 'undone'`, () => there.undo(run.id))
    expect(await there.work(run.id)).toMatchObject({ state: 'undone', failure: null })
  })

  it('records nothing after the decimals were changed that its amounts were read by', async () => {
    const change = async (overrides: Record<string, number>) => {
      const { version } = await readMinorUnits(office.context)
      await changeMinorUnits(office.context, { version, overrides })
    }
    const lines = file.replaceAll('lost', 'changed')
    const [run, minor] = [await there.reconcile(lines), await there.reconcile(lines, { amounts: 'minor' })]
    await change({ EUR: 0 })
    await expect(there.record(run.id)).rejects.toMatchObject({ code: 'decimals_changed' })
    expect(await there.record(minor.id)).toMatchObject({ state: 'recorded' })
    await change({})
  })

  it('shows amounts by the decimals that they were read by', async () => {
    const change = async (overrides: Record<string, number>) => {
      const { version } = await readMinorUnits(office.context)
      await changeMinorUnits(office.context, { version, overrides })
    }
    const { context } = office
    const shown = async (id: string) => {
      const now = {
        ...context,
        shop: { ...context.shop, minorUnits: (await readMinorUnits(context)).overrides },
      }
      const of = statementsOf({ context: now, engine: office.engine })
      const [header = '', line = ''] = await of.csv(id, { result: 'only_there' })
      const price = line.split(',')[header.split(',').indexOf('price')]
      return [(await readReconciliation(now, id)).minor_units, price]
    }
    const lines = file.replaceAll('lost', 'shown')
    const run = await there.reconcile(lines, { amounts: 'major' })
    const minor = await there.reconcile(lines.replace('10.00', '10'), { amounts: 'minor' })
    expect([await shown(run.id), await shown(minor.id)]).toEqual([
      [{}, '10.00'],
      [{}, '0.10'],
    ])
    await change({ EUR: 0 })
    await change({ EUR: 1 })
    expect([await shown(run.id), await shown(minor.id)]).toEqual([
      [{}, '10.00'],
      [{ EUR: 1 }, '1.0'],
    ])
    await change({})
  })
})
