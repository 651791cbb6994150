'use client'
import type { ReactNode, Ref } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { useIsHydrated } from '../hydrated'
import { cx } from '../cx'
import {
  fieldClass,
  FieldHelp,
  FieldLabel,
  type FieldProps,
  groupClass,
  inputClass,
  narrowClass,
} from './field'

interface FrameProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'isInvalid'>, FieldProps {
  children: ReactNode
}

/** The label above a box for text, and the help below it. A read-only text can be selected even when it is disabled. */
function Frame({ label, labelNote, hint, error, className, children, ...rest }: FrameProps) {
  return (
    <AriaTextField
      {...rest}
      isDisabled={rest.isDisabled && !rest.isReadOnly}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx(fieldClass, className)}
    >
      <FieldLabel note={labelNote}>{label}</FieldLabel>
      {children}
      <FieldHelp hint={hint} error={error} />
    </AriaTextField>
  )
}

export interface TextFieldProps extends Omit<FrameProps, 'children'> {
  placeholder?: string
  /** Use for identifiers and amounts in minor units. Nothing corrects their spelling. */
  isMono?: boolean
  /** For a few characters. */
  isNarrow?: boolean
  /** Content inside the box, before the text. */
  prefix?: ReactNode
  suffix?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

export function TextField({
  placeholder,
  isMono,
  isNarrow,
  prefix,
  suffix,
  inputRef,
  autoFocus,
  ...frame
}: TextFieldProps) {
  // The browser focuses a field of the server's HTML, unless a person has chosen another one. React Aria would do it
  // after hydration, in the middle of a word.
  const isHydrated = useIsHydrated()
  const isFocusedByBrowser = autoFocus && !isHydrated
  const mono = isMono && 'font-mono'
  const narrow = isNarrow && narrowClass
  return (
    <Frame spellCheck={isMono ? 'false' : undefined} {...frame} autoFocus={autoFocus && isHydrated}>
      {prefix || suffix ? (
        <Group className={cx(groupClass, narrow)}>
          {prefix}
          <Input
            ref={inputRef}
            autoFocus={isFocusedByBrowser}
            placeholder={placeholder}
            className={cx('w-full min-w-0 bg-transparent px-2.5 py-1.5 outline-none', mono)}
          />
          {suffix}
        </Group>
      ) : (
        <Input
          ref={inputRef}
          autoFocus={isFocusedByBrowser}
          placeholder={placeholder}
          className={cx(inputClass, narrow, mono)}
        />
      )}
    </Frame>
  )
}

export interface TextAreaProps extends Omit<FrameProps, 'children' | 'type' | 'autoFocus'> {
  placeholder?: string
  rows?: number
  isMono?: boolean
}

export function TextArea({ placeholder, rows = 3, isMono, ...frame }: TextAreaProps) {
  return (
    <Frame spellCheck={isMono ? 'false' : undefined} {...frame}>
      <AriaTextArea
        rows={rows}
        placeholder={placeholder}
        className={cx(inputClass, 'min-h-8 resize-y', isMono && 'font-mono')}
      />
    </Frame>
  )
}

export type NumberFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'>

/**
 * A text field for digits, with a numeric keyboard. Not React Aria's NumberField, which groups and parses by locale:
 * the gateway takes plain digits only. The schema reports other input.
 */
export function NumberField(props: NumberFieldProps) {
  return <TextField autoComplete="off" {...props} type="text" inputMode="numeric" />
}
