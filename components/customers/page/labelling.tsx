'use client'
import { X } from 'lucide-react'
import type { Route } from 'next'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { TextField } from '@/components/ui/fields/text-field'
import { type CustomerChange, type CustomerDetail, labelLength, maxLabels } from '@/lib/customers/schema'
import { queryString } from '@/lib/core/client/query-string'
import { changeCustomer } from '@/lib/customers/client'
import { Link } from '@/components/ui/link'
import { useCustomerChange, useCustomerFailureText } from './use-customer'

interface LabellingProps {
  shop: string
  customer: CustomerDetail
}

type LabelChange = Pick<CustomerChange, 'added_labels' | 'removed_labels'>

/** Edits a customer's labels, saved at once. Each label links to all customers with it. */
export function Labelling({ shop, customer: { id, labels, anonymised } }: LabellingProps) {
  const t = useTranslations('customers.labelling')
  const failureText = useCustomerFailureText()
  const list = useRef<HTMLUListElement>(null)
  const mayChange = useMay('customers.annotate') && !anonymised
  // Only what changes: colleagues may change other labels meanwhile.
  const change = useCustomerChange(shop, id, (next: LabelChange) => changeCustomer(shop, id, next))
  if (labels.length === 0 && !mayChange) return null

  function remove(label: string) {
    if (change.isPending) return
    change.mutate({ removed_labels: [label] })
    // The pressed button is about to disappear.
    list.current?.focus()
  }
  return (
    <Card>
      <Section title={t('title')}>
        {labels.length === 0 && <p className="text-md text-muted">{t('none')}</p>}
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={t('title')}
          className="flex flex-wrap gap-1.5 rounded-sm outline-offset-2 outline-accent focus-visible:outline-2"
        >
          {labels.map((label) => (
            <li
              key={label}
              className="inline-flex max-w-full min-w-0 items-center rounded-full border bg-sunken text-xs font-medium"
            >
              <Link
                href={`/shops/${shop}/customers${queryString({ label: [label] })}` as Route}
                aria-label={t('show', { label })}
                className="min-h-6 truncate rounded-full px-2.5 leading-6 hover:underline"
              >
                <bdi>{label}</bdi>
              </Link>
              {mayChange && (
                <button
                  type="button"
                  aria-label={t('remove', { label })}
                  aria-disabled={change.isPending || undefined}
                  onClick={() => remove(label)}
                  className="-ms-1 grid size-6 shrink-0 place-items-center rounded-full text-muted hover:bg-border hover:text-text"
                >
                  <X aria-hidden size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
        {mayChange && (
          <AddLabel
            labels={labels}
            isPending={change.isPending}
            onAdd={(added) => change.mutateAsync({ added_labels: added })}
          />
        )}
        {change.isError && (
          <p role="alert" className="mt-1.5 text-sm text-danger">
            {t('failed', { reason: failureText(change.error) })}
          </p>
        )}
      </Section>
    </Card>
  )
}

interface AddLabelProps {
  labels: readonly string[]
  isPending: boolean
  onAdd: (labels: string[]) => Promise<unknown>
}

function AddLabel({ labels, isPending, onAdd }: AddLabelProps) {
  const t = useTranslations('customers.labelling')
  const [text, setText] = useState('')
  const [error, setError] = useState<LabelError>()

  function add() {
    const next = withTyped(labels, text)
    if (typeof next === 'string') return setError(next)
    if (isPending) return
    // A failed change keeps the typed text and shows the error next to it. Text typed meanwhile stays too.
    onAdd(next.filter((label) => !labels.includes(label))).then(
      () => setText((typed) => (typed === text ? '' : typed)),
      () => {},
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
      className="mt-3"
    >
      {/* Once sent, it is not lost by leaving. */}
      <UnsavedGuard isDirty={text.trim() !== '' && !isPending} />
      <TextField
        label={t('add')}
        hint={t('hint')}
        autoComplete="off"
        value={text}
        error={error && t(error)}
        onChange={(next) => {
          setText(next)
          setError(undefined)
        }}
        suffix={
          <Button type="submit" size="sm" variant="ghost" className="me-1" isPending={isPending}>
            {t('addButton')}
          </Button>
        }
      />
    </form>
  )
}

type LabelError = 'missing' | 'present' | 'tooLong' | 'tooMany'

/** Returns the labels with the typed, comma-separated ones added, or the reason why they cannot be added. */
export function withTyped(labels: readonly string[], typed: string): string[] | LabelError {
  const added = typed
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)
  if (added.length === 0) return 'missing'
  if (added.every((label) => labels.includes(label))) return 'present'
  if (added.some((label) => label.length > labelLength)) return 'tooLong'
  const all = [...new Set([...labels, ...added])]
  return all.length > maxLabels ? 'tooMany' : all
}
