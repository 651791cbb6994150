'use client'
import { useTranslations } from 'use-intl'
import { useUnitText } from './unit-text'
import type { Meanwhile } from './use-edit-form'

/** What was changed there while the form was open: taken over, or to be asked about. */
export function MeanwhileNotice({ adopted, contested }: Meanwhile) {
  const t = useTranslations('products')
  const text = useUnitText()
  return (
    <div role="status">
      {(adopted.length > 0 || contested.length > 0) && (
        <div className="mb-3 rounded-md bg-info-weak px-3 py-2 text-md text-info">
          {adopted.map(({ unit, before, after }) => (
            <p key={`${unit} ${text(unit, after)}`} className="wrap-anywhere">
              {t('edit.adopted', { field: t(unit), from: text(unit, before), to: text(unit, after) })}
            </p>
          ))}
          {contested.length > 0 && (
            <p>{t('edit.contested', { fields: contested.map((unit) => t(unit)).join(', ') })}</p>
          )}
        </div>
      )}
    </div>
  )
}
