'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import type { ProductUnit } from '@/lib/products/fields'
import { useUnitText } from './unit-text'
import type { ProductValues } from './values'

export interface ConflictDialogProps {
  units: readonly ProductUnit[]
  yours: ProductValues
  theirs: ProductValues
  opened: ProductValues
  /** The label of the button that overwrites. For a live shop it names the shop. */
  saveLabel: string
  onKeepEditing: () => void
  /** Called with the units that keep the gateway's value. */
  onResolve: (givenUp: ProductUnit[]) => void
}

/** Lets the person choose a side for each value that was changed on both. Loaded when needed. */
export default function ConflictDialog(props: ConflictDialogProps) {
  const { units, saveLabel, onKeepEditing, onResolve } = props
  const t = useTranslations('products.edit')
  const [choices, setChoices] = useState<Partial<Record<ProductUnit, Side>>>({})
  const isDecided = units.every((unit) => choices[unit])
  return (
    <OpenDialog
      role="alertdialog"
      size="lg"
      onClose={onKeepEditing}
      title={t('conflictTitle')}
      footer={
        <>
          <Button onPress={onKeepEditing}>{t('keepEditing')}</Button>
          <Button
            variant="primary"
            isDisabled={!isDecided}
            onPress={() => onResolve(units.filter((unit) => choices[unit] === 'theirs'))}
          >
            {saveLabel}
          </Button>
        </>
      }
    >
      <p className="text-md text-muted">{t('conflictText')}</p>
      <ul className="mt-3 divide-y border-y">
        {units.map((unit) => (
          <Row
            key={unit}
            {...props}
            unit={unit}
            choice={choices[unit]}
            onChoose={(side) => setChoices((before) => ({ ...before, [unit]: side }))}
          />
        ))}
      </ul>
      {!isDecided && <p className="mt-3 text-sm text-muted">{t('chooseEach')}</p>}
    </OpenDialog>
  )
}

type Side = 'yours' | 'theirs'
type RowProps = ConflictDialogProps & { unit: ProductUnit; choice?: Side; onChoose: (side: Side) => void }

function Row({ unit, choice, onChoose, opened, ...values }: RowProps) {
  const t = useTranslations('products')
  const text = useUnitText()
  return (
    <li className="py-3">
      <fieldset>
        <legend className="mb-1.5 flex w-full flex-wrap items-baseline gap-x-2 text-md font-semibold">
          {t(`label.${unit}`)}
          <span className="min-w-0 font-normal wrap-anywhere text-muted">
            {t('edit.openedAs', { value: text(unit, opened) })}
          </span>
        </legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {(['yours', 'theirs'] as const).map((side) => (
            <label
              key={side}
              className={cx(
                'flex cursor-pointer items-start gap-2.5 rounded-md border p-2.5 has-focus-visible:outline-2',
                'outline-offset-2 outline-accent',
                choice === side ? 'border-accent bg-accent-weak' : 'border-control hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                aria-label={`${t(`edit.${side}`)}: ${text(unit, values[side])}`}
                name={unit}
                checked={choice === side}
                onChange={() => onChoose(side)}
                className="mt-0.5 size-4 shrink-0 accent-(--color-accent) outline-none"
              />
              <span className="min-w-0">
                <span className="block text-xs text-muted">{t(`edit.${side}`)}</span>
                <span dir="auto" className="line-clamp-6 block text-md wrap-anywhere whitespace-pre-line">
                  {text(unit, values[side])}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </li>
  )
}
