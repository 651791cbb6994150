'use client'
import { useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Modal'
import { useTranslations } from 'use-intl'
import { focusContent } from '@/components/form/focus-field'
import { TypedMoneyField } from '@/components/form/fields/typed-money-field'
import { useMoneyProblem, useTypedMoney } from '@/components/form/fields/money-text'
import { AgainIn, useCountdown } from '@/components/time/again-in'
import { useMoney } from '@/components/money/use-money'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { NumberField } from '@/components/ui/fields/text-field'
import { Popover } from '@/components/ui/overlays/popover'
import type { ProductListItem } from '@/lib/products/schema'
import { minorUnitExponent } from '@/lib/gateway/values/minor-units'
import { ApiError } from '@/lib/core/api/http'
import { usePriceOnLink } from '../edit/price-question'
import type { QuickField } from './actions'
import {
  changeBetween,
  type StoredValues,
  storedValues,
  useHeldText,
  useQuickChange,
  valuesAfterConflict,
} from './use-quick-change'

interface QuickEditProps {
  shop: string
  product: ProductListItem
  field: QuickField
  anchor: HTMLElement
  onClose: () => void
}

/** Loaded on intent. */
export default function QuickEdit(props: QuickEditProps) {
  const { product, field, anchor, onClose } = props
  const t = useTranslations('products.list')
  const trigger = useRef(anchor)
  const isTypedRef = useRef(false)
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement="bottom end"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      // A press beside it would lose what was typed. Escape cancels on purpose.
      shouldCloseOnInteractOutside={() => !isTypedRef.current}
      className="w-72 p-3"
    >
      <Dialog
        aria-label={t(field === 'price' ? 'changePriceOf' : 'changeStockOf', {
          name: product.name ?? product.id,
        })}
        className="outline-none"
      >
        <div onInput={() => (isTypedRef.current = true)}>
          <QuickForm {...props} />
        </div>
      </Dialog>
    </Popover>
  )
}

function QuickForm({ shop, product, field, onClose }: QuickEditProps) {
  const t = useTranslations('products.list')
  const common = useTranslations('common')
  const [before, setBefore] = useState(() => storedValues(product))
  // The typed value; null while it is invalid.
  const [to, setTo] = useState<StoredValues | null>(before)
  const [hasTriedToSave, setHasTriedToSave] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  // Whether the person was asked about a price on a link that may have been shared. Asked once, even if the link is not
  // payable now.
  const [isAsked, setIsAsked] = useState(false)
  const onLink = usePriceOnLink(product)
  const [waiting, wait] = useCountdown()
  const change = useQuickChange(shop)
  const textOf = useHeldText()

  async function save(form: HTMLFormElement) {
    setHasTriedToSave(true)
    if (!to) return focusContent(form.querySelector<HTMLElement>('input[inputmode]'))
    if (isPending) return
    const isShown = field === 'price' && product.pay_url !== null && changeBetween(field, before, to) !== null
    if (isShown && !isAsked) return setIsAsked(true)
    setIsPending(true)
    try {
      await change({ product, field, before }, to)
      onClose()
    } catch (error) {
      setIsPending(false)
      if (!(error instanceof ApiError)) return setFailure(t('unreachable'))
      wait(Math.ceil(error.retryAfter ?? 0))
      if (error.code === 'unconfirmed') return setFailure(t('perhapsChanged'))
      if (error.code !== 'conflict') return setFailure(error.errors[field]?.[0] ?? error.message)
      const now = valuesAfterConflict(before, error.current)
      const value = textOf(field, now)
      setBefore(now)
      setFailure(value === null ? t('goneNow') : t('conflict', { value }))
    }
  }
  const Field = field === 'price' ? PriceField : StockField
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(event.currentTarget)
      }}
    >
      <Field held={before} hasTriedToSave={hasTriedToSave} onChange={setTo} />
      {isAsked && (
        <p role="alert" className="mt-2 text-sm text-warn">
          {onLink}
        </p>
      )}
      {failure && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failure}
        </p>
      )}
      <p className="text-sm text-danger">
        <AgainIn seconds={waiting} />
      </p>
      <div className="mt-3 flex justify-end gap-2">
        <Button size="sm" onPress={onClose}>
          {common('cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary" isPending={isPending}>
          {t(isAsked ? 'changeIt' : 'save')}
        </Button>
      </div>
    </form>
  )
}

interface ValueFieldProps {
  held: StoredValues
  /** Whether the person has tried to save. Only then are errors shown. */
  hasTriedToSave: boolean
  /** Called with null while the typed value is invalid. */
  onChange: (to: StoredValues | null) => void
}

function PriceField({ held, hasTriedToSave, onChange }: ValueFieldProps) {
  const t = useTranslations()
  const { overrides } = useMoney()
  const problemOf = useMoneyProblem()
  const currency = held.currency ?? ''
  const exponent = minorUnitExponent(currency, overrides)
  const typed = useTypedMoney({
    currency,
    exponent,
    start: held.amount,
    onChange: (amount) => onChange(isPrice(amount) ? { ...held, amount } : null),
  })
  const problem = () => {
    if (typed.value === undefined) return t('issues.blank')
    return problemOf(typed.meaning, typed.unit) ?? t('issues.must_be_positive')
  }
  return (
    <TypedMoneyField
      autoFocus
      inputRef={selectAll}
      typed={typed}
      label={t('products.label.amount')}
      error={hasTriedToSave && !isPrice(typed.value) ? problem() : undefined}
      currency={<span className="px-2.5 text-sm text-muted">{currency}</span>}
    />
  )
}

const isPrice = (amount: unknown): amount is number => typeof amount === 'number' && amount > 0

function StockField({ held, hasTriedToSave, onChange }: ValueFieldProps) {
  const t = useTranslations()
  const [isUnlimited, setIsUnlimited] = useState(held.infinite === true)
  const [text, setText] = useState(() => (held.quantity === null ? '' : String(held.quantity)))
  const quantity = quantityOf(text)

  function tell(isNowUnlimited: boolean, typed: string) {
    setIsUnlimited(isNowUnlimited)
    setText(typed)
    const next = quantityOf(typed)
    if (isNowUnlimited) onChange({ ...held, infinite: true, quantity: null })
    else onChange(next === null ? null : { ...held, infinite: false, quantity: next })
  }
  return (
    <div className="grid gap-2">
      <Checkbox isSelected={isUnlimited} onChange={(isOn) => tell(isOn, text)}>
        {t('products.label.infinite')}
      </Checkbox>
      {!isUnlimited && (
        <NumberField
          autoFocus
          inputRef={selectAll}
          label={t('products.quantity')}
          value={text}
          error={
            hasTriedToSave && quantity === null
              ? t(`issues.${text.trim() === '' ? 'blank' : 'not_a_number'}`)
              : undefined
          }
          onChange={(next) => tell(false, next)}
        />
      )}
    </div>
  )
}

/** Parses a whole number of at most nine digits. */
const quantityOf = (text: string): number | null =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : null

/** Selects the text once, when the input mounts, because typing usually replaces it. */
function selectAll(input: HTMLInputElement | null) {
  input?.select()
}
