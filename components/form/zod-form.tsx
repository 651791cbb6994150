'use client'
import { TriangleAlert } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useRef,
  useState,
  type RefObject,
  useContext,
  useEffect,
} from 'react'
import {
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useFormContext,
  useFormState,
  type FieldErrors,
} from 'react-hook-form'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { CopyButton } from '@/components/ui/text/copy-button'
import { useEarlyInput } from '@/components/ui/press/use-early-input'
import { FieldLabels, hasHalfFilled, ReadOnlyForm } from './field-registry'
import { focusFirstError, focusField, listOf } from './focus-field'
import { UnsavedGuard } from './drafts/unsaved-guard'
import { formErrorTypeOf } from './submitting/use-submit-failure'
import { isSubmitKey, usePageKeys, WholePage } from './submitting/submit-button'

/**
 * Sends `values`, which the schema made of `sent`, the form's own values. Throws or sets errors on the form when it
 * fails; the form keeps its input.
 */
export type OnSubmit<V extends FieldValues, Output> = (values: Output, sent: V) => Promise<unknown>

interface ZodFormProps<V extends FieldValues, Output> {
  form: UseFormReturn<V, unknown, Output>
  onSubmit: OnSubmit<V, Output>
  isGuarded?: boolean
  /** Fields show their values and cannot be changed; nothing is sent. */
  isReadOnly?: boolean
  /** For a form that is its whole page: the page header, with the error summary below it, and the submit button. */
  header?: ReactNode
  submit?: ReactNode
  className?: string
  children: ReactNode
}

/** The forms on the page, by their control. */
const shown = new WeakMap<object, { element: HTMLFormElement; isSending: boolean }>()

/** Submits a form as its button does, after a question was answered. */
export const submitForm = ({ control }: { control: object }): void =>
  shown.get(control)?.element.requestSubmit()

/** Hands the valid input of a form to `onSubmit`, or focuses the first invalid field. Does nothing while sending. */
export async function submitTo<V extends FieldValues, Output>(
  form: UseFormReturn<V, unknown, Output>,
  onSubmit: OnSubmit<V, Output>,
  event?: SyntheticEvent,
): Promise<void> {
  const state = shown.get(form.control)
  if (!state || state.isSending) return
  state.isSending = true
  try {
    const sent = structuredClone(form.getValues())
    await form.handleSubmit((values) => onSubmit(values, sent))(event)
  } finally {
    state.isSending = false
    focusFirstError(state.element)
  }
}

/**
 * The base of every form. ⌘↵ and Ctrl+↵ submit from anywhere in it, and from anywhere on the page of a whole-page form.
 * Ignores a second submit while sending. Sums up errors at the top and focuses the first invalid field.
 */
export function ZodForm<V extends FieldValues, Output>(props: ZodFormProps<V, Output>) {
  const { form, onSubmit, isGuarded = true, isReadOnly = false, className, children } = props
  const { header, submit: button } = props
  const isWholePage = header !== undefined
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (element.current) shown.set(form.control, { element: element.current, isSending: false })
  }, [form.control])
  useEarlyInput(element)
  usePageKeys(element, isWholePage)
  const [labels] = useState(() => new Map<string, string>())

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    // A dialog with its own form bubbles its submit event through React to this form.
    if (event.target === element.current && !isReadOnly) void submitTo(form, onSubmit, event)
  }
  // While capturing: a segment of a date keeps its keys to itself, and a button would be pressed too.
  function onKeyDownCapture(event: KeyboardEvent) {
    // Overlays opened from the form bubble their key events through React.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!isInside || !isSubmitKey(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    keepDate()
    element.current?.requestSubmit()
  }

  return (
    <FormProvider {...form}>
      <FieldLabels value={labels}>
        <form
          ref={element}
          // Before hydration a press would send the fields as a GET, with a card number or a password in the address.
          // Outside a dialog this method sends nothing.
          method="dialog"
          noValidate
          onSubmit={submit}
          onKeyDownCapture={onKeyDownCapture}
          className={cx(isWholePage && pageFormClass, className)}
        >
          <FormParts header={header} submit={button}>
            <ErrorSummary />
            <ReadOnlyForm value={isReadOnly}>{children}</ReadOnlyForm>
          </FormParts>
        </form>
        {isGuarded && <FormGuard />}
      </FieldLabels>
    </FormProvider>
  )
}

/**
 * A form that saved calls `reset` and is no longer dirty. It is still dirty while sending: a refusal keeps the input.
 */
function FormGuard() {
  const { isDirty, isSubmitting } = useFormState()
  const { control } = useFormContext()
  return (
    <UnsavedGuard isDirty={isDirty} isHalfFilled={() => hasHalfFilled(control)} isSending={isSubmitting} />
  )
}

/**
 * Changes the date that has the focus to a day that exists, as leaving it does: until then the form holds the previous
 * one.
 */
function keepDate() {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || activeElement.role !== 'spinbutton') return
  flushSync(() => activeElement.blur())
  activeElement.focus()
}

const pageFormClass = 'md:grid md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-2'

interface FormPartsProps {
  header?: ReactNode
  submit?: ReactNode
  children: ReactNode
}

/**
 * The content of a form. A whole-page form, with {@link pageFormClass}, has its submit button on the header's line or,
 * on a phone, at the foot of the screen. In tab order the button follows the last field.
 */
function FormParts({ header, submit, children }: FormPartsProps) {
  if (header === undefined) return children
  return (
    <WholePage value>
      <div className="min-w-0">{header}</div>
      <div className="min-w-0 md:col-span-full md:row-start-2">{children}</div>
      <div className="max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-3 max-md:mt-3 max-md:-mb-10 max-md:flex max-md:border-t max-md:bg-surface max-md:px-3 max-md:py-2.5 max-md:*:flex-1 md:col-start-2 md:row-start-1 md:mb-3.5 md:self-end">
        {submit}
      </div>
    </WholePage>
  )
}

/**
 * Lists all errors after a failed submit. Each line links to its field. When the input is valid, offers to send it
 * again.
 */
function ErrorSummary() {
  const { errors, submitCount, isSubmitting } = useFormState()
  const { control } = useFormContext()
  const t = useTranslations('form')
  const words = useTranslations('common')
  const reference = errors.root?.reference?.message
  const box = useRef<HTMLDivElement>(null)
  const list = listErrors(errors, fieldsOf(control))
  if (list.length === 0 || submitCount === 0 || isSubmitting) return null
  const unsent = list.length === 1 ? formErrorTypeOf(errors.root?.server?.type) : undefined
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      data-error-summary=""
      className="mb-4 flex gap-2.5 rounded-md border border-danger/40 bg-danger-weak px-4 py-3 text-md/5"
    >
      <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold text-danger">
          {unsent ? t(unsent) : t('summary', { count: list.length })}
        </p>
        <ul className="mt-1 flex flex-col gap-0.5">
          {list.map((error) => (
            <li key={error.name + error.message}>
              <ErrorLine error={error} box={box} />
            </li>
          ))}
        </ul>
        {reference !== undefined && (
          <CopyButton size="sm" className="mt-3 me-2" text={reference} label={words('copyReference')} />
        )}
        {unsent && (
          <Button size="sm" type="submit" className="mt-3">
            {t('tryAgain')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface ErrorLineProps {
  error: ListedError
  box: RefObject<HTMLElement | null>
}

function ErrorLine({ error: { name, message }, box }: ErrorLineProps) {
  const labels = useContext(FieldLabels)
  if (name === '') return message
  return (
    <button
      type="button"
      className="min-h-6 text-start underline underline-offset-2"
      onClick={() => focusField(box.current?.closest('form') ?? null, name)}
    >
      {labels?.get(name) ?? labels?.get(listOf(name)) ?? name}: {message}
    </button>
  )
}

interface ListedError {
  /** Dotted path; empty for an error of the whole form. */
  name: string
  message: string
}

/** The names of a form's fields in the order of the page. */
const fieldsOf = (control: object): string[] =>
  [...(shown.get(control)?.element.querySelectorAll<HTMLElement>('[data-field]') ?? [])].map(
    ({ dataset }) => dataset.field ?? '',
  )

/** Flattens the errors of a form: those of the whole form, then those of `fields` in their order, then others. */
export function listErrors(errors: FieldErrors, fields: readonly string[]): ListedError[] {
  const found: ListedError[] = []
  collect(errors, '', found)
  const names = ['', ...fields]
  const placeOf = ({ name }: ListedError) => {
    const place = Math.max(names.indexOf(name), names.indexOf(listOf(name)))
    return place === -1 ? names.length : place
  }
  return found.sort((a, b) => placeOf(a) - placeOf(b))
}

function collect(node: object, path: string, into: ListedError[]): void {
  for (const [key, value] of Object.entries<unknown>({ ...node })) {
    if (typeof value !== 'object' || value === null) continue
    const name = path ? `${path}.${key}` : key
    // Shown as a button beside the errors.
    if (name === 'root.reference') continue
    if ('message' in value && typeof value.message === 'string') {
      into.push({ name: name === 'root' || name.startsWith('root.') ? '' : name, message: value.message })
    } else if (key !== 'ref') {
      collect(value, name, into)
    }
  }
}
