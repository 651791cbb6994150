import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

type Settable<V extends FieldValues> = Pick<UseFormReturn<V, unknown, unknown>, 'setError' | 'getValues'>

/**
 * Puts what the server or the gateway rejected onto the fields it names, in its own words. What names no field of this
 * form goes to the summary, so that nothing said is lost.
 * @returns whether every complaint has found its field.
 */
export function applyServerErrors<V extends FieldValues>(
  form: Settable<V>,
  errors: Record<string, string[]>,
): boolean {
  const values: Record<string, unknown> = form.getValues()
  const homeless: string[] = []
  for (const [field, messages] of Object.entries(errors)) {
    const message = messages.join(' ')
    if (isField<V>(field, values)) form.setError(field, { type: 'server', message })
    else homeless.push(field === 'base' ? message : `${field}: ${message}`)
  }
  if (homeless.length > 0) form.setError('root.server', { type: 'server', message: homeless.join(' ') })
  return homeless.length === 0 && Object.keys(errors).length > 0
}

function isField<V extends FieldValues>(
  field: string,
  values: Record<string, unknown>,
): field is FieldPath<V> {
  return (field.split('.')[0] ?? '') in values
}
