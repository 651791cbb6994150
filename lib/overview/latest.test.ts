import { expect, it } from 'vitest'
import { authenticityGrades } from '../notifications/filters'
import { latestQuery } from './client'

it('has all notifications that are believed, also what the gateway answered to a question', () => {
  expect(latestQuery.authenticity).toEqual(authenticityGrades.filter((grade) => grade !== 'unverified'))
})
