'use client'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { isWebAddress, type LinkFault } from '@/lib/products/link-state'
import { DeadCopy } from '../payment-links/dead-copy'
import { Breakable, afterSlashes } from '../ui/text/breakable'
import { CopyButton } from '../ui/text/copy-button'
import { cx } from '../ui/cx'
import { useHint } from '../ui/press/use-hint'

export interface FoilLink {
  label: string
  hint: string
  url: string
  isMain?: boolean
  /** Focuses the copy button, for a page opened to copy the link. */
  isFocused?: boolean
  /** Why the link cannot be paid; null or absent when it can. A dead link is neither selected nor followed. */
  fault?: LinkFault | null
}

export function LinkRow({ label, hint, url, isMain = false, isFocused, fault = null }: FoilLink) {
  const t = useTranslations('common')
  const open = useHint(t('open'), { isName: true })
  return (
    <li>
      <p className="text-sm">
        <span className="font-medium">{label}</span> <span className="text-muted">{hint}</span>
      </p>
      <div className="mt-[5px] flex items-center gap-1.5 rounded-sm border bg-sunken p-1 ps-2.5">
        {/* Shown in full, even over several lines: links differ in the ID at their end. */}
        <span
          className={cx(
            'min-w-0 flex-1 font-mono text-xs wrap-anywhere',
            fault !== null && 'text-muted line-through select-none',
          )}
        >
          <Breakable text={url} at={afterSlashes} />
        </span>
        <span className="contents print:hidden">
          {fault === null ? (
            <CopyButton
              size="sm"
              autoFocus={isFocused}
              variant={isMain ? 'primary' : 'secondary'}
              text={url}
              label={t('copy')}
              aria-label={`${t('copy')}: ${label}`}
            />
          ) : (
            <DeadCopy fault={fault} label={t('copy')} name={`${t('copy')}: ${label}`} />
          )}
          {fault === null && isWebAddress(url) && (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('opensInNewTab', { name: label })}
              {...open.anchorProps}
              className="grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:bg-border hover:text-text"
            >
              <ExternalLink aria-hidden size={15} />
            </a>
          )}
        </span>
        {open.bubble}
      </div>
    </li>
  )
}
