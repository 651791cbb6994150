'use client'
import type { Ref } from 'react'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { cx } from '../cx'
import { FieldHelp, fieldClass, FieldLabel, inputClass, type FieldProps } from './field'

export interface TextAreaProps
  extends Omit<AriaTextFieldProps, 'className' | 'children' | 'isInvalid' | 'type'>, FieldProps {
  placeholder?: string
  rows?: number
  isMono?: boolean
  inputRef?: Ref<HTMLTextAreaElement>
}

export function TextArea(props: TextAreaProps) {
  const { label, labelNote, hint, error, className, placeholder, rows = 3, isMono, inputRef, ...rest } = props
  return (
    <AriaTextField
      {...rest}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx(fieldClass, className)}
    >
      <FieldLabel note={labelNote}>{label}</FieldLabel>
      <AriaTextArea
        ref={inputRef}
        rows={rows}
        placeholder={placeholder}
        className={cx(inputClass, 'min-h-8 resize-y', isMono && 'font-mono')}
      />
      <FieldHelp hint={hint} error={error} />
    </AriaTextField>
  )
}
