'use client'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Card, Section } from '@/components/ui/card'
import { createShop } from '@/lib/shops/client'
import { sandboxShopCreate } from '@/lib/shops/schema'
import { openShop } from './open-shop'

/** A shop at the sandbox needs a name only. */
export function SandboxForm() {
  const t = useTranslations('shops')
  const showFailure = useSubmitFailure()
  const form = useZodForm(sandboxShopCreate, { defaultValues: { name: '', mode: 'sandbox' } })
  return (
    <ZodForm
      form={form}
      isGuarded={false}
      onSubmit={(values) =>
        createShop(values).then(
          ({ id }) => openShop(id),
          (error: unknown) => showFailure(form, error),
        )
      }
    >
      <Card>
        <Section title={t('fields.name')}>
          <FormTextField
            control={form.control}
            name="name"
            label={t('fields.name')}
            hint={t('where.name')}
            autoComplete="off"
          />
        </Section>
        <div className="px-5 py-4 max-md:px-4">
          <SubmitButton>{t('make')}</SubmitButton>
        </div>
      </Card>
    </ZodForm>
  )
}
