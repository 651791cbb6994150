import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'

type Form<V extends FieldValues> = Pick<UseFormReturn<V>, 'getValues' | 'reset' | 'setValue'>

/** Marks the form's values as saved, so that the page can be left without a question. */
export const markSaved = <V extends FieldValues>(form: Pick<Form<V>, 'getValues' | 'reset'>): void =>
  form.reset(form.getValues())

interface Saving<V> {
  /** What the form held when it was sent. */
  sent: V
  /** What it holds now that it is saved. */
  saved: V
}

/** Puts the saved values into the form. Keeps text typed during the request, as unsaved. */
export function showSaved<V extends FieldValues>(form: Form<V>, { sent, saved }: Saving<V>): void {
  const yours = structuredClone(form.getValues())
  const { typed } = mergeSettings({ before: sent, theirs: saved, yours })
  form.reset(saved)
  for (const path of typed as FieldPath<V>[]) form.setValue(path, get(yours, path), { shouldDirty: true })
}

/** Whether the form still holds what was sent. */
export const isAsSent = <V extends FieldValues>(form: Pick<Form<V>, 'getValues'>, sent: V): boolean =>
  JSON.stringify(form.getValues()) === JSON.stringify(sent)

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
  /** Those of them that someone else changed to another value. */
  contested: string[]
  /** Whether someone else changed any field. */
  hasNews: boolean
}

/** Compares a form with what someone else saved meanwhile, field by field. */
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

/** Compares values as text: a form may hold a number as the digits that a person typed. */
function textAt(values: object, path: string): string {
  const value: unknown = get(values, path)
  return JSON.stringify(typeof value === 'number' ? String(value) : (value ?? null))
}
