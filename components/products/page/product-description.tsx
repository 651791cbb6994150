'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { visibleName } from '@/components/ui/visible-text'

/** Six lines of the column beside the ticket hold about so many letters. */
const shortText = 240
const shortLines = 6

/** The description; of a long one the beginning, until somebody wants all of it. */
export function ProductDescription({ text }: { text: string }) {
  const t = useTranslations('products.page')
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > shortText || text.split('\n').length > shortLines
  return (
    <>
      <span className={cx('wrap-anywhere whitespace-pre-line', isLong && !isWhole && 'line-clamp-6')}>
        {visibleName(text)}
      </span>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="min-h-6 rounded-xs text-accent hover:underline"
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? 'showLess' : 'showAll')}
        </button>
      )}
    </>
  )
}
