'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { FormSelect } from '@/components/form/fields/choice-fields'
import {
  FormCheckboxGroup,
  FormNumberField,
  FormTextField,
  wholeNumber,
} from '@/components/form/fields/fields'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { maxDays, type NewApiToken, ownTokenOrder, type OwnTokenOrder } from '@/lib/api-tokens/schema'
import type { TokenScope } from '@/lib/core/permissions'

export interface TokenShop {
  id: string
  name: string
  /** The permissions that a token may get there. */
  scopes: readonly TokenScope[]
}

interface TokenDialogProps {
  /** Where the token can work; with several the person chooses. */
  shops: readonly TokenShop[]
  /** Whether it belongs to the person, and not to the shop. */
  isOwn: boolean
  make: (order: OwnTokenOrder) => Promise<NewApiToken>
  onMade: (token: NewApiToken) => void
  onClose: () => void
}

const usualDays = 90

const prepare = ({ days, networks, ...rest }: OwnTokenOrder) => ({
  ...rest,
  days: wholeNumber(days),
  networks: filledLines(networks),
})

/** Makes an API token, which is then shown once. Loaded on intent. */
export default function TokenDialog({ shops, isOwn, make, onMade, onClose }: TokenDialogProps) {
  const t = useTranslations('apiTokens')
  const showFailure = useSubmitFailure()
  const [first] = shops
  const form = useZodForm(ownTokenOrder, {
    defaultValues: { shop: first?.id ?? '', name: '', days: usualDays, networks: [], scopes: [] },
    prepare,
  })
  const { control } = form
  const shop = useWatch({ control, name: 'shop' })
  const scopes = shops.find(({ id }) => id === shop)?.scopes ?? []
  return (
    <FormDialog
      form={form}
      title={t('new')}
      size="lg"
      submitLabel={t('make')}
      onSubmit={(order) => make(order).then(onMade, (error) => showFailure(form, error))}
      onClose={onClose}
    >
      <FormTextField
        control={control}
        name="name"
        label={t('name')}
        hint={isOwn ? t('ownNameHint') : t('nameHint')}
        autoComplete="off"
        autoFocus
      />
      {shops.length > 1 && (
        <FormSelect
          control={control}
          name="shop"
          label={t('shop')}
          items={shops.map(({ id, name }) => ({ id, label: name }))}
        />
      )}
      <FormCheckboxGroup
        control={control}
        name="scopes"
        label={t('scopes')}
        hint={isOwn ? t('ownScopesHint') : t('scopesHint')}
        layout="grid gap-x-4 gap-y-1 sm:grid-cols-2"
        items={scopes.map((id) => ({ id, label: t(`scope.${id}`) }))}
      />
      <FormNumberField
        control={control}
        name="days"
        label={t('days')}
        hint={t('daysHint', { max: maxDays })}
        isNarrow
      />
      <FormLines control={control} name="networks" label={t('networks')} hint={t('networksHint')} isMono />
    </FormDialog>
  )
}
