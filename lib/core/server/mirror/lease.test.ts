import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { Lease, LeaseLost } from './lease'

onEachEngine('the lease of a sync once it is given up', (kind) => {
  const office = testOffice(kind)

  it.each(['complete', 'fail'] as const)(
    'is not taken again by a renewal that comes late: %s',
    async (end) => {
      const lease = await Lease.take(office.context, 'customers')
      expect(await Lease.take(office.context, 'customers')).toBeNull()
      await lease?.[end]('internal')
      await expect(lease?.keep(office.engine.db)).rejects.toBeInstanceOf(LeaseLost)
      const next = await Lease.take(office.context, 'customers')
      expect(next).not.toBeNull()
      await next?.complete()
    },
  )
})
