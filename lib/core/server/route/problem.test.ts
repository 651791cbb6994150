import { expect, it } from 'vitest'
import { AppError } from '../errors'
import { problemResponse } from './problem'

const id = '152cc8f1-98a6-4501-bae3-d0fae9c430d3'

it.each([
  new Error('connect ECONNREFUSED 10.0.0.5:5432', { cause: new Error('password of the database') }),
  Object.assign(new Error('SELECT secret FROM shops'), {
    code: '23505',
    detail: 'Key (email)=(x@y.example)',
  }),
  'a thrown text',
  undefined,
])('says nothing of the inside of an unexpected error: %s', async (error) => {
  const answer = problemResponse(error, id)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/problem+json'])
  expect(await answer.json()).toEqual({
    type: 'urn:counterfoil:problem:internal',
    title: expect.any(String),
    status: 500,
    code: 'internal',
    correlation_id: id,
  })
})

it('describes known errors, without their origin in the code', async () => {
  const text = await problemResponse(new AppError('conflict', { cause: new Error('inside') }), id).text()
  expect(text).toContain('urn:counterfoil:problem:conflict')
  expect(text).not.toMatch(/inside|problem\.test|at /)
})
