'use client'
import { TriangleAlert } from 'lucide-react'
import { type RefObject, useContext, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import { type ListedError, listErrors } from './error-list'
import { FieldLabels } from './field-labels'
import { focusField, listOf } from './focus-field'
import { unsentOf } from './unsent'

/**
 * What is wrong, all in one place, after a submit failed. Each line leads to its field; where nothing is wrong with what
 * was typed, it can be sent as it is once more.
 */
export function ErrorSummary() {
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
