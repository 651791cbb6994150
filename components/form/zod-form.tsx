'use client'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { useEarlyInput } from '../ui/use-early-input'
import { ErrorSummary } from './error-summary'
import { FieldLabels } from './field-labels'
import { focusFirstError } from './focus-field'
import { UnsavedGuard } from './unsaved-guard'

export interface ZodFormProps<V extends FieldValues, Output> {
  form: UseFormReturn<V, unknown, Output>
  /** Throws or sets errors on the form when it fails; the form stays as typed. */
  onSubmit: (values: Output) => Promise<void>
  /** Ask before leaving with unsaved input. */
  isGuarded?: boolean
  /** The page's header with the submit button; the summary of errors stands under it. */
  header?: ReactNode
  className?: string
  children: ReactNode
}

/**
 * The one form. ⌘↵ and Ctrl+↵ submit from anywhere in it; while it is being sent a second submit does nothing; what is
 * wrong is summed up on top and the first wrong field gets the focus.
 */
export function ZodForm<V extends FieldValues, Output>(props: ZodFormProps<V, Output>) {
  const { form, onSubmit, isGuarded = true, header, className, children } = props
  const element = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  useEarlyInput(element)
  const [labels] = useState(() => new Map<string, string>())

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    // A dialog with a form of its own bubbles its submit through React up to here.
    if (event.target !== element.current || isSending.current) return
    isSending.current = true
    try {
      await form.handleSubmit(onSubmit)(event)
    } finally {
      isSending.current = false
      focusFirstError(element.current)
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    element.current?.requestSubmit()
  }

  return (
    <FormProvider {...form}>
      <FieldLabels value={labels}>
        <form
          ref={element}
          // Before the page has come alive a press would send the fields as a GET, a card number or a password
          // into the address. Outside a dialog this method sends nothing.
          method="dialog"
          noValidate
          onSubmit={(event) => void submit(event)}
          onKeyDown={onKeyDown}
          className={className}
        >
          {header}
          <ErrorSummary />
          {children}
        </form>
        {isGuarded && <UnsavedGuard />}
      </FieldLabels>
    </FormProvider>
  )
}
