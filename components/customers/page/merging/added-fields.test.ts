import { expect, it } from 'vitest'
import type { CustomerDetail } from '@/lib/customers/schema'
import { addedFields } from './added-fields'

const customer = (fields: Partial<CustomerDetail>) =>
  ({
    id: 'cst_1',
    first_name: 'Maria',
    last_name: 'Keller',
    contact: {},
    totals: [],
    ...fields,
  }) as CustomerDetail

it('names the fields that searches find the kept customer by only after a merge', () => {
  const one = customer({
    email: 'maria@x.example',
    phone: '+49 171 5550100',
    created_at: '2026-01-01T00:00Z',
  })
  const other = customer({
    id: 'cst_2',
    email: 'MARIA@x.example',
    phone: '0171 555 01 00',
    city: 'Leipzig',
    country: 'DE',
    created_at: '2026-02-02T00:00Z',
  })
  expect(addedFields(other, one)).toEqual(['city', 'id'])
  expect(addedFields(one, other)).toEqual(['id'])
  expect(addedFields(customer({ external_id: '0123' }), customer({ external_id: '123' }))).toEqual([
    'externalId',
  ])
  const none = { failed: 0, refunded: 0, refunds: 0, charged_back: 0, chargebacks: 0 }
  const paying = customer({
    totals: [{ ...none, currency: 'EUR', paid: 6500, payments: 1, net: 6500 }],
    last_paid_at: '2026-03-03T00:00Z',
  })
  expect(addedFields(paying, one)).toEqual([])
  const corrected = customer({ contact: { phone: '030 1234567' } })
  expect(addedFields(corrected, one)).toEqual(['phone'])
})
