'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { visibleName } from '@/components/ui/text/visible-text'

/** About the number of characters that six lines hold. */
const shortText = 240
const shortLines = 6

/** Cuts a long description until it is expanded. */
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
