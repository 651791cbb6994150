'use client'
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useRef,
  useState,
  type RefObject,
  useContext,
} from 'react'
import {
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useFormState,
  type FieldErrors,
} from 'react-hook-form'
import { cx } from '@/components/ui/cx'
import { useEarlyInput } from '@/components/ui/use-early-input'
import { FieldLabels } from './field-labels'
import { focusFirstError, focusField, listOf } from './focus-field'
import { UnsavedGuard } from './unsaved-guard'
import { isSubmitKey, usePageKeys, WholePage } from './whole-page'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { unsentOf } from './unsent'

interface ZodFormProps<V extends FieldValues, Output> {
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

const pageFormClass = 'md:grid md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-2'

interface FormPartsProps {
  /** Of the page that the form is all of. */
  header?: ReactNode
  /** Its submit button. */
  submit?: ReactNode
  children: ReactNode
}

/**
 * What is in a form; of one that is all of its page, in a form of {@link pageFormClass}, with the submit button in the
 * header's line, on a phone at the foot of the screen. The keyboard comes to it after the last field, to where that
 * leads.
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
 * What is wrong, all in one place, after a submit failed. Each line leads to its field; where nothing is wrong with what
 * was typed, it can be sent as it is once more.
 */
function ErrorSummary() {
  const { errors, submitCount, isSubmitting } = useFormState()
  const t = useTranslations('form')
  const box = useRef<HTMLDivElement>(null)
  const list = listErrors(errors)
  if (list.length === 0 || submitCount === 0 || isSubmitting) return null
  const unsent = list.length === 1 ? unsentOf(errors.root?.server?.type) : undefined
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
  /** Dotted path; empty for what concerns the form as a whole. */
  name: string
  message: string
}

/** The errors of a form as a flat list, those of the form as a whole first. */
export function listErrors(errors: FieldErrors): ListedError[] {
  const found: ListedError[] = []
  collect(errors, '', found)
  return found.sort((a, b) => Number(a.name !== '') - Number(b.name !== ''))
}

function collect(node: object, path: string, into: ListedError[]): void {
  for (const [key, value] of Object.entries<unknown>({ ...node })) {
    if (typeof value !== 'object' || value === null) continue
    const name = path ? `${path}.${key}` : key
    if ('message' in value && typeof value.message === 'string') {
      into.push({ name: name === 'root' || name.startsWith('root.') ? '' : name, message: value.message })
    } else if (key !== 'ref') {
      collect(value, name, into)
    }
  }
}
