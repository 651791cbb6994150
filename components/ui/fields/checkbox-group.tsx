'use client'
import type { ReactNode } from 'react'
import {
  CheckboxGroup as AriaCheckboxGroup,
  type CheckboxGroupProps as AriaCheckboxGroupProps,
} from 'react-aria-components/CheckboxGroup'
import { cx } from '../cx'
import { FieldHelp, fieldClass, FieldLabel, type FieldProps } from './field'

export interface CheckboxGroupProps
  extends Omit<AriaCheckboxGroupProps, 'className' | 'children' | 'isInvalid'>, FieldProps {
  /** <Checkbox value="…"> elements. */
  children: ReactNode
  /** Layout classes; stacked by default. */
  layout?: string
}

export function CheckboxGroup(props: CheckboxGroupProps) {
  const {
    label,
    labelNote,
    hint,
    error,
    className,
    children,
    layout = 'flex flex-col gap-1',
    ...rest
  } = props
  return (
    <AriaCheckboxGroup
      {...rest}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx(fieldClass, className)}
    >
      <FieldLabel note={labelNote}>{label}</FieldLabel>
      <div className={layout}>{children}</div>
      <FieldHelp hint={hint} error={error} />
    </AriaCheckboxGroup>
  )
}
