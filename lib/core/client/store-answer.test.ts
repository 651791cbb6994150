import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { storeAnswer } from './store-answer'

it('shows the answer to a change, also where an earlier request ends later', async () => {
  const client = new QueryClient()
  const queryKey = ['detail', '1']
  client.setQueryData(queryKey, 'first')
  const { promise, resolve } = resolvable()
  const earlier = client.query({ queryKey, queryFn: () => promise })
  storeAnswer(client, queryKey, 'changed')
  resolve('as it was before the change')
  await earlier
  expect(client.getQueryData(queryKey)).toBe('changed')
  expect(client.getQueryState(queryKey)?.fetchStatus).toBe('idle')
})

function resolvable() {
  let resolve: (value: string) => void = () => undefined
  const promise = new Promise<string>((settle) => (resolve = settle))
  return { promise, resolve }
}
