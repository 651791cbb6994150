import { type FieldValues, get } from 'react-hook-form'

interface Sides<V extends FieldValues> {
  /** What the form began with. */
  before: V
  /** What is saved now. */
  theirs: V
  /** What the form holds. */
  yours: V
}

interface Merge {
  /** The fields that were changed here. They keep their value. */
  typed: string[]
  /** Those of them that somebody else changed otherwise. */
  contested: string[]
  /** Whether somebody else changed any field. */
  hasNews: boolean
}

/** Compares a form with what somebody else saved meanwhile, field by field. */
export function mergeSettings<V extends FieldValues>({ before, theirs, yours }: Sides<V>): Merge {
  const paths = [...new Set([before, theirs, yours].flatMap((values) => pathsIn(values)))]
  const differs = (one: V, other: V, path: string) => textAt(one, path) !== textAt(other, path)
  const typed = paths.filter((path) => get(yours, path) !== undefined && differs(yours, before, path))
  return {
    typed,
    contested: typed.filter((path) => differs(theirs, before, path) && differs(theirs, yours, path)),
    hasNews: paths.some((path) => differs(theirs, before, path)),
  }
}

/** The fields of a form by their paths. A list is one field. */
export const pathsIn = (values: object): string[] =>
  Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pathsIn(value).map((path) => `${name}.${path}`)
      : [name],
  )

/** A typed number is still its digits. */
function textAt(values: object, path: string): string {
  const value: unknown = get(values, path)
  return JSON.stringify(typeof value === 'number' ? String(value) : (value ?? null))
}
