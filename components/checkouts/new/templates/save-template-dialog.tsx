'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'
import { InputDialog } from '@/components/dialogs/input-dialog'
import { Checkbox, CheckboxGroup } from '@/components/ui/fields/checkbox'
import { Switch } from '@/components/ui/fields/switch'
import { TextField } from '@/components/ui/fields/text-field'
import { toast } from '@/components/ui/overlays/toast-store'
import type { CheckoutTemplate } from '@/lib/checkouts/template'
import { changeTemplate, createTemplate, templateKey } from '@/lib/checkouts/client'
import type { PageDefaults } from '@/lib/core/page-defaults'
import { shortName } from '@/lib/core/format/shortened'
import type { OwnAddresses } from '@/lib/checkouts/own-addresses'
import { formSectionFields } from '@/lib/checkouts/fields'
import { checkoutOf, type CheckoutValues, setAt, tokenField, valueAt } from '../values'

interface SaveTemplateDialogProps {
  shop: string
  values: CheckoutValues
  templates: readonly CheckoutTemplate[]
  addresses: OwnAddresses
  pageDefaults: PageDefaults
  onClose: () => void
}

/**
 * Holds the dialog's fields and saves the template. An existing name (in any case) overwrites that template.
 */
function useSaving(props: SaveTemplateDialogProps) {
  const { shop, values, templates, onClose } = props
  const t = useTranslations('checkoutTemplates')
  const issues = useTranslations('issues')
  const failureText = useFailureText()
  const client = useQueryClient()
  const { filled, usual } = partsOf(values, props)
  const [name, setName] = useState('')
  const [parts, setParts] = useState<readonly TemplatePart[]>(usual)
  const [isDefault, setIsDefault] = useState(false)
  const [error, setError] = useState<string>()
  const given = name.trim()
  const known = templates.find((template) => template.name.toLowerCase() === given.toLowerCase())
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const fields = templateFields(values, parts, props)
      const body = { name: given, fields, ...(isDefault && { is_default: true }) }
      return known ? changeTemplate(shop, known.id, body) : createTemplate(shop, body)
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: templateKey(shop) })
      toast(t('saved', { name: shortName(given) }))
      onClose()
    },
    onError: (failure) => setError(failureText(failure)),
  })
  return {
    name,
    rename: (text: string) => {
      setName(text)
      setError(undefined)
    },
    filled,
    parts,
    choose: (chosen: readonly string[]) => setParts(filled.filter((part) => chosen.includes(part))),
    isDefault,
    setIsDefault,
    error,
    isKnown: known !== undefined,
    isDirty: given !== '' || isDefault || !isSame(parts, usual),
    isPending,
    save: () => {
      if (given === '') setError(issues('blank'))
      else mutate()
    },
  }
}

/** Saves parts of the form as a template for the whole shop. */
export default function SaveTemplateDialog(props: SaveTemplateDialogProps) {
  const t = useTranslations('checkoutTemplates')
  const saving = useSaving(props)
  return (
    <InputDialog
      title={t('saveTitle')}
      submitLabel={saving.isKnown ? t('replace') : t('save')}
      isPending={saving.isPending}
      isDirty={saving.isDirty}
      onSubmit={saving.save}
      onClose={props.onClose}
      className="grid gap-3.5"
    >
      <TextField
        autoFocus
        maxLength={80}
        label={t('name')}
        hint={saving.isKnown ? t('replaces') : undefined}
        error={saving.error}
        value={saving.name}
        onChange={saving.rename}
      />
      <CheckboxGroup label={t('parts')} hint={t('noCard')} value={[...saving.parts]} onChange={saving.choose}>
        {saving.filled.map((part) => (
          <Checkbox key={part} value={part}>
            {t(`part.${part}`)}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <Switch isSelected={saving.isDefault} onChange={saving.setIsDefault} hint={t('makeDefaultHint')}>
        {t('makeDefault')}
      </Switch>
    </InputDialog>
  )
}

const { details, after, page, methods, contract, travel, more } = formSectionFields

/** The parts of a form that a template can contain. None contains card data. */
export const templateParts = {
  order: ['transaction_type', 'order.currency', 'order.description', 'attempts'],
  amount: ['order.amount'],
  once: ['order.tracking_id', 'order.expired_at'],
  customer: ['customer.email', ...details],
  after,
  page,
  methods: methods.filter((path) => path !== tokenField),
  contract,
  travel,
  more,
} as const satisfies Record<string, readonly string[]>
type TemplatePart = keyof typeof templateParts
const names = Object.keys(templateParts) as TemplatePart[]

/** Parts that usually belong to a single checkout, so templates do not preselect them. */
const oneOffParts: readonly TemplatePart[] = ['once', 'customer']

/** Values that the form sets itself. */
type FilledIn = Pick<SaveTemplateDialogProps, 'addresses' | 'pageDefaults'>

/** Returns the checkout without what the form fills in automatically: it may be different by then. */
function withoutFilledIn(
  values: CheckoutValues,
  { addresses, pageDefaults }: FilledIn,
): Record<string, unknown> {
  const checkout = checkoutOf(values, { isWhole: true })
  const { visible, read_only: readOnly, ...texts } = pageDefaults
  const filledIn = {
    notification_url: addresses.notification,
    verification_url: addresses.verification,
    ...texts,
    'customer_fields.visible': visible,
    'customer_fields.read_only': readOnly,
  }
  for (const [name, value] of Object.entries(filledIn)) {
    const path = `settings.${name}`
    if (isSame(valueAt(checkout, path), value)) setAt(checkout, path, undefined)
  }
  return checkout
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the parts in which something is set, and those of them that a template usually contains. */
export function partsOf(values: CheckoutValues, filledIn: FilledIn) {
  const own = withoutFilledIn(values, filledIn)
  const filled = names.filter((name) => templateParts[name].some((path) => valueAt(own, path) !== undefined))
  return { filled, usual: filled.filter((name) => !oneOffParts.includes(name)) }
}

export function templateFields(
  values: CheckoutValues,
  parts: readonly TemplatePart[],
  filledIn: FilledIn,
): Record<string, unknown> {
  const own = withoutFilledIn(values, filledIn)
  const fields: Record<string, unknown> = {}
  for (const path of parts.flatMap((name): readonly string[] => templateParts[name])) {
    const value = valueAt(own, path)
    if (value !== undefined) setAt(fields, path, value)
  }
  // Without its currency, an amount would take the form's and be another amount.
  if (valueAt(fields, 'order.amount') !== undefined)
    setAt(fields, 'order.currency', valueAt(own, 'order.currency'))
  return fields
}
