/** One value per field. */
export const byField = <Field extends string, Value>(
  fields: readonly Field[],
  valueOf: (field: Field) => Value,
) => Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as Record<Field, Value>
