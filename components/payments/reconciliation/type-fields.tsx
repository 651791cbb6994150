'use client'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/fields/select'
import type { StatementMapping } from '@/lib/payments/reconciliation'
import { statementTypes } from '@/lib/payments/statement'

interface TypeFieldsProps {
  types: StatementMapping['types']
  onChange: (change: Pick<StatementMapping, 'types'>) => void
}

/** What the words in the type's column mean. */
export function TypeFields({ types, onChange }: TypeFieldsProps) {
  const t = useTranslations('reconciliation')
  return (
    <fieldset className="mt-5">
      <legend className="text-md font-medium">{t('types')}</legend>
      <p className="mb-2 text-sm text-muted">{t('typesHint')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {Object.entries(types).map(([word, type]) => (
          <li key={word}>
            <Select
              label={<bdi>{word}</bdi>}
              items={[
                ...statementTypes.map((id) => ({ id, label: t(`type.${id}`) })),
                { id: 'none' as const, label: t('noPayment') },
              ]}
              value={type ?? 'none'}
              onChange={(id) => onChange({ types: { ...types, [word]: id === 'none' ? null : id } })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
