import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { customersOf } from '../../../../customers/server/testing'
import { RequestCutOff } from '../../../../db/outgoing/read-body'
import { onEachEngine } from '../../../../db/testing-engines'
import { opened } from '../../../../testing/opened'
import { testOffice } from '../../../../testing/office'
import { reconciliationDetail } from '../../../reconciliation/reconciliation'
import { listReconciliations, readReconciliation } from '../read'
import { reconciliations, reconciliationRows } from '../tables'
import { resumeLeftBehind, workOnReconciliation } from '../run'
import { inPieces, statementsOf } from '../testing'
import { reconcileFile, takeStatement } from './take'

onEachEngine('a statement with something wrong', (kind) => {
  const office = testOffice(kind)
  const there = opened(() => statementsOf(office))
  const header = 'uid,order_id,amount,currency,paid_at,type,status'
  const at = '2026-11-10T10:00:00Z'
  const runs = async () => (await listReconciliations(office.context, { limit: 50 })).items

  it('is refused as a whole, and stores nothing, if it is no table or does not match its columns', async () => {
    const before = (await runs()).length
    await expect(there.reconcile('{"no": "table"}')).rejects.toMatchObject({ code: 'invalid' })
    const { mapping } = await there.preview(`${header}\na,b,1.00,EUR,${at},,`)
    const body = () => inPieces(Buffer.from('other,columns\na,b'))
    const file = { name: 'x', from: undefined, to: undefined }
    await expect(reconcileFile(office.context, { ...file, mapping, body: body() })).rejects.toMatchObject({
      errors: { columns: [expect.any(String)] },
    })
    expect(await runs()).toHaveLength(before)
  })

  it('comes after a line that says how it is read', async () => {
    const text = `${header}\nafter-line,,10.00,EUR,${at},payment,paid`
    const { mapping } = await there.preview(text)
    const taken = async (body: string) => {
      const request = new Request('http://office.example', { method: 'POST', body })
      return takeStatement(office.context, { query: { name: 'x' }, request })
    }
    const { file_hash: hash, ...run } = reconciliationDetail.parse(
      await (await taken(`${JSON.stringify(mapping)}\n${text}`)).json(),
    )
    expect(run).toMatchObject({ mapping, format: { header: header.split(',') }, counts: { rows: 1 } })
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'))
    const before = (await runs()).length
    await expect(taken(text)).rejects.toMatchObject({ code: 'not_json' })
    await expect(taken(`{"columns":[]}\n${text}`)).rejects.toMatchObject({
      code: 'invalid',
      errors: { amounts: [expect.any(String)] },
    })
    await expect(taken(`"${'a'.repeat(200_000)}"\n${text}`)).rejects.toMatchObject({ code: 'too_large' })
    expect(await runs()).toHaveLength(before)
  })

  it('may have titles above its header, which the preview says', async () => {
    const titles = 'Statement of account 2026-11\n"Merchant: ACME, Ltd"\n'
    const file = `${titles}${header}\ntitled,,10.00,EUR,${at},payment,paid`
    const seen = await there.preview(file)
    expect(seen).toMatchObject({ header: header.split(','), skipped_rows: 2 })
    expect(seen.sample).toHaveLength(1)
    const run = await there.reconcile(file)
    expect(run).toMatchObject({ counts: { rows: 1 }, format: { skipped_rows: 2 } })
    expect(await there.rows(run.id, 'only_there')).toMatchObject([
      { position: 4, there: { uid: 'titled', amount: 1000 } },
    ])
    // Remembered by its columns.
    expect(await there.preview(`${header}\nplain,,10.00,EUR,${at},,`)).toMatchObject({ remembered: true })
  })

  it('names nobody to a program that may not read personal data', async () => {
    const email = 'maria@reader.example'
    const first = [email, ...header.split(',').slice(1)].join()
    const { mapping } = await there.preview(`${header}\na,b,1.00,EUR,${at},,`)
    const file = { name: `${email}.csv`, from: undefined, to: undefined, mapping }
    const body = inPieces(Buffer.from(`${first}\na,b,1.00,EUR,${at},,`))
    const { id } = await reconcileFile(office.context, { ...file, body })
    const reason = `${email} told us`
    const { actor, engine } = { ...office, ...office.context }
    await engine.db
      .update(reconciliations)
      .set({ missingAt: new Date(), missingBy: actor.userId, missingReason: reason })
      .where(office.whereShop(reconciliations, eq(reconciliations.id, id)))
    const scopes = ['payments.reconcile'] as const
    const program = { ...office.context, actor: { ...actor, scopes } }
    const told = async (context: typeof program) => {
      const { file_name: name, format, missing } = await readReconciliation(context, id)
      return [name, format.header[0], missing?.reason]
    }
    const masked = 'm•••@reader.example'
    expect(await told(program)).toEqual([`${masked}.csv`, masked, `${masked} told us`])
    expect((await listReconciliations(program, { limit: 50 })).items[0]).toMatchObject({
      id,
      file_name: `${masked}.csv`,
    })
    expect(await readReconciliation(office.context, id)).toMatchObject({ file_name: file.name })
  })

  it('shows a program no contacts that stood in the column of types', async () => {
    const email = 'maria@reader.example'
    const scopes = ['payments.reconcile'] as const
    const program = { ...office.context, actor: { ...office.context.actor, scopes } }
    const columns = 'uid,sum (EUR),what'
    const mapping = {
      columns: ['uid', 'amount', 'type'] as const,
      types: { [email]: 'refund', sale: null } as const,
    }
    const { id } = await there.take(`${columns}\na,1.00,${email}\nb,1.00,Sale`, {
      ...mapping,
      columns: [...mapping.columns],
    })
    const masked = { 'm•••@reader.example': 'refund', sale: null }
    expect((await readReconciliation(program, id)).mapping.types).toEqual(masked)
    expect((await readReconciliation(office.context, id)).mapping.types).toEqual(mapping.types)
    const asked = statementsOf({ ...office, context: program })
    expect((await asked.preview(`${columns}\nc,1.00,Other`)).mapping.types).toEqual({
      ...masked,
      other: null,
    })
    // Its own file holds it.
    expect((await asked.preview(`${columns}\nc,1.00,${email}`)).mapping.types).toEqual(mapping.types)
  })

  it('leaves nothing if its sender hangs up, which is no error of ours', async () => {
    const before = (await runs()).length
    const { mapping } = await there.preview(`${header}\na,b,1.00,EUR,${at},,`)
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(`${JSON.stringify(mapping)}\n${header}`)),
      pull: (controller) => controller.error(new Error('aborted')),
    })
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    const request = new Request('http://office.example', init)
    await expect(takeStatement(office.context, { query: { name: 'x' }, request })).rejects.toBeInstanceOf(
      RequestCutOff,
    )
    expect(await runs()).toHaveLength(before)
  })

  it('is not found under an invalid ID', async () => {
    await expect(readReconciliation(office.context, '-'.repeat(36))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is previewed from its beginning, and read as its header was read before', async () => {
    const file = `uid,sum (EUR),when\n${'a,1.00,2026-11-10\n'.repeat(400)}b,2.`
    const guess = await there.preview(file, { whole: false })
    expect(guess).toMatchObject({
      remembered: false,
      mapping: { columns: ['uid', null, null], currency: 'EUR' },
    })
    expect(guess.sample).toHaveLength(50)
    await there.take(file, { columns: ['uid', 'amount', 'time'] })
    expect(await there.preview(file)).toMatchObject({
      remembered: true,
      undecided: [],
      mapping: { columns: ['uid', 'amount', 'time'] },
    })
    const typed = `uid,sum (EUR),kind\n`
    await there.take(`${typed}a,1.00,Sale`, {
      columns: ['uid', 'amount', 'type'],
      types: { sale: 'refund' },
    })
    expect((await there.preview(`${typed}b,1.00,Refund`)).mapping.types).toEqual({
      sale: 'refund',
      refund: 'refund',
    })
  })

  it('goes on where a process that ended has left it, and ends an upload that was cut', async () => {
    await customersOf(office).notify({ uid: 'left', amount: 1000, paid_at: at, created_at: at })
    const run = await there.take(
      `${header}\nleft,,10.00,EUR,${at},payment,paid\nright-lost,,7.00,EUR,${at},payment,paid`,
    )
    const key = { shopId: office.context.shop.id, id: run.id }
    let turns = 0
    while (!(await workOnReconciliation(office.engine, key, { until: 0 }))) turns++
    expect(turns).toBeGreaterThan(5)
    expect(await there.work(run.id)).toMatchObject({
      state: 'matched',
      counts: { matched: 1, recordable: 1 },
    })

    const cut = '01a2133e-0000-7000-8000-000000000001'
    await office.engine.db.insert(reconciliations).values({
      shopId: key.shopId,
      id: cut,
      createdBy: office.context.actor.userId,
      counts: run.counts,
      format: run.format,
      mapping: run.mapping,
      fileName: 'cut.csv',
      state: 'reading',
      createdAt: new Date(),
      movedAt: new Date(Date.now() - 600_000),
    })
    await resumeLeftBehind(office.engine)
    expect((await runs()).find(({ id }) => id === cut)).toMatchObject({
      state: 'failed',
      failure: 'upload_cut',
    })
  })

  it('is not cut while it arrives where the clock is behind the database’s', async () => {
    const text = `${header}\nbehind,,10.00,EUR,${at},payment,paid`
    const { mapping } = await there.preview(text)
    async function* body() {
      yield* inPieces(Buffer.from(text))
      vi.useRealTimers()
      await resumeLeftBehind(office.engine)
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 600_000 })
    const file = { name: 'behind.csv', from: undefined, to: undefined, mapping, body: body() }
    expect(await reconcileFile(office.context, file)).toMatchObject({ state: 'matching', failure: null })
  })

  it('keeps no rows of an upload that was cut, also if the process ends while they are removed', async () => {
    const { db } = office.engine
    const { id } = await there.take(`${header}\ncut,,10.00,EUR,${at},payment,paid`)
    const whereRun = office.whereShop(reconciliations, eq(reconciliations.id, id))
    await db
      .update(reconciliations)
      .set({ state: 'reading', movedAt: new Date(0) })
      .where(whereRun)
    await db.execute(`CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'refused'; END $$`)
    await db.execute(`CREATE TRIGGER refuse_removal BEFORE DELETE ON reconciliation_rows FOR EACH ROW
        EXECUTE FUNCTION refuse_removal()`)
    await expect(resumeLeftBehind(office.engine)).rejects.toThrow('reconciliation_rows')
    await db.execute('DROP FUNCTION refuse_removal CASCADE')
    await resumeLeftBehind(office.engine)
    expect(await readReconciliation(office.context, id)).toMatchObject({ state: 'failed' })
    const whereRows = office.whereShop(reconciliationRows, eq(reconciliationRows.reconciliationId, id))
    expect(await db.$count(reconciliationRows, whereRows)).toBe(0)
  })

  it('keeps no column that is not read', async () => {
    const file = `uid,amount,currency,payer\nprivate,1.00,EUR,Maria Keller`
    const run = await there.reconcile(file)
    const rows = await office.engine.db.select().from(reconciliationRows)
    expect(rows.filter(({ reconciliationId }) => reconciliationId === run.id).length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('Keller')
  })
})
