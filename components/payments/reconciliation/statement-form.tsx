'use client'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/card'
import { TextField } from '@/components/ui/fields/text-field'
import type { StatementMapping, StatementPreview } from '@/lib/payments/reconciliation'
import { withColumns } from '@/lib/payments/statement-guess'
import { ColumnChoices } from './column-choices'
import { ReadingFields } from './reading-fields'
import { Select } from '@/components/ui/fields/select'
import { statementTypes } from '@/lib/payments/statement'

export interface Chosen {
  mapping: StatementMapping
  from?: string
  to?: string
}

type Reading = Pick<StatementPreview, 'mapping' | 'undecided'>

interface StatementFormProps {
  preview: StatementPreview
  /** How much of the file is sent, from 0 to 1; null while nothing is. */
  sent: number | null
  onStart: (chosen: Chosen) => void
}

/** How a statement is read, and the days that it covers. */
export function StatementForm({ preview, sent, onStart }: StatementFormProps) {
  const t = useTranslations('reconciliation')
  const imports = useTranslations('imports')
  const [{ mapping, undecided }, setReading] = useState<Reading>(preview)
  const [days, setDays] = useState({ from: '', to: '' })
  const change = (part: Partial<Omit<StatementMapping, 'columns'>>) =>
    setReading({
      mapping: { ...mapping, ...part },
      undecided: undecided.filter((name) => !(name in part)),
    })
  const { columns } = mapping
  const isWrong = days.from !== '' && days.to !== '' && days.to < days.from
  const missing = whatIsMissing({ mapping, undecided }, days)
  return (
    <>
      <Section title={t('mapping')} sub={t(preview.remembered ? 'remembered' : 'guessed')}>
        {preview.example !== undefined && (
          <p className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
            {t('encodingGuess', { example: preview.example })}
          </p>
        )}
        <ColumnChoices
          preview={preview}
          columns={columns}
          onChange={(next) => setReading(withColumns({ mapping, undecided }, next, preview))}
        />
        <ReadingFields mapping={mapping} undecided={undecided} onChange={change} />
        {columns.includes('type') && <TypeFields types={mapping.types} onChange={change} />}
      </Section>
      <Section title={t('days')}>
        <p className="mb-3 text-md text-muted">{t('daysHint')}</p>
        <div className="flex flex-wrap gap-3">
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              type="date"
              label={t(end)}
              value={days[end]}
              onChange={(day) => setDays({ ...days, [end]: day })}
              error={end === 'to' && isWrong ? t('wrongDays') : undefined}
            />
          ))}
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            icon={<Scale aria-hidden size={15} />}
            isDisabled={missing !== null || isWrong}
            isPending={sent !== null}
            onPress={() => onStart({ mapping, ...(days.from === '' ? {} : days) })}
          >
            {t('compare')}
          </Button>
          <p role="status" className="text-md text-muted tabular-nums">
            {sent !== null &&
              (sent < 1 ? t('sending', { percent: Math.floor(sent * 100) }) : imports('reading'))}
            {sent === null && missing !== null && t(missing)}
          </p>
        </div>
      </Section>
    </>
  )
}

/** What the comparison still needs, the first thing on the page first; null: nothing. */
function whatIsMissing({ mapping, undecided }: Reading, days: { from: string; to: string }) {
  const { columns, currency, amounts } = mapping
  const has = (...targets: string[]) => columns.some((column) => column !== null && targets.includes(column))
  if (!has('amount') || !has('uid', 'tracking_id', 'time')) return 'notYet'
  const isOpen =
    (has('time') && undecided.includes('dates')) || (amounts === 'major' && undecided.includes('decimal'))
  if (isOpen) return 'undecided'
  if (!has('currency') && !/^[A-Z]{3}$/.test(currency ?? '')) return 'needsCurrency'
  return (days.from === '') === (days.to === '') ? null : 'needsBothDays'
}

interface TypeFieldsProps {
  types: StatementMapping['types']
  onChange: (change: Pick<StatementMapping, 'types'>) => void
}

/** What the words in the type's column mean. */
function TypeFields({ types, onChange }: TypeFieldsProps) {
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
