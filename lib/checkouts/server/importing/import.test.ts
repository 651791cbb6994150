import { expect, it } from 'vitest'
import { customerExportColumns } from '../../../customers/export'
import { customerTargets } from '../../../customers/import'
import { customerImport } from '../../../customers/server/importing/import'
import { importTargets } from '../../../jobs/import-targets'
import { guessedColumns } from '../../../jobs/server/imports/columns'
import { exportColumns } from '../../../products/import'
import { productImport } from '../../../products/server/importing/import'
import { checkoutExportColumns } from '../../export'
import { checkoutImport } from './import'

/** The meaning of each column of an export: its own name, except those that an import cannot change. */
const meanings = (header: readonly string[], targets: readonly string[]) =>
  header.map((name) => {
    if (name === 'expires_at') return 'expired_at'
    return targets.includes(name) ? name : null
  })

it('reads the columns of our own exports by their exact names', () => {
  const checkoutColumns = importTargets['checkouts.import'].targets.filter((target) => target !== 'state')
  const { targets: productColumns } = importTargets['products.import']
  expect(guessedColumns(checkoutExportColumns, checkoutImport)).toEqual(
    meanings(checkoutExportColumns, checkoutColumns),
  )
  expect(guessedColumns(exportColumns, productImport)).toEqual(meanings(exportColumns, productColumns))
  expect(guessedColumns(customerExportColumns, customerImport)).toEqual(
    meanings(customerExportColumns, customerTargets),
  )
})

it('knows our own export with columns added and left out, and as a report of rows to correct', () => {
  const guess = (header: string) => guessedColumns(header.split(','), checkoutImport)
  expect(guess('state,price,currency,description,error')).toEqual([
    null,
    'price',
    'currency',
    'description',
    null,
  ])
  expect(guess('attempts_left,state,price,City')).toEqual([null, null, 'price', 'city'])
  expect(guess('price,currency,city,state')).toEqual(['price', 'currency', 'city', 'state'])
  expect(guess('Price,Currency,State')).toEqual(['price', 'currency', 'state'])
})

it('tells the part of an address from the state of a checkout by the first row, if all columns are called as ours', () => {
  const header = ['email', 'state', 'price', 'currency', 'description']
  const guess = (state: string) =>
    guessedColumns(header, checkoutImport, ['ada@shop.example', state, '1.00', 'USD', 'Order 1'])[1]
  expect(['TX', 'ny', 'Texas', ''].map(guess)).toEqual(['state', 'state', 'state', 'state'])
  expect(['open', 'partly_refunded', 'unconfirmed'].map(guess)).toEqual([null, null, null])
  const marked = ['attempts_left', 'state', 'price']
  expect(guessedColumns(marked, checkoutImport, ['1', 'TX', '1.00'])).toEqual([null, null, 'price'])
})
