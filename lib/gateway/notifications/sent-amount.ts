import { jsonLeaves, pathOf } from '../json-leaves'

/** Returns the amount of a notification's transaction as it was sent, which a number may round. Null: none was sent. */
export function sentAmount(body: Uint8Array): string | null {
  const found: string[] = []
  jsonLeaves(
    new TextDecoder().decode(body),
    () => false,
    (leaf) => {
      if (leaf.kind !== 'key' && pathOf(leaf).join('.') === 'transaction.amount') found.push(leaf.value)
    },
  )
  return found.at(-1) ?? null
}
