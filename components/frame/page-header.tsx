'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'
import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { visibleName } from '@/components/ui/text/visible-text'
import { pageTitleClass } from '@/components/ui/page-title'
import { listAddress, returnToRow } from './navigation/last-visited'

interface Crumb {
  label: string
  href?: Route
}

/** Longer headings are cut in the phone's top bar and repeated beneath it. */
const barLength = 24

interface PageHeaderProps {
  title: string
  titleRef?: Ref<HTMLHeadingElement>
  /** The breadcrumb, ending with this page. `crumbsLabel` names it for screen readers. */
  crumbs?: readonly Crumb[]
  crumbsLabel?: string
  badges?: ReactNode
  /** A muted line beside the title: counts, freshness, a refresh button. */
  meta?: ReactNode
  actions?: ReactNode
  /** The page's <PrimaryAction>. On phones it appears in the top bar as an icon. */
  primary?: ReactNode
}

/**
 * The heading of a page. On phones the title and the main action are positioned in the frame's bar, and the rest is
 * beneath it. The elements stay the same, so there is only one heading.
 */
export function PageHeader(props: PageHeaderProps) {
  const { title, titleRef, crumbs, crumbsLabel, badges, meta, actions, primary } = props
  const head = useHeadHeight(!!primary)
  const hasRest = !!(crumbs?.some(({ href }) => href) || badges || meta || actions)
  return (
    <div
      ref={head}
      className={cx(
        primary ? 'sticky-head' : 'mb-3.5',
        'max-md:flex max-md:flex-col max-md:gap-y-1',
        hasRest ? 'max-md:mb-2.5' : 'max-md:mb-0',
      )}
    >
      {crumbs && <Crumbs crumbs={crumbs} label={crumbsLabel} />}
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 max-md:min-h-0 max-md:w-full">
        {/* The box has the page's direction, and the heading that of its text. */}
        <div className="min-w-0 max-md:absolute max-md:start-13 max-md:end-24 max-md:top-0">
          <h1
            dir="auto"
            ref={titleRef}
            tabIndex={titleRef ? -1 : undefined}
            className={cx(
              pageTitleClass,
              'min-w-0 rounded-xs max-md:truncate max-md:text-[1.0625rem] max-md:leading-12',
            )}
          >
            {visibleName(title)}
          </h1>
        </div>
        {title.length > barLength && (
          <p aria-hidden dir="auto" className="w-full wrap-anywhere md:hidden">
            {visibleName(title)}
          </p>
        )}
        {/* On phones the buttons follow on the same line if they fit, otherwise on their own line. */}
        {(badges || meta || actions) && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-md:min-w-0 max-md:flex-1 max-md:basis-40 md:contents">
            {badges}
            {meta && <div className="flex items-center gap-2 text-md text-muted">{meta}</div>}
          </div>
        )}
        <div className="ms-auto flex flex-wrap items-center gap-2 max-md:contents print:hidden">
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
          {primary && (
            <div data-page-primary="" className="max-md:absolute max-md:top-2 max-md:end-3">
              {primary}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

/** The breadcrumb. Phones show only the link to the parent, as the title is in the bar. */
function Crumbs({ crumbs, label }: { crumbs: readonly Crumb[]; label?: string }) {
  const parent = crumbs.findLastIndex(({ href }) => href !== undefined)
  return (
    <nav aria-label={label} className="mb-0.5 max-w-full min-w-0 text-md text-muted max-md:mb-0">
      <ol className="flex items-center gap-1">
        {crumbs.map((crumb, at) => (
          <li
            key={crumb.label}
            className={cx(
              'flex min-h-6 min-w-0 items-center gap-1 not-first:last:shrink-0',
              at !== parent && 'max-md:hidden',
            )}
          >
            {at > 0 && (
              <ChevronRight
                aria-hidden
                size={13}
                className="shrink-0 text-faint max-md:hidden rtl:-scale-x-100"
              />
            )}
            {at === parent && (
              <ChevronLeft aria-hidden size={15} className="-ms-1 shrink-0 md:hidden rtl:-scale-x-100" />
            )}
            {crumb.href ? (
              <CrumbLink href={crumb.href} label={crumb.label} />
            ) : (
              <span dir="auto" aria-current="page">
                {visibleName(crumb.label)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A link back to a list with its filters, its selection and the row of this page. */
function CrumbLink({ href, label }: { href: Route; label: string }) {
  const pathname = usePathname()
  return (
    <Link
      href={listAddress(href, pathname)}
      onClick={() => returnToRow(href, pathname)}
      dir="auto"
      className="truncate rounded-xs hover:text-text hover:underline max-md:py-1"
    >
      {visibleName(label)}
    </Link>
  )
}

/** Publishes the height of the sticky header as a CSS property, for elements that stick beneath it. */
function useHeadHeight(isSticky: boolean) {
  const head = useRef<HTMLDivElement>(null)
  // The observer ends before its header is removed: it would report that as a height of 0.
  useLayoutEffect(() => {
    const element = head.current
    if (!element) return
    publishHeight(isSticky ? lastHeight : 0)
    if (!isSticky) return
    const observer = new ResizeObserver(() => {
      lastHeight = element.offsetHeight
      publishHeight(lastHeight)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSticky])
  return head
}

const property = '--page-head'

/** The height in pixels of the last sticky header. The next one is usually as high. */
let lastHeight = 0

/** Every change makes the browser compute the styles of the whole page again, so none is made without need. */
function publishHeight(pixels: number): void {
  const { style } = document.documentElement
  const height = `${pixels}px`
  if ((style.getPropertyValue(property) || '0px') !== height) style.setProperty(property, height)
}
