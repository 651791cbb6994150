'use client'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { FormTextArea, FormTextField } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { toast } from '@/components/ui/overlays/toast-store'
import {
  type CustomerChange,
  type CustomerDetail,
  type LocalContact,
  localContact,
} from '@/lib/customers/schema'
import { ApiError } from '@/lib/core/api/http'
import { changeCustomer } from '@/lib/customers/client'
import { useCustomerChange, type Reveal } from './use-customer'

interface ContactDialogProps {
  shop: string
  customer: CustomerDetail
  reveal: Reveal
  onClose: () => void
}

/** Corrects contact details, locally only. Loaded on intent. */
export default function ContactDialog({ shop, customer, reveal, onClose }: ContactDialogProps) {
  const t = useTranslations('customers.contact')
  const details = useTranslations('customers.details')
  const showFailure = useSubmitFailure()
  const { contact, email, phone, address } = reveal.personal
  const change = useCustomerChange(shop, customer.id, (next: CustomerChange) =>
    changeCustomer(shop, customer.id, next),
  )
  const [opened] = useState({
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    address: contact.address ?? '',
  })
  // What a colleague corrected meanwhile is added once this dialog has shown it.
  const [seen, setSeen] = useState<LocalContact>(opened)
  const prepare = useCallback((values: LocalContact) => changedContact(seen, values), [seen])
  const form = useZodForm(localContact, { defaultValues: opened, prepare })
  const hint = (there: string | null) => (there ? t('hint', { value: there }) : undefined)

  async function submit(next: LocalContact) {
    try {
      await change.mutateAsync({ contact: next, expect: seen })
    } catch (error) {
      const others = correctedSince(error)
      if (Object.keys(others).length === 0) return showFailure(form, error)
      setSeen({ ...seen, ...others })
      for (const field of fields.filter((one) => one in others)) {
        const value = others[field]
        form.setError(field, { type: 'server', message: value ? t('changed', { value }) : t('removed') })
      }
      return
    }
    reveal.correct(next)
    toast(t('saved'))
    onClose()
  }
  return (
    <FormDialog form={form} title={t('title')} submitLabel={t('save')} onSubmit={submit} onClose={onClose}>
      <p className="text-md text-muted">{t('text')}</p>
      <FormTextField
        autoFocus
        control={form.control}
        name="email"
        type="email"
        autoComplete="off"
        label={details('email')}
        hint={hint(email)}
      />
      <FormTextField
        control={form.control}
        name="phone"
        type="tel"
        autoComplete="off"
        label={details('phone')}
        hint={hint(phone)}
      />
      <FormTextArea
        control={form.control}
        name="address"
        autoComplete="off"
        label={details('address')}
        hint={hint(address)}
      />
      <p className="text-sm text-muted">{t('empty')}</p>
    </FormDialog>
  )
}

const fields = ['email', 'phone', 'address'] as const

const plain = (text: string | null | undefined): string | null => text?.trim() || null

/** Returns the corrections that differ from `opened`. An empty field removes its correction. */
export const changedContact = (opened: LocalContact, values: LocalContact): LocalContact =>
  Object.fromEntries(
    fields
      .filter((field) => plain(values[field]) !== plain(opened[field]))
      .map((field) => [field, plain(values[field])]),
  )

/** Returns the corrections that a colleague made since the dialog opened, of those that the refused change replaces. */
export function correctedSince(error: unknown): LocalContact {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return {}
  const { current } = error
  const entries = fields
    .filter((field) => field in current)
    .map((field) => [field, typeof current[field] === 'string' ? current[field] : null])
  return Object.fromEntries(entries) as LocalContact
}
