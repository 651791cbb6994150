import type { LocalContact } from '@/lib/customers/schema'

const fields = ['email', 'phone', 'address'] as const

const plain = (text: string | null | undefined): string | null => text?.trim() || null

/** Returns the corrections that differ from `opened`. An empty field removes its correction. */
export const changedContact = (opened: LocalContact, values: LocalContact): LocalContact =>
  Object.fromEntries(
    fields
      .filter((field) => plain(values[field]) !== plain(opened[field]))
      .map((field) => [field, plain(values[field])]),
  )

/** Returns the corrections after a change. */
export const correctedContact = (before: LocalContact, change: LocalContact): LocalContact =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, text]) => text))
