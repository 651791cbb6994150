'use client'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { cx } from '../ui/cx'
import { useEarlyInput } from '../ui/use-early-input'
import { ErrorSummary } from './error-summary'
import { FieldLabels } from './field-labels'
import { focusFirstError } from './focus-field'
import { FormParts, pageFormClass } from './form-parts'
import { UnsavedGuard } from './unsaved-guard'
import { isSubmitKey, usePageKeys } from './whole-page'

export interface ZodFormProps<V extends FieldValues, Output> {
  form: UseFormReturn<V, unknown, Output>
  /** Throws or sets errors on the form when it fails; the form stays as typed. */
  onSubmit: (values: Output) => Promise<void>
  /** Ask before leaving with unsaved input. */
  isGuarded?: boolean
  /** Of a form that is all of its page: the page's header, under which the summary of errors stands, and the submit button. */
  header?: ReactNode
  submit?: ReactNode
  className?: string
  children: ReactNode
}

/**
 * The one form. ⌘↵ and Ctrl+↵ submit from anywhere in it, and on its page where it is all of that; while it is being sent
 * a second submit does nothing; what is wrong is summed up on top and the first wrong field gets the focus.
 */
export function ZodForm<V extends FieldValues, Output>(props: ZodFormProps<V, Output>) {
  const { form, onSubmit, isGuarded = true, header, submit: button, className, children } = props
  const isWholePage = header !== undefined
  const element = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  useEarlyInput(element)
  usePageKeys(element, isWholePage)
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
    // What is open over the form bubbles its keys through React up to here.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!isInside || !isSubmitKey(event.nativeEvent)) return
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
          className={cx(isWholePage && pageFormClass, className)}
        >
          <FormParts header={header} submit={button}>
            <ErrorSummary />
            {children}
          </FormParts>
        </form>
        {isGuarded && <UnsavedGuard />}
      </FieldLabels>
    </FormProvider>
  )
}
