'use client'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerWarning } from '@/lib/customers/warnings'

/** Values that are probably mistakes; pressing Create again accepts them. */
export function OddValues({ warnings }: { warnings: readonly CustomerWarning[] }) {
  const t = useTranslations('customers')
  return (
    <div role="alert">
      {warnings.length > 0 && (
        <div className="mb-4 rounded-md border border-warn/40 bg-warn-weak px-4 py-3 text-md">
          <p className="flex items-center gap-2 font-medium text-warn">
            <TriangleAlert aria-hidden size={16} className="shrink-0" />
            {t('warnings.title')}
          </p>
          <ul className="mt-1.5 list-disc pl-5">
            {warnings.map(({ field, key }) => (
              <li key={field}>{`${t(`form.${field}`)}: ${t(`warnings.${key}`)}.`}</li>
            ))}
          </ul>
          <p className="mt-1.5">{t('warnings.again')}</p>
        </div>
      )}
    </div>
  )
}
