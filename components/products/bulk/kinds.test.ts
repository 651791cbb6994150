import { expect, test } from 'vitest'
import { archivingKinds } from './kinds'

const here = { archived: false }
const away = { archived: true }

test.each([
  [[here], ['archive']],
  [[away], ['restore']],
  [
    [here, away],
    ['archive', 'restore'],
  ],
])('those picked one by one are counted by themselves: %j', (rows, kinds) => {
  expect(archivingKinds({ isAll: false, rows })).toEqual(kinds)
})

test.each([
  [undefined, ['archive']],
  ['exclude', ['archive']],
  ['only', ['restore']],
  ['include', ['archive', 'restore']],
] as const)('of all that match in a list that shows archived ones as %s', (shown, kinds) => {
  expect(archivingKinds({ isAll: true, rows: [] }, shown)).toEqual(kinds)
})
