import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/** Shows the server's answer to a change. A request from before the change that is still on its way would overwrite it. */
export function storeAnswer<Key extends QueryKey>(
  client: QueryClient,
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
) {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}
