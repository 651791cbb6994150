'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Failure } from '@/components/dialogs/failure'
import { InputDialog } from '@/components/dialogs/input-dialog'
import { TextField } from '@/components/ui/fields/text-field'
import { toast } from '@/components/ui/overlays/toast-store'
import type { CustomerDetail } from '@/lib/customers/schema'
import { anonymiseCustomer } from '@/lib/customers/client'
import { useFieldNames } from './notices'
import { useCustomerChange, useCustomerFailureText } from './use-customer'

interface AnonymiseDialogProps {
  shop: string
  liveShopName: string | null
  customer: CustomerDetail
  onClose: () => void
}

const anonymisedParts = ['record', 'notes', 'notifications', 'checkouts', 'cards', 'search'] as const

/** Lists what is anonymised and what stays. Asks for the customer's ID, because it cannot be undone. */
export default function AnonymiseDialog({ shop, liveShopName, customer, onClose }: AnonymiseDialogProps) {
  const t = useTranslations('customers.anonymising')
  const failureText = useCustomerFailureText()
  const { id } = customer
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const anonymise = useCustomerChange(
    shop,
    id,
    () => anonymiseCustomer(shop, id),
    () => {
      toast(t('done'))
      onClose()
    },
  )
  return (
    <InputDialog
      role="alertdialog"
      size="md"
      title={liveShopName ? t('titleIn', { shop: liveShopName }) : t('title')}
      submitLabel={t('do')}
      variant="danger"
      isPending={anonymise.isPending}
      // The ID is there to be copied.
      isDirty={false}
      onSubmit={() => (typed.trim() === id ? anonymise.mutate() : setIsWrong(true))}
      onClose={onClose}
    >
      <Consequences customer={customer} />
      <TextField
        autoFocus
        isMono
        autoComplete="off"
        className="mt-4"
        label={t('confirm')}
        hint={id}
        error={isWrong ? t('mismatch', { id }) : undefined}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setIsWrong(false)
        }}
      />
      <Failure text={anonymise.error && t('failed', { reason: failureText(anonymise.error) })} />
    </InputDialog>
  )
}

function Consequences({ customer }: { customer: CustomerDetail }) {
  const t = useTranslations('customers.anonymising')
  const names = useFieldNames()
  const { merged, merged_into: mergedInto, gateway_fields: fields } = customer
  const family = [...merged.map(({ id }) => id), ...(mergedInto ? [mergedInto] : [])]
  return (
    <div className="text-md/5">
      <p className="font-medium">{t('here')}</p>
      <ul className="mt-1 list-disc ps-5">
        {anonymisedParts.map((what) => (
          <li key={what}>{t(`hereList.${what}`)}</li>
        ))}
      </ul>
      {family.length > 0 && <p className="mt-2 wrap-anywhere">{t('family', { ids: family.join(', ') })}</p>}
      <p className="mt-3 font-medium">{t('there')}</p>
      <p className="mt-1">
        {fields.length > 0 ? t('thereText', { fields: names(fields) }) : t('thereNothing')}
      </p>
      <p className="mt-3 text-muted">{t('recorded')}</p>
    </div>
  )
}
