import { expect, it } from 'vitest'
import { testOffice } from '../../../testing/office'
import { forgetAllowedNetworks, reachOf } from './outgoing'
import { installation } from '../tables/installation'

const office = testOffice('embedded')

it('gives shops of both modes the same reach each time, until the networks change', async () => {
  const allow = async (allowedNetworks: string[]) => {
    const values = { id: 1, allowedNetworks }
    await office.engine.db
      .insert(installation)
      .values(values)
      .onConflictDoUpdate({ target: installation.id, set: values })
    forgetAllowedNetworks()
  }
  const both = async () => [
    await reachOf(office.engine, { mode: 'live' }),
    await reachOf(office.engine, { mode: 'sandbox' }),
  ]
  await allow(['10.0.0.0/8'])
  const [live, sandbox] = await both()
  const [again, sandboxAgain] = await both()
  expect(again).toBe(live)
  expect(sandboxAgain).toBe(sandbox)
  await allow(['10.0.0.0/8', '192.168.0.0/16'])
  expect((await both()).map(({ networks }) => networks?.length)).toEqual([2, 2])
})
