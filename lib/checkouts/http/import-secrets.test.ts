import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testJobs } from '../../testing/jobs'

/** A CSV cell with JSON. */
const cell = (json: string) => `"${json.replaceAll('"', '""')}"`
/** A longer code than usual: three digits could occur in the dump by chance. */
const code = '864297531'
const number = '4111111111111111'

onEachEngine('card data in a file of checkouts', (kind) => {
  const { app, client } = testJobs(kind, 'checkouts')

  it('is not kept in columns that name it, read or not', async () => {
    const token = 'e'.repeat(64)
    const planned = await client.load(
      [
        'description,price,currency,Card,Card token,Card number,CVC,Note,payment_method',
        `Sound,1,EUR,Visa,,,,Kept,`,
        `Charged,1,EUR,${token},${token},${number},${code},4111 1111 1111 1111,`,
        `Surplus,1,EUR,,,,,,,${number}`,
        `Literal,1,EUR,,,,,,${token}`,
        `Number,1,EUR,,,,,,${cell(`{"credit_card": {"number": "${number}", "verification_value": "${code}"}}`)}`,
        `Digits,1,EUR,,,,,,${cell(`{"credit_card": {"number": ${number}, "verification_value": ${code}}}`)}`,
        `Broken,1,EUR,,,,,,${cell(`{"credit_card": {'number': ${number}, “verification_value”: “${code}”`)}`,
        `Bare,1,EUR,,,,,,${cell(`{"token": "${token}"}`)}`,
      ].join('\n'),
    )
    expect(planned.counts).toMatchObject({ planned: 2, invalid: 6 })
    const rows = await client.rows(planned.id)
    expect(rows[0]?.cells).toEqual(['Sound', '1', 'EUR', 'Visa', '', '', '', 'Kept', ''])
    expect(rows[1]?.cells?.slice(3, 8)).toEqual(['••••', '••••', '••••1111', '••••', '••••1111'])
    expect(rows[2]?.cells?.at(-1)).toBe('••••1111')
    const secret = [expect.stringMatching(/were not kept.*card_token_id/)]
    for (const row of rows.slice(3)) expect(row.errors).toEqual({ payment_method: secret })
    const report = (await client.call('GET', `/jobs/${planned.id}/report`)).text
    for (const kept of [await app.dump(), JSON.stringify([planned, rows]), report]) {
      expect(kept).not.toContain(token)
      expect(kept).not.toContain(code)
      expect(kept.replaceAll(' ', '')).not.toContain(number)
    }
    expect(parse(report, { relax_column_count: true })[2]?.at(-1)).toMatch(/were not kept/)
  })

  it('is refused, not sent as dots, if its column is chosen later', async () => {
    const planned = await client.load(`Wording,price,currency\n${number},1,EUR\nPlain,1,EUR`)
    const columns = ['description', 'price', 'currency']
    expect((await client.call('POST', `/jobs/${planned.id}/mapping`, { columns })).status).toBe(200)
    expect(await client.until(planned.id, 'planned')).toMatchObject({ counts: { planned: 1, invalid: 1 } })
    expect((await client.rows(planned.id))[0]).toMatchObject({
      cells: ['••••1111', '1', 'EUR'],
      errors: { description: [expect.stringMatching(/was not kept.*“description”/)] },
    })
  })

  it('stays in a text that is sent, and the payment token in our own export', async () => {
    const token = 'a'.repeat(64)
    const planned = await client.load(
      [
        'id,token,state,rests_on,attempts_left,description,price,currency,tracking_id',
        `1,${token},open,nothing,3,Order ${number},1,EUR,${number}`,
      ].join('\n'),
    )
    expect(planned.counts).toMatchObject({ planned: 1, invalid: 0 })
    const [row] = await client.rows(planned.id)
    expect(row?.cells?.[1]).toBe(token)
    expect(row?.change).toMatchObject({ name: `Order ${number}`, tracking_id: number })
  })
})
