'use client'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/fields/select'
import type { StatementMapping, StatementPreview } from '@/lib/payments/reconciliation'
import { statementTypes } from '@/lib/payments/statement'

interface TypeFieldsProps {
  preview: StatementPreview
  mapping: StatementMapping
  onChange: (change: Pick<StatementMapping, 'types'>) => void
}

const mostWords = 12

/** What the words in the type's column mean. */
export function TypeFields({ preview, mapping: { columns, types }, onChange }: TypeFieldsProps) {
  const t = useTranslations('reconciliation')
  const at = columns.indexOf('type')
  const found = preview.sample.map((cells) => (cells[at] ?? '').trim().toLowerCase().slice(0, 100))
  const words = [...new Set([...Object.keys(types), ...found])].filter(Boolean).slice(0, mostWords)
  return (
    <fieldset className="mt-5">
      <legend className="text-md font-medium">{t('types')}</legend>
      <p className="mb-2 text-sm text-muted">{t('typesHint')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {words.map((word) => (
          <li key={word}>
            <Select
              label={<bdi>{word}</bdi>}
              items={[
                ...statementTypes.map((id) => ({ id, label: t(`type.${id}`) })),
                { id: 'none' as const, label: t('noPayment') },
              ]}
              value={types[word] ?? 'none'}
              onChange={(type) => onChange({ types: { ...types, [word]: type === 'none' ? null : type } })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
