'use client'
import { useEffect } from 'react'

/** By field, what is said of a value that is refused; undefined where the schema says it as well. */
export type FieldReasons = Map<string, (value: unknown) => string | undefined>

const reasonsOfForm = new WeakMap<object, FieldReasons>()

/** Of the form with this control. */
export function keepReasons(control: object, reasons: FieldReasons): void {
  reasonsOfForm.set(control, reasons)
}

/**
 * Lets a field say why what it holds is refused, where that hangs on more than the value a schema judges. It becomes the
 * form's own error, so that the field and the summary say the same.
 */
export function useFieldReason(
  control: object,
  name: string,
  reasonOf: (value: unknown) => string | undefined,
): void {
  useEffect(() => {
    reasonsOfForm.get(control)?.set(name, reasonOf)
  })
}
