import { jsonLeaves, pathOf } from '../json-leaves'
import type { NotificationContent } from './notification'

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

/**
 * Whether a refund or a void came without any amount, so that it means the whole. False if there is an amount that
 * cannot be read, or only the acquirer's.
 */
export function meansWhole(content: NotificationContent): boolean {
  if (content.kind !== 'transaction') return false
  const { type } = content.transaction
  if (type !== 'refund' && type !== 'void') return false
  const sent = valueIn(content.json, 'transaction')
  return valueIn(sent, 'amount') === null && valueIn(valueIn(sent, type), 'amount') === null
}

function valueIn(given: unknown, name: string): unknown {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, name)) return null
  return (given as Record<string, unknown>)[name] ?? null
}
