import type { ReactNode } from 'react'
import { cx } from '../cx'
import { fieldClass, fieldTextClass, type FieldProps } from './field'

type PlainFieldProps = Omit<FieldProps, 'label' | 'labelNote'> & {
  id: string
  /** The field's name, by which the error summary finds it. */
  'data-field'?: string
  children: ReactNode
}

/** The frame of a native control: looks like React Aria's fields, without its code. */
export function PlainField({ id, hint, error, className, children, ...rest }: PlainFieldProps) {
  return (
    <div
      data-field={rest['data-field']}
      data-invalid={error ? '' : undefined}
      className={cx(fieldClass, 'group', className)}
    >
      {children}
      {hint && (
        <span id={`${id}-hint`} className={fieldTextClass.hint}>
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className={fieldTextClass.error}>
          {error}
        </span>
      )}
    </div>
  )
}

/** Returns `aria-describedby` for the control in a {@link PlainField}. */
export const describedBy = (
  id: string,
  { hint, error }: Pick<FieldProps, 'hint' | 'error'>,
): string | undefined => [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

export const PlainLabel = ({ label, labelNote }: Pick<FieldProps, 'label' | 'labelNote'>) => (
  <>
    {label}
    {labelNote && <span className={fieldTextClass.note}> {labelNote}</span>}
  </>
)
