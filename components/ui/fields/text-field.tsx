'use client'
import type { ReactNode, Ref } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { cx } from '../cx'
import { FieldHelp, fieldClass, FieldLabel, groupClass, inputClass, type FieldProps } from './field'

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'className' | 'children' | 'isInvalid'>, FieldProps {
  placeholder?: string
  /** Use for identifiers and amounts in minor units. */
  isMono?: boolean
  /** Content inside the box, before the text. */
  prefix?: ReactNode
  suffix?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { label, labelNote, hint, error, className, placeholder, isMono, prefix, suffix, inputRef, ...rest } =
    props
  const mono = isMono && 'font-mono'
  return (
    <AriaTextField
      {...rest}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx(fieldClass, className)}
    >
      <FieldLabel note={labelNote}>{label}</FieldLabel>
      {prefix || suffix ? (
        <Group className={groupClass}>
          {prefix}
          <Input
            ref={inputRef}
            placeholder={placeholder}
            className={cx('w-full min-w-0 bg-transparent px-2.5 py-1.5 outline-none', mono)}
          />
          {suffix}
        </Group>
      ) : (
        <Input ref={inputRef} placeholder={placeholder} className={cx(inputClass, mono)} />
      )}
      <FieldHelp hint={hint} error={error} />
    </AriaTextField>
  )
}
