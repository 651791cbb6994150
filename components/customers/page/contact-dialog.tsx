'use client'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { FormTextArea, FormTextField } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { toast } from '@/components/ui/overlays/toast-store'
import { type CustomerDetail, type LocalContact, localContact } from '@/lib/customers/schema'
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
  const change = useCustomerChange(shop, customer.id, (next: LocalContact) =>
    changeCustomer(shop, customer.id, { contact: next }),
  )
  const [opened] = useState({
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    address: contact.address ?? '',
  })
  const prepare = useCallback((values: LocalContact) => changedContact(opened, values), [opened])
  const form = useZodForm(localContact, { defaultValues: opened, prepare })
  const hint = (there: string | null) => (there ? t('hint', { value: there }) : undefined)

  async function submit(next: LocalContact) {
    try {
      await change.mutateAsync(next)
    } catch (error) {
      return showFailure(form, error)
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
